/** The exchange as processes of their own on a data folder of their own, with its database open to the bench. */
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildServer } from '../../server/build/buildServer.mjs';
import { startOwnServer, type OwnServer } from '../../e2e/fixtures/ownServer';

export interface Exchange {
  readonly url: string;
  readonly pool: pg.Pool;
  /** Of the process that answers. */
  readonly pid: number;
  /** Another process of the same exchange. */
  join(env: Readonly<Record<string, string>>): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

export async function startExchange(env: Readonly<Record<string, string>> = {}): Promise<Exchange> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
  await chmod(dataDir, 0o711);
  await buildServer();
  const main = await startProcess(dataDir, env);
  const password = await readFile(join(dataDir, 'postgres-secret'), 'utf8');
  const socket = join(dataDir, 'postgres/run');
  const pool = new pg.Pool({ host: socket, user: 'tessera', password, database: 'tessera', max: 40 });
  pool.on('error', () => undefined);
  return {
    url: main.origin,
    pool,
    pid: main.pid,
    async join(extra) {
      const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'));
      const databaseUrl = `postgres://tessera:${encodeURIComponent(password)}@/tessera?host=${encodeURIComponent(socket)}`;
      const other = await startProcess(folder, { DATABASE_URL: databaseUrl, ...extra });
      return {
        async stop() {
          await other.stop();
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
    async stop() {
      await pool.end();
      await main.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}

function startProcess(dataDir: string, env: Readonly<Record<string, string>>): Promise<OwnServer> {
  return startOwnServer(dataDir, { LOG_LEVEL: 'error', RATE_LIMIT_FACTOR: '10000', ...env });
}

export interface Trader {
  readonly userId: number;
  readonly token: string;
}

const firstId = 20_000_000;

/**
 * People with a demo session and a million of play money each, made in the database beside registration. `openedAtMs`: when they
 * were given the money, if not now.
 */
export async function makeTraders(pool: pg.Pool, count: number, { openedAtMs = Date.now() } = {}): Promise<Trader[]> {
  const traders = Array.from({ length: count }, (_, index) => ({
    userId: firstId + index,
    token: randomBytes(32).toString('base64url'),
  }));
  const ids = traders.map(({ userId }) => userId);
  const hashes = traders.map(({ token }) => createHash('sha256').update(token).digest('hex'));
  const nowMs = Date.now();
  await pool.query(
    `insert into app_user (id, email, country, password_hash, invitation_code, last_mode, is_demo_open, created_at_ms)
     select id, 'bench' || id || '@example.com', 'DE', '-', 'B' || id, 'demo', true, $2 from unnest($1::bigint[]) id`,
    [ids, nowMs],
  );
  await pool.query(
    `insert into session (token_hash, user_id, mode, created_at_ms, last_seen_at_ms)
     select hash, id, 'demo', $3, $3 from unnest($1::bigint[], $2::text[]) given (id, hash)`,
    [ids, hashes, nowMs],
  );
  for (const id of ids) {
    await pool.query(
      `select post('demo', 'demo_open', 'bench', $2, $3,
         open_accounts(array[$1, $1, 0]::bigint[], array['demo', 'demo', 'demo'], array['USDT', 'USDT', 'USDT'], array['coin', 'contract', 'demo']),
         array[1000000, 1000000, -2000000]::numeric[])`,
      [id, `bench:${id}`, openedAtMs],
    );
  }
  return traders;
}

/** One call of the endpoint table; throws on a refusal. */
export async function call<T>(
  url: string,
  trader: Trader,
  method: 'GET' | 'POST',
  path: string,
  request: Readonly<Record<string, string | number>>,
  key?: string,
): Promise<T> {
  const target = new URL(`/api/${path}`, url);
  if (method === 'GET') for (const [name, value] of Object.entries(request)) target.searchParams.set(name, String(value));
  const response = await fetch(target, {
    method,
    headers: {
      authorization: trader.token,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(method === 'POST' ? { body: JSON.stringify(request) } : {}),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = (await response.json()) as { type: string; message: T };
  if (answer.type !== 'ok') throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.message;
}
