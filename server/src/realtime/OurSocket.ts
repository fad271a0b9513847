/** One client's socket and what is kept of it, and the rooms that it may be in. */
import type { ClientToServer, ServerToClient } from '@tessera/shared/contract';
import type { Server, Socket } from 'socket.io';
import type { SignedIn } from '../http/handler';
import type { RateBucket } from './inboundRate';

interface SocketData {
  user: SignedIn | undefined;
  symbols: Set<string>;
  chart: string | undefined;
  book: string | undefined;
  rate: RateBucket;
}

export type OurServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type OurSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

export const userRoom = (user: Pick<SignedIn, 'userId' | 'mode'>): string => `u:${user.userId}:${user.mode}`;
export const sessionRoom = (sessionId: string): string => `s:${sessionId}`;
