/**
 * Waits for work on the release store; once we are to stop, for at most `graceMs` more. A store that is cut off from us answers
 * after half a minute, and a stop that waited for that would be cut short itself, before the database is closed.
 */
export function untilStopped(work: Promise<void>, signal: AbortSignal, graceMs = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const leave = () => {
      timer = setTimeout(resolve, graceMs);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  });
}
