/** An endpoint of a chain that says what a node says, save what a test alters: another hash, another amount, a log too few or too many, silence. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Of the answer to a method; what it returns is said instead. `silent`: nothing is said at all. */
export type Altering = (method: string, answer: unknown) => unknown;
export const silent = Symbol('silent');

export interface AlteringEndpoint {
  readonly url: string;
  /** From now on. undefined: it is honest. */
  alter(how: Altering | undefined): void;
  close(): void;
}

export async function openAlteringEndpoint(behind: string): Promise<AlteringEndpoint> {
  let altering: Altering | undefined;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      void (async () => {
        const { method } = JSON.parse(text) as { readonly method: string };
        const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
        const told = (await answer.json()) as { result?: unknown };
        if (altering !== undefined && 'result' in told) told.result = altering(method, told.result);
        if (told.result === silent) return;
        response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
      })().catch(() => response.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter(how) {
      altering = how;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
