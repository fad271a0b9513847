import type { Page } from 'playwright/test';

const minTargetPx = 44;

/** Controls on the screen that are smaller than a fingertip. A control may reach beyond what is drawn of it. */
export function smallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(
    ([least, root]) => {
      const controls = [
        ...(document.querySelector(root) ?? document.body).querySelectorAll<HTMLElement>(
          'button, a[href], [role=tab], label:has(input), select, input:not([type=radio]):not([type=checkbox])',
        ),
      ];
      const reaches = (element: HTMLElement, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && (element.contains(hit) || (hit.contains(element) && hit.closest('label, button, a') !== null));
      };
      return controls.flatMap((element) => {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || !element.checkVisibility({ opacityProperty: false })) return [];
        element.scrollIntoView({ block: 'center', inline: 'center' });
        const { x, y, width, height } = element.getBoundingClientRect();
        const middle = { x: x + width / 2, y: y + height / 2 };
        const half = least / 2 - 1;
        const isTall =
          height >= least || (reaches(element, middle.x, middle.y - half) && reaches(element, middle.x, middle.y + half));
        const isWide =
          width >= least || (reaches(element, middle.x - half, middle.y) && reaches(element, middle.x + half, middle.y));
        return isTall && isWide
          ? []
          : [
              `${Math.round(width)}x${Math.round(height)} ${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText.trim().slice(0, 40)}`,
            ];
      });
    },
    [minTargetPx, within] as const,
  );
}
