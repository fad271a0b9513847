/** On a real connection: what never finishes is cut off, and what is cut off disturbs nobody. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { openHttp } from '../../test/openHttp';
import type { IncomingMessage } from 'node:http';
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

describe('a server that stops', () => {
  it('answers what comes on a kept connection in the envelope, and closes it', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const stopping = await openHttp({
      serverTime: async ({ nowMs }) => {
        await held;
        return { serverMs: nowMs };
      },
    });
    await stopping.app.listen({ port: 0, host: '127.0.0.1' });
    const ask = 'GET /api/time HTTP/1.1\r\nHost: x\r\n\r\n';
    const heard = new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(ask));
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
      stopping.app.server.once('request', () => {
        const closed = stopping.app.close();
        // The second request lies behind the one that is being answered.
        stopping.app.server.once('request', letGo);
        socket.write(ask);
        closed.catch(reject);
      });
    });
    const [, second] = (await heard).split(/(?=HTTP\/1\.1 503)/);
    expect(second).toMatch(/connection: close/i);
    expect(second).toContain('{"type":"error","message":"PLEASE_RETRY"}');
  });
});

it('whoever goes away in the middle of his own body leaves no line in the log', async () => {
  const left = await openHttp({ login: async () => Promise.reject(new Error('never reached')) });
  await left.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((left.app.server.address() as AddressInfo).port, '127.0.0.1');
  const begun = new Promise<IncomingMessage>((resolve) => left.app.server.once('request', resolve));
  socket.write(
    'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n\r\nacc',
  );
  const request = await begun;
  const gone = new Promise((resolve) => request.once('close', resolve));
  // Let the body be awaited before it breaks off.
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await gone;
  await left.app.close();
  expect(left.logged.filter((line) => line.includes('request failed'))).toEqual([]);
});
