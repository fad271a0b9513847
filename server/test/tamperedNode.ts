/** An endpoint of a chain that passes on what it is asked, and answers otherwise where a test says so. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalChain } from './localChain';

/** What it answers instead of `real()`; an Error is a refusal by the node. */
export type Tampering = (method: string, real: () => Promise<unknown>) => Promise<unknown>;

export interface TamperedNode {
  readonly url: string;
  /** undefined: honest again. */
  tamper(how: Tampering | undefined): void;
  stop(): void;
}

export async function startTamperedNode({ client }: Pick<LocalChain, 'client'>): Promise<TamperedNode> {
  let how: Tampering | undefined;
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += String(part)));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text) as { id: number; method: string; params: unknown };
      const real = () => client.request({ method, params } as never) as Promise<unknown>;
      const answer = (how?.(method, real) ?? real()).then(
        (result) => ({ result }),
        (error: { details?: string; message?: string }) => ({
          error: { code: -32_000, message: error.details ?? error.message },
        }),
      );
      void answer.then((body) =>
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, ...body })),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tamper: (next) => (how = next),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
