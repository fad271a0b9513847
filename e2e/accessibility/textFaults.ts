/**
 * What a page in the pseudo language gives away: words that stand in the code, sentences put together from pieces, texts that are cut.
 */
import type { Page } from 'playwright/test';
import { storedTexts } from './speakPseudo';

/** Words that no language has an own one for, or that are no words: they may have plain letters. */
const data = [
  // Coins and currencies of the exchange, their practice doubles and markets: BTC, dUSDT, EUR-USD.
  /\bd?(?:ADA|AUD|AVAX|BNB|BTC|CHF|DOGE|DOT|ETH|EUR|GBP|JPY|LINK|LTC|NZD|CAD|SOL|TRX|USD|USDT|XAG|XAU|XRP)\b/,
  // Indicators are called the same all over the world.
  /\b(?:BOLL|DEA|DIF|EMA|KDJ|MA|MACD|RSI|VOL)\d*\b/,
  // Intl writes dates, durations, ages of news and short figures: Nov 25, 2026; 31 min; 7 sec. ago; 1.3B.
  /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d+/,
  /\b\d+ (?:sec|min|hr|days?)\b\.?(?: ago)?|\byesterday\b/,
  // Codes of people, orders, seals and releases: a digit is among the letters.
  /\b(?=[A-Z]*\d)[A-Z0-9]{2,}(?:-[A-Z0-9]+)*\b/,
  // One code in eleven has letters alone, of those that are not mistaken for one another.
  /\b[A-HJKMNP-Z]{8,}\b/,
  /\b(?=[a-z.+]*\d)[a-z0-9.+]{8,}/,
  // Time zones are named as the device names them.
  /\bUTC\b/,
  // Devices and browsers.
  /Chrome|Safari|Firefox|Edge|Opera|Samsung Internet|Android|iPhone|iPad|Windows|macOS|Linux/,
  // A page of others.
  /\b(?:https:\/\/)?www\.[\w./-]+/,
  // An address of a person, hidden in part.
  /[\w•+.-]+@[\w.]+/,
  // Each language is called by its own name.
  /English|Tiếng Việt|Português|Español|Italiano|Deutsch|Français/,
]
  .map(({ source }) => source)
  .join('|');

export function textFaults(page: Page): Promise<string[]> {
  return page.evaluate(
    ([pattern, stored]) => {
      const isData = new RegExp(pattern, 'gu');
      const isStored = new RegExp(stored, 'u');
      const faults = new Set<string>();
      const naming = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'title', 'alt', 'placeholder'];
      const texts: Text[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        if (node.parentElement?.checkVisibility() === true && !node.parentElement.matches('script, style'))
          texts.push(node as Text);
      // A sentence of the app may name one.
      const withoutStored = (text: string) =>
        text.replace(/“([^”]*)”/gu, (quoted, named: string) => (isStored.test(named) ? ' ' : quoted));
      const judge = (whole: string, where: string) => {
        if (isStored.test(whole.trim())) return;
        const text = withoutStored(whole);
        if (/[A-Za-z]{2}/.test(text.replace(isData, ' '))) faults.add(`not translated, ${where}: ${text}`);
        if (text.split('[').length !== text.split(']').length) faults.add(`cut by the code, ${where}: ${text}`);
      };
      for (const { data: text, parentElement } of texts) judge(text, parentElement?.tagName ?? '');
      for (const element of document.querySelectorAll('body *'))
        if (element.checkVisibility()) for (const name of naming) judge(element.getAttribute(name) ?? '', name);

      // Texts that follow each other in one line of a paragraph are a sentence from pieces.
      const paragraphOf = (text: Text): Element | null => {
        let at = text.parentElement;
        while (at !== null && getComputedStyle(at).display === 'inline') at = at.parentElement;
        return at;
      };
      const paragraphs = new Map<Element | null, string>();
      for (const text of texts) {
        const paragraph = paragraphOf(text);
        paragraphs.set(paragraph, (paragraphs.get(paragraph) ?? '') + text.data);
      }
      // Whole sentences may follow one another, also within a text that joins them.
      for (const line of paragraphs.values()) if (/[^.?!\]]\]+\s*\[/.test(line)) faults.add(`put together: ${line}`);

      // Texts that reach out of what hides what does not fit.
      for (const text of texts) {
        const range = document.createRange();
        range.selectNodeContents(text);
        const words = range.getBoundingClientRect();
        // What a chart draws moves out of it as time goes on.
        const isDrawn = text.parentElement?.matches('.highcharts-root *') === true;
        if (words.width <= 1 || isDrawn || isStored.test(text.data.trim())) continue;
        for (let at = text.parentElement; at !== null && at !== document.body; at = at.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(at);
          const box = at.getBoundingClientRect();
          // For screen readers alone; a row that is scrolled; what moves over a chart.
          if (
            box.width <= 1 ||
            overflowX === 'auto' ||
            overflowX === 'scroll' ||
            overflowY === 'auto' ||
            overflowY === 'scroll' ||
            at.querySelector('.highcharts-root') !== null
          )
            break;
          const isCut =
            (overflowX !== 'visible' && (words.right > box.right + 2 || words.left < box.left - 2)) ||
            (overflowY !== 'visible' && (words.bottom > box.bottom + 4 || words.top < box.top - 4));
          if (isCut) {
            faults.add(
              `cut on the screen, ${at.tagName}: ${text.data} (${Math.round(words.left)}..${Math.round(words.right)} in ${Math.round(box.left)}..${Math.round(box.right)})`,
            );
            break;
          }
        }
      }
      return [...faults];
    },
    [data, storedTexts.source] as const,
  );
}
