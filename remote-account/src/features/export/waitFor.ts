import { firstValueFrom, fromEvent, takeUntil, timer } from '@tessera/shared/kernel';

/** Rejects when the signal ends the wait. */
export async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await firstValueFrom(timer(ms).pipe(takeUntil(fromEvent(signal, 'abort'))));
}
