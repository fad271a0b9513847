/**
 * A socket that looks open after the page slept is often dead, and its state says nothing. So whenever the page is seen
 * again or the device is back on a network, the server must answer within three seconds; else the connection is dropped
 * and made again. The answer is also a sample of the server's clock.
 */
import { filter, merge, skip, Subscription } from '@tessera/shared/kernel';
import type { ServerClock } from '../../domain/time';
import type { PageSignals } from './PageSignals';
import type { SocketPort } from './SocketPort';

export const livenessLimitMs = 3000;

export interface LivenessOptions {
  readonly socket: SocketPort;
  readonly page: PageSignals;
  readonly clock: ServerClock;
  readonly monotonic: () => number;
}

export function watchLiveness({ socket, page, clock, monotonic }: LivenessOptions): Subscription {
  let isConnected = false;
  let isProbing = false;

  async function probe(): Promise<void> {
    if (isProbing) return;
    isProbing = true;
    const sentAt = monotonic();
    try {
      const serverMs = await socket.askTime(livenessLimitMs);
      clock.add({ sentAt, receivedAt: monotonic(), serverMs });
    } catch {
      socket.reopen();
    } finally {
      isProbing = false;
    }
  }

  const subscription = new Subscription();
  subscription.add(
    socket.isConnected$.subscribe((state) => {
      isConnected = state;
      if (isConnected) void probe();
    }),
  );
  subscription.add(
    merge(page.isVisible.pipe(skip(1)), page.isOnline.pipe(skip(1)))
      .pipe(filter((isBack) => isBack))
      .subscribe(() => {
        // While waiting for its next attempt the client is told to try at once.
        if (isConnected) void probe();
        else socket.reopen();
      }),
  );
  return subscription;
}
