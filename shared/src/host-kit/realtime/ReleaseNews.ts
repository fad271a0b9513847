/**
 * What the page tells the server about its releases. The state (what runs) is told on every connect and change, since the
 * server forgets it with the connection. Happenings are told once; those of a time without a connection are kept, the
 * latest fifty of them, because a release that fails often fails before the socket is up.
 */
import type { Subscription } from '@tessera/shared/kernel';
import type { ReleaseEvent, RunningReleases } from '../../domain/contract';
import type { SocketPort } from './SocketPort';

const maxKept = 50;

export interface ReleaseNews {
  running(running: RunningReleases): void;
  happened(event: ReleaseEvent): void;
}

export function createReleaseNews(socket: SocketPort): { readonly news: ReleaseNews; readonly subscription: Subscription } {
  let isConnected = false;
  let running: RunningReleases | undefined;
  let kept: readonly ReleaseEvent[] = [];

  const subscription = socket.isConnected$.subscribe((state) => {
    isConnected = state;
    if (!isConnected) return;
    if (running !== undefined) socket.tellRunning(running);
    for (const event of kept) socket.tellReleaseEvent(event);
    kept = [];
  });

  return {
    subscription,
    news: {
      running(next) {
        running = next;
        if (isConnected) socket.tellRunning(next);
      },
      happened(event) {
        if (isConnected) socket.tellReleaseEvent(event);
        else kept = [...kept, event].slice(-maxKept);
      },
    },
  };
}
