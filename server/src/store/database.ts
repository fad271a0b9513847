/**
 * The connection to PostgreSQL. Columns are snake_case in SQL and camelCase here. Whole numbers (ids, instants) arrive as
 * JavaScript numbers and are refused above 2^53; `numeric` arrives as text, because money is never a number.
 *
 * Sessions run as the role `tessera_app`, which cannot write the ledger's tables: it may only call the ledger's functions. What operators do runs as
 * `tessera_staff`, which may that and what operators need. Each logs in as its own role (ownLogin.ts).
 */
import { invariant } from '@tessera/shared/errors';
import type { Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../platform/log';
import type { Tables } from './tables';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface DatabaseAddress {
  readonly connectionString?: string;
  readonly host?: string;
  readonly port?: number;
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export const appRole = 'tessera_app';
export const staffRole = 'tessera_staff';
export type DatabaseRole = typeof appRole | typeof staffRole;
const defaultStatementLimitMs = 15_000;
/** Of the server: no transaction outlives this; the invariant checks rely on it to know that old journal ids are decided. */
export const transactionLimitMs = 30_000;
const idleLimitMs = 30_000;
/** Longer than any statement may run and any connection may idle: anyone who is silent for so long is not there any more. */
const silenceLimitOf = (statementMs: number): number => Math.max(idleLimitMs, statementMs) + 5000;

const int8 = 20;
const int8Array = 1016;
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === int8) return wholeNumber;
    if (oid === int8Array)
      return (text: string) => (pg.types.getTypeParser(int8Array as number, 'text')(text) as string[]).map(wholeNumber);
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

function wholeNumber(text: string): number {
  const value = Number(text);
  invariant(Number.isSafeInteger(value), `a whole number from SQL must be below 2^53, got ${text}`);
  return value;
}

export interface OpenDatabaseOptions {
  readonly address: DatabaseAddress;
  /** The server's, unless said. */
  readonly role?: DatabaseRole;
  readonly poolSize: number;
  readonly log: Log;
  /** How long a connection may bring nothing before it counts as lost. */
  readonly silenceLimitMs?: number;
  /** How long one statement may run; more than usual for operators, who wait for what takes its time. */
  readonly statementLimitMs?: number;
  /** Told of each query that failed. */
  readonly onError?: (error: unknown) => void;
}

export function openDatabase({
  address,
  role = appRole,
  poolSize,
  log,
  statementLimitMs = defaultStatementLimitMs,
  silenceLimitMs = silenceLimitOf(statementLimitMs),
  onError,
}: OpenDatabaseOptions): Database {
  let isClosed = false;
  const settings = [
    `-c statement_timeout=${statementLimitMs}`,
    `-c lock_timeout=${defaultStatementLimitMs}`,
    `-c idle_in_transaction_session_timeout=${defaultStatementLimitMs}`,
    `-c transaction_timeout=${Math.max(transactionLimitMs, statementLimitMs)}`,
    // Anyone who logs in.
    `-c role=${role}`,
  ];
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: idleLimitMs,
    keepAlive: true,
    application_name: 'tessera',
    options: settings.join(' '),
    types,
  });
  // Without this listener a restart of PostgreSQL would end our process.
  pool.on('error', (error) => {
    if (isClosed) return;
    // Not the error itself: it carries the whole connection with its settings.
    log.warn({ sqlState: (error as { code?: string }).code, reason: error.message }, 'database connection lost');
  });
  // The same for a connection that breaks while somebody holds it; the holder's query fails by itself.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    endWhenSilent(client, silenceLimitMs);
  });
  const db: Db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: (event) => void (event.level === 'error' && onError?.(event.error)),
  });
  return {
    db,
    pool,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await db.destroy();
    },
  };
}

/**
 * A half open wire takes what is sent and brings nothing: the limits of the other side cannot reach us, and without one of our
 * own a job would wait for ever. What was under way fails as a lost connection and is repeated with its key.
 */
function endWhenSilent(client: pg.PoolClient, limitMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(limitMs, () => stream.destroy(new Error('Connection terminated: the database is silent')));
}
