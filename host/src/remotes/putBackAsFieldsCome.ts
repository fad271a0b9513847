/** Fields of the next release may come late: with a chunk, or with an answer. */
const restoreWithinMs = 10_000;

interface PutBack {
  readonly putBack: () => void;
  readonly isDone: () => boolean;
  /** What is not put back by now is forgotten. */
  readonly giveUp: () => void;
}

/** Until all is put back, the time is over, or the person goes on elsewhere. The answer ends it early. */
export function putBackAsFieldsCome(root: HTMLElement, { putBack, isDone, giveUp }: PutBack): () => void {
  putBack();
  if (isDone()) return () => undefined;
  const watch = new MutationObserver(() => {
    putBack();
    if (isDone()) stop();
  });
  const end = (): void => {
    stop();
    giveUp();
  };
  const timer = setTimeout(end, restoreWithinMs);
  const stop = (): void => {
    clearTimeout(timer);
    watch.disconnect();
    root.removeEventListener('pointerdown', end, true);
  };
  watch.observe(root, { childList: true, subtree: true });
  root.addEventListener('pointerdown', end, true);
  return stop;
}
