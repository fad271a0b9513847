/** What axe finds on a page that keeps somebody from using it, as lines that say rule, impact and place. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** Colours alone: what another theme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

export async function seriousFindings(page: Page, of: 'everything' | 'colours' = 'everything'): Promise<string[]> {
  // Legacy mode leaves out other origins' frames, which no page of ours has, and takes half the time.
  // Of what is in order only the rule's name comes back, not every element.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (of === 'colours' ? axe.withRules(colourRules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${impact ?? ''} ${id} at ${target.join(' ')}: ${failureSummary?.split('\n').slice(1).join(' ').trim() ?? ''}`,
      ),
    );
}
