/** Rejects with the signal's reason when it ends the wait. */
export function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', ended, { once: true });
    function done(): void {
      signal.removeEventListener('abort', ended);
      resolve();
    }
    function ended(): void {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }
  });
}
