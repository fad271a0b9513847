import type { Server as HttpServer } from 'node:http';
import { socketPath, socketTimings } from '@tessera/shared/contract';
import { Server } from 'socket.io';
import type { OurServer } from './OurSocket';
import type { SocketDoor } from './SocketDoor';

const maxMessageBytes = 16 * 1024;

/** Takes the socket's path on a server that may already be listening. */
export function openSocketServer(http: HttpServer, door: Pick<SocketDoor, 'refusalOf' | 'authenticate'>): OurServer {
  const server: OurServer = new Server(http, {
    path: socketPath,
    serveClient: false,
    transports: ['polling', 'websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessageBytes,
    connectTimeout: socketTimings.connectTimeoutMs,
    allowRequest: (request, decide) => {
      const refusal = door.refusalOf(request);
      decide(refusal ?? null, refusal === undefined);
    },
  });
  server.use((socket, next) => {
    door.authenticate(socket).then(
      () => next(),
      (error: unknown) => next(error instanceof Error ? error : new Error('PLEASE_RETRY')),
    );
  });
  return server;
}
