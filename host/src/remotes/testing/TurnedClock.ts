import type { RemoteClock } from '../RemoteClock';

/** A clock that stands still until a test turns it. */
export class TurnedClock implements RemoteClock {
  private time = 0;
  private waiting: { readonly at: number; readonly action: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, action: () => void): () => void {
    const entry = { at: this.time + ms, action };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  /** Runs what falls due, in order, and lets promises settle in between. */
  async turn(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (;;) {
      const next = this.waiting.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.waiting = this.waiting.filter((entry) => entry !== next);
      this.time = next.at;
      next.action();
      await settled();
    }
    this.time = end;
  }
}

/** Long enough for every chain of promises that is already decided. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
