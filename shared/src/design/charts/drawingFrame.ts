/** Draws at most once per animation frame; of what is asked for within one, the whole drawing wins. */
export interface DrawingFrame {
  schedule(what: 'patch' | 'full'): void;
  drawNow(what: 'patch' | 'full'): void;
  end(): void;
}

export function drawingFrame(draw: (isWhole: boolean) => void): DrawingFrame {
  let pending: 'none' | 'patch' | 'full' = 'none';
  let frame = 0;

  function schedule(what: 'patch' | 'full') {
    if (pending === 'none') frame = requestAnimationFrame(flush);
    if (pending !== 'full') pending = what;
  }

  /** The stream of prices keeps the pace of frames by itself: what it brings is drawn in the frame in which the header shows it. */
  function drawNow(what: 'patch' | 'full') {
    schedule(what);
    cancelAnimationFrame(frame);
    flush();
  }

  function flush() {
    const what = pending;
    pending = 'none';
    draw(what === 'full');
  }

  return { schedule, drawNow, end: () => cancelAnimationFrame(frame) };
}
