import type { Page } from 'playwright/test';

/**
 * Words of the page, or of the sheet over it, that are not whole: divided within, shortened at their end, or each on a line of its own
 * beside room that others take. Where a text may be divided as its language is (`hyphens: auto`), its words may be, if the browser knows
 * the language: that is not judged. Names of markets and figures are never divided.
 */
export function wordsInPieces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const main = document.querySelector('main');
    const sheet = [...document.querySelectorAll('[role=dialog]')].findLast((one) => one.checkVisibility());
    const texts = document.createTreeWalker(sheet ?? main ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const { parentElement: place, data } = text;
      // Words for screen readers alone have no place of their own, and addresses of people are divided wherever they end.
      if (place?.checkVisibility() !== true || place.clientWidth === 1 || place.closest('svg') !== null || data.includes('@'))
        continue;
      const style = getComputedStyle(place);
      const range = document.createRange();
      const linesOf = (start: number, end: number): number => {
        range.setStart(text, start);
        range.setEnd(text, end);
        return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
      };
      for (const { 0: word, index } of data.matchAll(/[\p{L}\p{N}.,]+/gu)) {
        const mayBeDivided = style.hyphens === 'auto' && /\p{Ll}/u.test(word) && !/\p{N}/u.test(word);
        const isOfLetters = !/[\p{Script=Thai}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
        // The hyphen that a soft one became belongs to the letter behind it.
        const start = index + (data[index - 1] === '\u00ad' ? 1 : 0);
        if (!mayBeDivided && isOfLetters && linesOf(start, index + word.length) > 1) found.add(word);
      }
      const words = data.trim().split(/\s+/).length;
      const lines = linesOf(0, data.length);
      const isNarrow = range.getBoundingClientRect().width < document.documentElement.clientWidth / 4;
      if (lines > 4 && words < lines * 1.5 && isNarrow) found.add(`in ${lines} lines: ${data.trim()}`);
      if (style.textOverflow === 'ellipsis' && place.scrollWidth > place.clientWidth + 1) found.add(`shortened: ${data.trim()}`);
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of (sheet ?? main ?? document.body).querySelectorAll('select')) {
      if (pen === null || !select.checkVisibility()) continue;
      const { fontWeight, fontSize, fontFamily, paddingInlineStart, paddingInlineEnd } = getComputedStyle(select);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const chosen = select.selectedOptions[0]?.text ?? '';
      const room = select.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      if (pen.measureText(chosen).width > room + 1) found.add(`shortened: ${chosen}`);
    }
    return [...found];
  });
}
