/** Waiting for something to become true, always with a limit. One animation frame is one look. */
import { unwatched } from './watchTimers';

/** Longer than any page here needs on a busy machine; a limit, not an expectation. */
export const showLimitMs = 10_000;
export const restLimitMs = 1500;
const calmFrames = 2;
const calmLimitFrames = 15;

const nextFrame = (): Promise<unknown> => new Promise((resolve) => unwatched.requestAnimationFrame(resolve));

export async function frames(count: number): Promise<void> {
  for (let frame = 0; frame < count; frame += 1) await nextFrame();
}

/** Answers false when the limit is reached first. */
export async function until(isTrue: () => boolean, limitMs: number): Promise<boolean> {
  const giveUpAt = performance.now() + limitMs;
  while (!isTrue()) {
    if (performance.now() > giveUpAt) return false;
    await nextFrame();
  }
  return true;
}

/** Until what is on the page has not changed for two frames, or for fifteen frames at most: a page may always move. */
export async function calm(root: Element): Promise<void> {
  let before = root.innerHTML;
  for (let same = 0, frames = 0; same < calmFrames && frames < calmLimitFrames; frames += 1) {
    await nextFrame();
    same = root.innerHTML === before ? same + 1 : 0;
    before = root.innerHTML;
  }
}
