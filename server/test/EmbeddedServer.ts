/** The real server with its own PostgreSQL, as a process that a test may kill, restart on the same data, and ask over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readConfig } from '../src/platform/config';
import { createLog } from '../src/platform/log';
import { sha256Hex } from '../src/platform/random';
import type { Db } from '../src/store/database';
import { openStore } from '../src/store/openStore';
import { serverProgram } from '../build/serverProgram.mjs';
import { untilReady } from './untilReady';

const serverDir = join(dirname(fileURLToPath(import.meta.url)), '..');

export interface Answer {
  readonly type: string;
  readonly message: unknown;
}

export class EmbeddedServer {
  private child: ChildProcess | undefined;
  private url = '';
  private said = '';

  private constructor(
    readonly dataDir: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  static async create(env: Readonly<Record<string, string>>): Promise<EmbeddedServer> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-process-'));
    // As root, PostgreSQL's user has to pass through to its own folder.
    await chmod(dataDir, 0o711);
    return new EmbeddedServer(dataDir, env);
  }

  /** Before the first start: the database is made and migrated in this process, which computes less than a server, and changed by its owner. */
  async prepare(change: (owner: pg.Client, db: Db) => Promise<unknown>): Promise<void> {
    const store = await openStore({
      config: readConfig({ DATA_DIR: this.dataDir }),
      log: createLog({ logLevel: 'silent' }),
    });
    try {
      await this.asOwner((owner) => change(owner, store.database.db));
    } finally {
      await store.close();
    }
  }

  /** Starts and waits until ready.json names this process's address. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await rm(join(this.dataDir, 'ready.json'), { force: true });
    const child = spawn(process.execPath, serverProgram, {
      cwd: join(serverDir, '..'),
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: this.dataDir,
        LOG_LEVEL: 'warn',
        RATE_LIMIT_FACTOR: '10000',
        ...this.env,
        ...more,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const keep = (chunk: Buffer) => (this.said = (this.said + chunk.toString()).slice(-8000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    this.url = (await untilReady(child, this.dataDir, () => this.said)).apiUrl;
  }

  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  /** Of the process that was started last; null while it runs, or when a signal ended it. */
  exitCode(): number | null {
    return this.child?.exitCode ?? null;
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** Up to and with "/api/". */
  apiUrl(): string {
    return this.url;
  }

  isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  async killPostgres(): Promise<void> {
    process.kill(await this.postgresPid(), 'SIGKILL');
  }

  async postgresPid(): Promise<number> {
    const text = await readFile(join(this.dataDir, 'postgres/cluster/postmaster.pid'), 'utf8');
    return Number.parseInt(text.split('\n')[0] ?? '', 10);
  }

  /** Every process that serves or starts to serve this cluster, found among all processes of the machine. */
  postgresIds(): number[] {
    const cluster = join(this.dataDir, 'postgres/cluster');
    return readdirSync('/proc').flatMap((name) => {
      if (!/^\d+$/.test(name)) return [];
      try {
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        return args[0]?.endsWith('/postgres') === true && args.includes(cluster) ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }

  async ownerAddress(): Promise<{ host: string; user: string; password: string; database: string }> {
    const password = await readFile(join(this.dataDir, 'postgres-secret'), 'utf8');
    return { host: join(this.dataDir, 'postgres/run'), user: 'tessera', password, database: 'tessera' };
  }

  /** As the database's owner, beside the server. */
  async ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.asOwner(async (owner) => (await owner.query<Row>(text, [...values])).rows);
  }

  private async asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(await this.ownerAddress());
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** A session of the demo login, made beside the puzzle and the password. */
  async openSession(mode: 'real' | 'demo'): Promise<{ token: string; userId: number }> {
    const token = randomBytes(32).toString('base64url');
    const [user] = await this.ask<{ id: string }>('select id from app_user order by id limit 1');
    const userId = Number.parseInt(user?.id ?? '', 10);
    const nowMs = (await this.ask<{ ms: string }>('select (extract(epoch from now()) * 1000)::bigint as ms'))[0]?.ms;
    await this.ask(
      'insert into session (token_hash, user_id, mode, created_at_ms, last_seen_at_ms) values ($1, $2, $3, $4, $4)',
      [sha256Hex(token), userId, mode, nowMs],
    );
    return { token, userId };
  }

  /** Rejects when nobody answers in time: the caller then does not know what happened. */
  async call(path: string, token: string, body: unknown, key: string): Promise<Answer> {
    const response = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5000),
    });
    return (await response.json()) as Answer;
  }

  /** Ends everything and takes the data away. */
  async remove(): Promise<void> {
    await this.stop();
    const pid = await this.postgresPid().catch(() => undefined);
    if (pid !== undefined && Number.isInteger(pid)) process.kill(pid, 'SIGQUIT');
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}
