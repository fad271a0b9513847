/** For hands, keyboards and people whom movement makes ill: targets, focus, reduced motion. */
import { expect, type Page } from 'playwright/test';
import { test } from '../fixtures/session';
import { AssetsPage } from '../pages/AssetsPage';
import { ContractPage } from '../pages/ContractPage';
import { HomePage } from '../pages/HomePage';
import { LoginPage } from '../pages/LoginPage';

const leastTargetPx = 44;

test('home, ticket and assets: what is tapped is 44 pixels or more, both ways', async ({ member }) => {
  for (const screen of [new HomePage(member), new ContractPage(member), new AssetsPage(member)]) {
    await (await screen.open()).isShown();
    expect.soft(await smallTargets(member), screen.constructor.name).toEqual([]);
  }
});

test('login and ticket, by Tab alone: the focus is seen wherever it is', async ({ member, visitor }) => {
  await new LoginPage(visitor).open();
  await new LoginPage(visitor).isShown();
  expect(await unseenFocus(visitor, 8)).toEqual([]);
  await (await new ContractPage(member).open()).isShown();
  expect(await unseenFocus(member, 16)).toEqual([]);
});

test('home: prices flash; for who wants less motion nothing moves', async ({ visitor }) => {
  const home = await new HomePage(visitor).open();
  await home.isShown();
  await expect.poll(() => movingThings(visitor), { intervals: [50] }).toBeGreaterThan(0);

  await visitor.emulateMedia({ reducedMotion: 'reduce' });
  await visitor.reload();
  await home.isShown();
  const seen: number[] = [];
  const until = performance.now() + 4000;
  await expect
    .poll(async () => {
      seen.push(await movingThings(visitor));
      return performance.now() > until;
    }, { intervals: [50] })
    .toBe(true);
  expect(Math.max(...seen)).toBe(0);
});

/** Controls on the screen that are smaller than a fingertip. A control may reach beyond what is drawn of it. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], [role=tab], label:has(input), select, input:not([type=radio]):not([type=checkbox])')];
    const reaches = (element: HTMLElement, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && (element.contains(hit) || hit.contains(element) && hit.closest('label, button, a') !== null);
    };
    return controls.flatMap((element) => {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || !element.checkVisibility({ opacityProperty: false })) return [];
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const middle = { x: x + width / 2, y: y + height / 2 };
      const half = least / 2 - 1;
      const isTall = height >= least || (reaches(element, middle.x, middle.y - half) && reaches(element, middle.x, middle.y + half));
      const isWide = width >= least || (reaches(element, middle.x - half, middle.y) && reaches(element, middle.x + half, middle.y));
      return isTall && isWide ? [] : [`${Math.round(width)}x${Math.round(height)} ${element.tagName} ${element.getAttribute('aria-label') ?? element.innerText.trim().slice(0, 40)}`];
    });
  }, leastTargetPx);
}

/** Goes through `stops` stops of the Tab key and answers those at which nothing shows the focus. */
async function unseenFocus(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return undefined;
      const shows = (element: Element | null): boolean => {
        if (element === null) return false;
        const style = getComputedStyle(element);
        return (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) || style.boxShadow.includes('inset');
      };
      if (shows(focused) || shows(focused.parentElement)) return undefined;
      return focused.outerHTML.slice(0, 160);
    });
    if (place !== undefined) unseen.push(place);
  }
  return unseen;
}

/** Animations and transitions that run right now and last long enough to be seen. */
function movingThings(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 20).length);
}
