/**
 * What axe finds on a page that keeps somebody from using it, as lines that say rule, impact and place. Axe is put into a document
 * once and judges it as often as it is asked: to read its half a million letters again costs more than to judge a page. Contrast, which
 * costs most, is judged once per look: the rows of a list have the same colours in the same places (see markKnownLooks).
 */
import axe, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

/** Colours alone: what another theme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** The attribute of a text whose contrast is judged on another one. */
const knownLook = 'data-known-look';

const standsStillWithinMs = 3000;

/** Of what is in order only the rule's name is kept, not every element. */
const everything: RunOptions = { resultTypes: ['violations'] };
const colours: RunOptions = { ...everything, runOnly: { type: 'rule', values: colourRules } };

export async function seriousFindings(page: Page, of: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe.source);
    await page.evaluate((mark) => {
      const rules = [{ id: 'color-contrast', selector: `*:not([${mark}])` }];
      (window as unknown as { axe: typeof axe }).axe.configure({ rules });
    }, knownLook);
  }
  await standsStill(page);
  await page.evaluate(markKnownLooks, knownLook);
  return page.evaluate(
    async ({ options, mark }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        // Behind a sheet nothing can be used.
        document.querySelector('dialog:modal') ?? document,
        options,
      );
      for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, impact, nodes }) =>
          nodes.map(
            ({ target, failureSummary }) =>
              `${impact ?? ''} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
          ),
        );
    },
    { options: of === 'colours' ? colours : everything, mark: knownLook },
  );
}

/**
 * Marks texts whose look is judged on others: of one look are those in elements of the same kinds, classes and colours, from the text
 * up to the page. The first two and the last of each are left unmarked, so that one that something covers does not stand for all.
 */
function markKnownLooks(mark: string): void {
  const looks = new Map<Element, string>();
  const lookOf = (element: Element): string => {
    const known = looks.get(element);
    if (known !== undefined) return known;
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight, textShadow, filter } =
      getComputedStyle(element);
    const kind = [element.tagName, element.getAttribute('class')];
    const above = element.parentElement === null ? '' : lookOf(element.parentElement);
    const look = [
      above,
      ...kind,
      color,
      backgroundColor,
      backgroundImage,
      opacity,
      fontSize,
      fontWeight,
      textShadow,
      filter,
    ].join('|');
    looks.set(element, look);
    return look;
  };
  const texts = [...(document.querySelector('dialog:modal') ?? document.body).querySelectorAll('*')].filter(({ childNodes }) =>
    [...childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== ''),
  );
  const alike = new Map<string, Element[]>();
  for (const text of texts) alike.set(lookOf(text), [...(alike.get(lookOf(text)) ?? []), text]);
  for (const group of alike.values()) for (const text of group.slice(2, -1)) text.setAttribute(mark, '');
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
