/**
 * Who may connect: only pages of our own origin, only the protocol that we speak, so many connections of a network and so many
 * sockets of a person. A socket's user is the person to whom the token in its auth payload belongs.
 */
import type { IncomingMessage } from 'node:http';
import type { SocketAuth } from '@tessera/shared/contract';
import type { SignedIn } from '../http/handler';
import { isOwnOrigin } from '../http/isOwnOrigin';
import { networkOf } from '../http/networkOf';
import type { SessionFinder } from '../http/sessionFinder';
import type { Clock } from '../platform/Clock';
import type { Metrics } from '../platform/metrics';
import { withLimit } from '../platform/timers';
import { clientAddress } from './clientAddress';
import type { OurSocket } from './OurSocket';
import { createSocketCounts, type SocketBounds } from './SocketCounts';

const authLimitMs = 5_000;
/** What engine.io reads of an address. */
const engineNames = ['EIO', 'transport', 'sid'];

/** The connection below a socket. */
export interface EngineSocket {
  readonly remoteAddress: string;
  readonly request: IncomingMessage;
  once(event: 'close', listener: () => void): unknown;
}

export interface SocketDoor {
  /** Asked before the upgrade: after it, a refusal of an old protocol would be written as HTTP into the open WebSocket. */
  refusalOf(request: IncomingMessage): string | undefined;
  /** Counts the connection until it closes. */
  connected(connection: EngineSocket): void;
  /** Throws the code that the client is told. */
  authenticate(socket: OurSocket): Promise<void>;
  findUser(token: string): Promise<SignedIn | undefined>;
}

export interface SocketDoorDeps {
  readonly sessions: SessionFinder;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly trustedProxies: number;
  readonly bounds: SocketBounds | undefined;
}

export function createSocketDoor({ sessions, clock, metrics, trustedProxies, bounds }: SocketDoorDeps): SocketDoor {
  const refusedRoom = metrics.counter('sockets_refused_total', 'Connections refused because there are too many', ['bound']);
  const counts = createSocketCounts(bounds);
  const networkOfRequest = (address: string, headers: IncomingMessage['headers']): string =>
    networkOf(clientAddress({ address, headers }, trustedProxies));
  const findUser = (token: string): Promise<SignedIn | undefined> =>
    withLimit(sessions.find(token), authLimitMs, () => new Error('PLEASE_RETRY'));

  return {
    findUser,
    refusalOf(request) {
      if (!isOwnOrigin(request)) return 'origin';
      const asked = new URL(request.url ?? '', 'http://socket').searchParams;
      // engine.io takes the last of several, and looks at some of it only once it has upgraded.
      if (engineNames.some((name) => asked.getAll(name).length > 1) || asked.get('EIO') !== '4') return 'protocol';
      if (request.headers.upgrade !== undefined && asked.get('transport') !== 'websocket') return 'protocol';
      // An empty one is none, to engine.io too.
      const isNew = (asked.get('sid') ?? '') === '';
      if (!isNew || counts.hasRoom(networkOfRequest(request.socket.remoteAddress ?? '', request.headers))) return undefined;
      refusedRoom.inc({ bound: 'network' });
      return 'TOO_MANY_REQUESTS';
    },
    connected(connection) {
      const { remoteAddress, request } = connection;
      connection.once('close', counts.connected(networkOfRequest(remoteAddress, request.headers)));
    },
    async authenticate(socket) {
      const { token } = socket.handshake.auth as SocketAuth;
      socket.data.symbols = new Set();
      socket.data.rate = { left: undefined, atMs: clock.now() };
      if (typeof token !== 'string' || token === '') return;
      const user = await findUser(token);
      // The client shows the sign-in page on this message, as for type 999.
      if (user === undefined) throw new Error('AUTH_SESSION_ENDED');
      const leave = counts.signedIn(user.userId);
      if (leave === undefined) {
        refusedRoom.inc({ bound: 'person' });
        // The connection below it must not stay either.
        setImmediate(() => socket.conn.close());
        throw new Error('TOO_MANY_REQUESTS');
      }
      // The engine's own end: it comes also for a socket that never got to its rooms.
      socket.conn.once('close', leave);
      socket.data.user = user;
    },
  };
}
