/**
 * What axe finds on a page that keeps somebody from using it, as lines that say rule, impact and place. Axe is put into a document
 * once and judges it as often as it is asked: to read its half a million letters again costs more than to judge a page.
 */
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';
import { judgeContrastOnce } from './judgeContrastOnce';

interface Rule {
  readonly id: string;
  /** Of each of its findings. */
  readonly impact?: string;
}

/** The same code in half the letters: each document has to read it. */
const axe = createRequire(import.meta.url)('axe-core/axe.min.js') as typeof axeCore & {
  readonly _audit: { readonly rules: readonly Rule[] };
};

/** Colours alone: what another theme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

const standsStillWithinMs = 3000;

/** Of what is in order only the rule's name is kept, not every element. */
const ofFindings: RunOptions = { resultTypes: ['violations'] };
/** Rules whose findings are none of ours are not judged. */
const slight = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
const everything: RunOptions = { ...ofFindings, rules: Object.fromEntries(slight.map(({ id }) => [id, { enabled: false }])) };
const colours: RunOptions = { ...ofFindings, runOnly: { type: 'rule', values: colourRules } };

export async function seriousFindings(page: Page, of: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate(judgeContrastOnce);
    await page.evaluate(() => {
      // From one theme to the other without the way between, which is drawn frame by frame.
      const atOnce = new CSSStyleSheet();
      atOnce.replaceSync('*, *::before, *::after, *::backdrop { transition: none !important; }');
      document.adoptedStyleSheets.push(atOnce);
    });
  }
  await standsStill(page);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axeCore }).axe.run(
        // Behind a sheet nothing can be used.
        document.querySelector('dialog:modal') ?? document,
        options,
      );
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, impact, nodes }) =>
          nodes.map(
            ({ target, failureSummary }) =>
              `${impact ?? ''} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
          ),
        );
    },
    of === 'colours' ? colours : everything,
  );
}

/** A sheet on its way up, or a colour on its way to another, is judged where it comes to. What moves for ever is judged as it moves. */
function standsStill(page: Page): Promise<void> {
  return page.evaluate(async (limitMs) => {
    // What was just put on the page begins to move with the next frame.
    for (const _frame of [1, 2]) await new Promise((next) => requestAnimationFrame(next));
    const moving = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    const atRest = Promise.all(moving.map(({ finished }) => finished.catch(() => undefined)));
    await Promise.race([atRest, new Promise((late) => setTimeout(late, limitMs))]);
  }, standsStillWithinMs);
}
