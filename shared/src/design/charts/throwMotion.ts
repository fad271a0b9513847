/** A throw: the content runs on after the finger has left, slower and slower. */

/** Speed left after one millisecond of a throw. */
const friction = 0.9955;
const slowestPxPerMs = 0.02;

export interface ThrowMotion {
  start(pxPerMs: number): void;
  stop(): void;
}

export function throwMotion(pan: (px: number) => void): ThrowMotion {
  let frame = 0;
  return {
    start(pxPerMs) {
      let left = pxPerMs;
      let beforeMs: number | undefined;
      const step = (atMs: number) => {
        const elapsed = Math.min(48, atMs - (beforeMs ?? atMs - 16));
        beforeMs = atMs;
        pan(left * elapsed);
        left *= friction ** elapsed;
        if (Math.abs(left) > slowestPxPerMs) frame = requestAnimationFrame(step);
      };
      frame = requestAnimationFrame(step);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
