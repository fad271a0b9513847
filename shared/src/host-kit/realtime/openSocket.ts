/**
 * The socket.io client behind SocketPort, with the specification's figures: polling, then upgrade to websocket; reconnect
 * after 1 to 5 seconds; 20 seconds to connect. The library is fetched beside the first page instead of before it; until
 * it is here the port is simply not connected.
 */
import {
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  firstValueFrom,
  Observable,
  ReplaySubject,
  retry,
  Subscription,
  switchMap,
  timer,
} from '@tessera/shared/kernel';
import type { Socket } from 'socket.io-client';
import {
  socketPath,
  socketTimings,
  type ClientToServer,
  type QuoteBatch,
  type ServerToClient,
  type SocketAuth,
} from '../../domain/contract';
import type { SocketPort } from './SocketPort';

type AppSocket = Socket<ServerToClient, ClientToServer>;

/** A subscription answers from memory on the server: longer silence means that the connection is dead. */
const snapshotLimitMs = 5000;

export function openSocket(url: string, auth: () => SocketAuth): SocketPort {
  const socket$ = new ReplaySubject<AppSocket>(1);
  const isConnected = new BehaviorSubject(false);
  let socket: AppSocket | undefined;
  let isClosed = false;
  const refused = new Subscription();

  const loading = defer(() => import('socket.io-client'))
    .pipe(retry({ delay: socketTimings.reconnectDelayMaxMs }))
    .subscribe(({ io }) => {
      const made: AppSocket = io(url, {
        path: socketPath,
        transports: ['polling', 'websocket'],
        reconnectionDelay: socketTimings.reconnectDelayMs,
        reconnectionDelayMax: socketTimings.reconnectDelayMaxMs,
        timeout: socketTimings.connectTimeoutMs,
        // A function: asked again on every connect, so that a reconnect never carries the token of an earlier session.
        auth: (answer) => answer({ ...auth() }),
      });
      made.on('connect', () => isConnected.next(true));
      made.on('disconnect', (reason) => {
        isConnected.next(false);
        // socket.io does not come back by itself after the server closed the connection on purpose.
        if (reason === 'io server disconnect' && !isClosed) made.connect();
      });
      made.on('connect_error', ({ message }) => {
        // Nor after a refusal that is of this moment only: too busy, or too many connections of this person.
        if (made.active || message === 'AUTH_SESSION_ENDED') return;
        refused.add(timer(socketTimings.reconnectDelayMaxMs).subscribe(() => made.connect()));
      });
      socket = made;
      socket$.next(made);
    });

  return {
    isConnected$: isConnected.pipe(distinctUntilChanged()),
    on: (name) => socket$.pipe(switchMap((live) => eventsOf(live, name))),
    async subscribe(symbols) {
      const live = await firstValueFrom(socket$);
      return (await live.timeout(snapshotLimitMs).emitWithAck('quotes.subscribe', symbols)) as QuoteBatch;
    },
    unsubscribe: (symbols) => socket?.emit('quotes.unsubscribe', symbols),
    watchChart: (symbol) => socket?.emit('chart.watch', symbol),
    watchBook: (symbol) => socket?.emit('book.watch', symbol),
    tellRunning: (running) => socket?.emit('release.running', running),
    tellReleaseEvent: (event) => socket?.emit('release.event', event),
    async askTime(limitMs) {
      const live = await firstValueFrom(socket$);
      return (await live.timeout(limitMs).emitWithAck('time.ask')) as number;
    },
    reopen() {
      socket?.disconnect().connect();
    },
    close() {
      isClosed = true;
      refused.unsubscribe();
      loading.unsubscribe();
      socket?.disconnect();
    },
  };
}

function eventsOf(socket: AppSocket, name: keyof ServerToClient): Observable<never> {
  // socket.io's types tie each handler to its event; the caller's signature restores that tie.
  const emitter = socket as unknown as {
    on(name: string, take: (value: never) => void): void;
    off(name: string, take: (value: never) => void): void;
  };
  return new Observable<never>((observer) => {
    const take = (value: never) => observer.next(value);
    emitter.on(name, take);
    return () => emitter.off(name, take);
  });
}
