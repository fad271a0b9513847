/** On a real connection: what never finishes is cut off, and what is cut off disturbs nobody. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { openHttp } from '../../test/openHttp';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  ({ app } = await openHttp({ serverTime: async ({ nowMs }) => ({ serverMs: nowMs }) }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** Sends a text and answers what came back until the connection ended. */
function converse(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

describe('a connection', () => {
  it('has limits for its headers and for the whole request', () => {
    expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([15_000, 60_000]);
  });

  it('that breaks the protocol is answered 400 and closed, while others are served', async () => {
    const [broken, served] = await Promise.all([
      converse('NONSENSE\r\n\r\n'),
      converse('GET /api/time HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    ]);
    expect(broken).toContain('400');
    expect(served).toContain('"type":"ok"');
  });

  it('with headers beyond 16 KB is refused', async () => {
    expect(await converse(`GET /api/time HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`)).toContain('431');
  });

  it('that announces a body above the limit is refused before it is sent', async () => {
    const answer = await converse(
      'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 99999999\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toContain('PARAMETER_WRONG');
  });
});
