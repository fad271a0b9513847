/** What axe judges a page by, without its words and figures: elements, classes, attributes, and where a text stands. */
import type { Page } from 'playwright/test';

/** Names of elements, and words, which differ from one visit to the next. */
const told =
  /^(id|for|name|href|src|value|title|d|points|data-.*|aria-(label|labelledby|describedby|controls|valuetext|valuenow))$/;

export function anatomyOf(page: Page): Promise<string> {
  return page.evaluate((pattern) => {
    const isTold = new RegExp(pattern);
    return [...document.querySelectorAll('main *')]
      .map((element) => {
        const attributes = [...element.attributes].map(({ name, value }) => {
          const isSaid = value.trim() !== '';
          return isTold.test(name) ? `${name}${isSaid ? '=' : ''}` : `${name}=${value}`;
        });
        const hasText = [...element.childNodes].some(
          (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== '',
        );
        return `${element.tagName} ${attributes.sort().join(' ')}${hasText ? ' …' : ''}`;
      })
      .join('\n');
  }, told.source);
}
