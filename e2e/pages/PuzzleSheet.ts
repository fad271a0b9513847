/** The slide puzzle, solved by what is seen of it: with a finger on the slider, with the arrow keys, or with the buttons. */
import { expect, type ElementHandle, type Locator } from 'playwright/test';
import { solvePuzzle } from '../fixtures/solvePuzzle';
import { Screen } from './Screen';

/** A picture may fool the eye once; the app then shows another one. */
const tries = 3;
const buttonStep = 2;

export class PuzzleSheet extends Screen {
  private readonly sheet = this.page.getByRole('dialog', { name: this.words('account:puzzle.title') });
  private readonly slider = this.sheet.getByRole('slider', { name: this.words('account:puzzle.slider') });
  private readonly picture = this.sheet.getByRole('img', { name: this.words('account:puzzle.image') });

  async isShown(): Promise<void> {
    await expect(this.picture).toBeVisible();
  }

  /** Drags the slider as a hand does: a slow start, a quick middle, a slow end. */
  drag(): Promise<void> {
    return this.solve(async (x, max) => {
      const box = await boxOf(this.slider);
      const thumb = 56;
      const y = box.y + box.height / 2;
      const from = box.x + thumb / 2;
      const to = from + (x / max) * (box.width - thumb);
      await this.page.mouse.move(from, y);
      await this.page.mouse.down();
      const steps = 10;
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await this.page.mouse.move(from + (to - from) * part * part * (3 - 2 * part), y + (step % 3));
        // Two frames: as long as a hand takes.
        await this.page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))));
      }
      await this.page.mouse.up();
    });
  }

  /** Arrow keys on the slider, then Enter on the check button. No pointer at all. */
  pressKeys(): Promise<void> {
    return this.solve(async (x) => {
      await this.slider.focus();
      const at = async () => Number(await this.slider.inputValue());
      // In leaps as long as one fits, then by the arrow. What a leap is the slider decides.
      for (let before = -1, leap = 0; before + 2 * leap < x;) {
        before = await at();
        await this.page.keyboard.press('PageUp');
        leap = (await at()) - before;
      }
      const past = (await at()) - x;
      for (let left = Math.abs(past); left > 0; left -= 1) await this.page.keyboard.press(past > 0 ? 'ArrowLeft' : 'ArrowRight');
      await this.checkButton().focus();
      await this.page.keyboard.press('Enter');
    });
  }

  /** The two arrow buttons and the check button: taps alone. */
  pressButtons(): Promise<void> {
    return this.solve(async (x) => {
      const right = this.button(this.words('account:puzzle.right'), this.sheet);
      await right.click();
      // The button rests where the first tap found it: to look for it again before each of some sixty taps takes seconds.
      const box = await boxOf(right);
      for (let at = buttonStep; at < x; at += buttonStep)
        await this.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await this.checkButton().click();
    });
  }

  private checkButton(): Locator {
    return this.button(this.words('account:puzzle.check'), this.sheet);
  }

  private async solve(place: (x: number, max: number) => Promise<void>): Promise<void> {
    for (let left = tries; left > 0; left -= 1) {
      await this.isShown();
      const seen = await this.look();
      await place(await solvePuzzle(seen), Number(await this.slider.getAttribute('max')));
      // Solved: the sheet is gone. Not solved: another picture takes the place of this one.
      await expect.poll(async () => (await this.sheet.isHidden()) || (await this.shownPicture()) !== seen.background).toBe(true);
      if (await this.sheet.isHidden()) return;
    }
    throw new Error(`the puzzle was not solved in ${tries} tries`);
  }

  private async look(): Promise<{ background: string; piece: string; top: number }> {
    const piece = this.picture.locator('xpath=following-sibling::img');
    await expect(piece).toBeVisible();
    // Both at one instant: the sheet may still be on its way up.
    return piece.evaluate(
      (over: HTMLImageElement, ground: HTMLImageElement | null) => {
        if (ground === null) throw new Error('not on the page');
        const [part, whole] = [over.getBoundingClientRect(), ground.getBoundingClientRect()];
        return {
          background: ground.getAttribute('src') ?? '',
          piece: over.getAttribute('src') ?? '',
          top: (part.y - whole.y) / whole.height,
        };
      },
      (await this.picture.elementHandle()) as ElementHandle<HTMLImageElement> | null,
    );
  }

  private async shownPicture(): Promise<string | undefined> {
    const source = this.picture.getAttribute('src', { timeout: 500 });
    return source.then((text) => text ?? undefined).catch(() => undefined);
  }
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('not on the page');
  return box;
}
