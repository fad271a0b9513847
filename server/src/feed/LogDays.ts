/**
 * Day files of the tick log, which outlive the ticks' rows: `<folder>/<symbol>/<YYYY-MM-DD>.ndjson.gz`, a header
 * {symbol, day, previousHash, firstSeq, lastSeq} and then one tick a line, as `fairness/log` shows it. A day is written once it is
 * over and a root covers a later tick. The chain, into the first tick after the day, and the anchored heads are verified on the
 * way; a day that fails has no file, and its ticks are not forgotten. Drafts that a crash left go before the first day is written.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Tick } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { findChainBreak, genesisHash, type ChainHead } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import type { Clock } from '../platform/Clock';
import { syncFolder } from '../platform/durableFile';
import type { Log } from '../platform/log';
import type { Db } from '../store/database';
import { draftOf, tidyLogDays } from './logDayFolder';
import { nativeSha256 } from './nativeSha256';
import { shownTickColumns, toShownTick, type ShownTickRow } from './tickLog';

const dayMs = 86_400_000;
/** Lines that are read, verified and packed in one go: some ten milliseconds, so that ticks never wait for long. */
const pageSize = 200;
/** The head of a day's last tick is anchored soon after the day. */
const anchorWaitMs = 600_000;
const retryMs = 600_000;
const tidyMs = 3_600_000;

export interface LogDays {
  /** Writes at most one day of one symbol. Answers whether there may be more to do. */
  writeNext(signal: AbortSignal): Promise<boolean>;
  /** Up to when each symbol's days are written. */
  writtenUntil(): Promise<Map<string, number>>;
}

export interface LogDaysDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly folder: string;
  /** Files of days that began longer ago are removed; undefined: they are kept for ever. */
  readonly keptDays?: number | undefined;
}

interface DueDay {
  readonly symbol: string;
  readonly day: string;
  readonly atMs: number;
  /** Where the chain stood when the day began. */
  readonly before: ChainHead;
  readonly last: ChainHead;
  /** False where ticks were forgotten before there were day files. */
  readonly isWhole: boolean;
}

export function createLogDays({ db, clock, log, folder, keptDays }: LogDaysDeps): LogDays {
  /** A day that failed is not read again every few seconds. */
  const waitsUntilMs = new Map<string, number>();
  let nextTidyMs = 0;

  /** Who has just begun to write is the only writer, so whatever is half written was left by another one. */
  async function tidy(): Promise<void> {
    const nowMs = clock.now();
    if (nowMs < nextTidyMs) return;
    const isFirst = nextTidyMs === 0;
    nextTidyMs = nowMs + tidyMs;
    try {
      const keptFromDay = keptDays === undefined ? undefined : new Date(nowMs - keptDays * dayMs).toISOString().slice(0, 10);
      const found = await tidyLogDays(folder, { withDrafts: isFirst, keptFromDay });
      if (isFirst || found.removedDays > 0) log.info({ folder, keptDays, ...found }, 'day files of the tick log');
    } catch (error) {
      log.error({ err: error, folder }, 'the folder of day files cannot be tidied');
    }
  }

  return {
    async writeNext(signal) {
      await tidy();
      const heads = await db.selectFrom('tickHead').select('symbolId').orderBy('symbolId').execute();
      for (const { symbolId } of heads) {
        if (signal.aborted) return false;
        if ((waitsUntilMs.get(symbolId) ?? 0) > clock.now()) continue;
        try {
          const due = await findDueDay(db, symbolId);
          if (due === undefined) continue;
          const file = due.isWhole ? await writeDay(db, folder, due, signal) : { bytes: null, sha256: null };
          const { symbol, day, before, last } = due;
          await db
            .insertInto('logDay')
            .values({ symbolId: symbol, day, firstSeq: before.seq + 1, lastSeq: last.seq, hash: last.hash, ...file })
            .execute();
          return true;
        } catch (error) {
          if (signal.aborted) return false;
          waitsUntilMs.set(symbolId, clock.now() + retryMs);
          log.error({ err: error, symbol: symbolId }, 'a day of the tick log was not written; its ticks are kept');
        }
      }
      return false;
    },

    async writtenUntil() {
      const { rows } = await sql<{ symbolId: string; day: string }>`
        select symbol_id, max(day) as day from log_day group by symbol_id`.execute(db);
      return new Map(rows.map(({ symbolId, day }) => [symbolId, Date.parse(day) + dayMs]));
    },
  };
}

/** The first day of a symbol that is not written, if a root covers a tick after it. */
async function findDueDay(db: Db, symbol: string): Promise<DueDay | undefined> {
  const newest = await db
    .selectFrom('logDay')
    .select(['lastSeq', 'hash'])
    .where('symbolId', '=', symbol)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  const before: ChainHead = { seq: newest?.lastSeq ?? 0, hash: newest?.hash ?? genesisHash };
  const { rows } = await sql<{ judgedSeq: number; anchoredSeq: number }>`
    select coalesce((select seq from tick_retention where symbol_id = ${symbol}), 0) as judged_seq,
      coalesce((select (heads -> ${symbol} ->> 'seq')::bigint from tick_anchor order by minute_ms desc limit 1), 0) as anchored_seq`.execute(
    db,
  );
  const { judgedSeq = 0, anchoredSeq = 0 } = rows[0] ?? {};
  const isWhole = judgedSeq <= before.seq;
  const firstSeq = Math.max(judgedSeq, before.seq) + 1;
  if (anchoredSeq <= firstSeq) return undefined;
  const first = await db
    .selectFrom('tick')
    .select('atMs')
    .where('symbolId', '=', symbol)
    .where('seq', '=', firstSeq)
    .executeTakeFirst();
  invariant(first !== undefined, `tick ${firstSeq} of ${symbol} is in the log`);
  const atMs = first.atMs - (first.atMs % dayMs);
  const { rows: lasts } = await sql<ChainHead>`
    select seq, encode(hash, 'hex') as hash from tick
    where symbol_id = ${symbol} and at_ms < ${atMs + dayMs}::bigint order by at_ms desc limit 1`.execute(db);
  const last = lasts[0];
  if (last === undefined || anchoredSeq <= last.seq) return undefined;
  return { symbol, day: new Date(atMs).toISOString().slice(0, 10), atMs, before, last, isWhole };
}

/** The file has its name only when it is whole and on the disk. */
async function writeDay(db: Db, root: string, due: DueDay, signal: AbortSignal): Promise<{ bytes: number; sha256: string }> {
  invariant(/^[\w-]+$/.test(due.symbol), `${due.symbol} can name a folder`);
  const folder = join(root, due.symbol);
  const path = join(folder, `${due.day}.ndjson.gz`);
  const draft = draftOf(path);
  await mkdir(folder, { recursive: true });
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    await pipeline(
      Readable.from(linesOf(db, due)),
      createGzip(),
      async function* (packed: AsyncIterable<Buffer>) {
        for await (const part of packed) {
          digest.update(part);
          bytes += part.length;
          yield part;
        }
      },
      createWriteStream(draft, { flags: 'wx', flush: true }),
      { signal },
    );
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(folder);
  await syncFolder(root);
  return { bytes, sha256: digest.digest('hex') };
}

/** Pages of lines, verified. Throws where a tick does not follow from the one before or is not the anchored one. */
async function* linesOf(db: Db, due: DueDay): AsyncGenerator<string> {
  const { symbol, day, before, last } = due;
  const anchored = await readAnchored(db, due);
  yield `${JSON.stringify({ symbol, day, previousHash: before.hash, firstSeq: before.seq + 1, lastSeq: last.seq })}\n`;
  let previous: Tick | undefined;
  while ((previous?.seq ?? before.seq) <= last.seq) {
    const page = await readPage(db, symbol, previous ?? before, last.seq + 1);
    const run = previous === undefined ? page : [previous, ...page];
    const broken =
      page[0]?.seq === (previous ?? before).seq + 1 ? findChainBreak(run[0]?.previousHash ?? '', run, nativeSha256) : 'gap';
    invariant(broken === undefined, `the log of ${symbol} on ${day} follows: ${JSON.stringify(broken)}`);
    for (const { seq, hash } of page)
      invariant((anchored.get(seq) ?? hash) === hash, `tick ${seq} of ${symbol} on ${day} is the anchored one`);
    yield page.flatMap((tick) => (tick.seq > last.seq ? [] : [`${JSON.stringify(tick)}\n`])).join('');
    previous = page.at(-1);
  }
}

async function readPage(db: Db, symbol: string, after: ChainHead, toSeq: number): Promise<Tick[]> {
  const { rows } = await sql<ShownTickRow>`
    select ${shownTickColumns} from tick
    where symbol_id = ${symbol} and seq > ${after.seq}::bigint and seq <= ${toSeq}::bigint order by seq limit ${pageSize}`.execute(
    db,
  );
  return rows.map((row, index) => toShownTick(symbol, row, rows[index - 1]?.hash ?? after.hash));
}

/** Hashes of the day's ticks that stand in roots, by their numbers. */
async function readAnchored(db: Db, { symbol, atMs, before, last }: DueDay): Promise<Map<number, string>> {
  const { rows } = await sql<ChainHead>`
    select distinct seq, hash from (
      select (heads -> ${symbol} ->> 'seq')::bigint as seq, heads -> ${symbol} ->> 'hash' as hash from tick_anchor
      where minute_ms > ${atMs}::bigint and minute_ms <= ${atMs + dayMs + anchorWaitMs}::bigint
    ) heads where seq > ${before.seq}::bigint and seq <= ${last.seq}::bigint`.execute(db);
  const anchored = new Map(rows.map(({ seq, hash }) => [seq, hash]));
  invariant(anchored.size === rows.length, `the roots name one tick of each number of ${symbol}`);
  return anchored;
}
