/**
 * A wire between the server and its database that can be bad: slow, cut (every connection ends, new ones are refused), or half
 * open (what is sent disappears, nobody is told). Listens on a port of its own.
 */
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { DatabaseAddress } from '../src/store/database';

export type Wire = 'good' | 'slow' | 'cut' | 'half open';

const slowByMs = 60;

export class CutProxy {
  private wire: Wire = 'good';
  private readonly pairs = new Set<readonly [Socket, Socket]>();
  /** What was lost on them never comes, also when the wire is good again. */
  private readonly silent = new WeakSet<Socket>();

  private constructor(
    private readonly server: Server,
    readonly address: DatabaseAddress,
  ) {}

  static async open(behind: DatabaseAddress): Promise<CutProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('the proxy listens on a port');
    const proxy = new CutProxy(server, { ...behind, host: '127.0.0.1', port: bound.port });
    server.on('connection', (near) => proxy.connect(near, behind));
    return proxy;
  }

  private connect(near: Socket, { host = '', port = 5432 }: DatabaseAddress): void {
    if (this.wire === 'cut') return void near.destroy();
    const far = host.startsWith('/') ? createConnection(`${host}/.s.PGSQL.${port}`) : createConnection(port, host);
    const pair = [near, far] as const;
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk) => {
        if (this.wire === 'half open') this.silent.add(near);
        if (this.silent.has(near)) return;
        if (this.wire === 'slow') setTimeout(() => to.writable && to.write(chunk), slowByMs);
        else to.write(chunk);
      });
      from.on('error', end).on('close', end);
    }
  }

  set(wire: Wire): void {
    this.wire = wire;
    if (wire !== 'cut') return;
    for (const [near, far] of [...this.pairs]) {
      near.destroy();
      far.destroy();
    }
  }

  async close(): Promise<void> {
    this.set('cut');
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}
