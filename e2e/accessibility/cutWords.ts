import type { Page } from 'playwright/test';

/** Buttons, labels and headings whose words are wider than their place. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main label, main h1, main h2, main h3, main dt, main th')].flatMap(
      (element) => {
        const box = element.getBoundingClientRect();
        const words = document.createRange();
        words.selectNodeContents(element);
        const needed = words.getBoundingClientRect();
        if (!element.checkVisibility() || box.width <= 1 || (needed.left >= box.left - 2 && needed.right <= box.right + 2))
          return [];
        return [
          `${element.tagName} ${Math.round(box.width)}<${Math.round(needed.width)} ${element.innerText.trim().slice(0, 60)}`,
        ];
      },
    ),
  );
}
