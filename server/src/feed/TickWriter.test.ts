import { beforeEach, describe, expect, it } from '@jest/globals';
import { findChainBreak, genesisHash, minuteRoot, sha256, tickHash, type ChainedTick } from '@tessera/shared/fairness';
import { amount, price } from '@tessera/shared/money';
import { sql } from 'kysely';
import { useTestDatabase } from '../../test/testDatabase';
import { testSigningKey } from '../../test/testReceipts';
import { createLog } from '../platform/log';
import { publishSigningKeys, signingKeyOf } from '../record/SigningKey';
import { createLease } from './Lease';
import { anchorMinute, readAnchors } from './minuteAnchors';
import type { FeedTick } from './PriceFeed';
import { createTickBus, type RecordedTick } from './TickBus';
import { createTickWriter } from './TickWriter';
import { chainTick, deleteOldTicks, emptyHead, insertTicks, readHeads, readTicks } from './tickLog';

const database = useTestDatabase();
const startMs = 1_800_000_000_000;

beforeEach(async () => {
  await database.owner.query('truncate tick, tick_head, candle, tick_anchor, tick_keep, tick_retention, tick_watermark, lease');
});

const aTick = (symbol: string, afterMs: number, text: string): FeedTick => ({
  symbol,
  atMs: startMs + afterMs,
  sourceAtMs: startMs + afterMs,
  receivedAtMs: startMs + afterMs,
  price: price(text),
  bid: price(text),
  ask: price(text),
  volume: amount('2'),
});

async function aLeader(holder: string, nowMs = startMs) {
  const epoch = await createLease(database.db, 'feed', holder, 4_000).acquire(nowMs);
  if (epoch === undefined) throw new Error('the lease is free');
  const refused: string[] = [];
  const heard: RecordedTick[] = [];
  let isFenced = false;
  const bus = createTickBus((error) => {
    throw error;
  });
  bus.onTicks((ticks) => heard.push(...ticks));
  const writer = await createTickWriter({
    db: database.db,
    bus,
    log: createLog({ logLevel: 'silent' }),
    epoch,
    onWritten: () => undefined,
    onRefused: (reason, count) => refused.push(...Array.from({ length: count }, () => reason)),
    onFenced: () => (isFenced = true),
  });
  return { epoch, writer, heard, refused, isFenced: () => isFenced };
}

it('numbers and chains each symbol, and publishes a tick once it is durable', async () => {
  const { writer, heard } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100'), aTick('ETH-USDT', 0, '10'), aTick('BTC-USDT', 250, '100.50')]);
  await writer.stop();
  expect(heard.map((tick) => [tick.symbol, tick.seq])).toEqual([
    ['BTC-USDT', 1],
    ['ETH-USDT', 1],
    ['BTC-USDT', 2],
  ]);
  const ticks = await readTicks(database.db, 'BTC-USDT', 1, 9);
  expect(ticks.map((tick) => tick.price)).toEqual(['100', '100.5']);
  expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
});

it('refuses a tick that is not newer than the last one and goes on', async () => {
  const { writer, heard, refused } = await aLeader('a');
  writer.accept([
    aTick('BTC-USDT', 500, '100'),
    aTick('BTC-USDT', 500, '101'),
    aTick('BTC-USDT', 250, '102'),
    aTick('BTC-USDT', 501, '103'),
  ]);
  await writer.stop();
  expect(heard.map((tick) => tick.seq)).toEqual([1, 2]);
  expect(refused).toEqual(['not_newer', 'not_newer']);
});

it('leaves out the ticks that cannot be ones and goes on with the others of their batch, in their order', async () => {
  const { writer, heard, refused } = await aLeader('a');
  const crossed = { ...aTick('BTC-USDT', 250, '100'), ask: price('99') };
  writer.accept([
    aTick('BTC-USDT', 0, '100'),
    crossed,
    aTick('ETH-USDT', 0, '10'),
    aTick('BTC-USDT', 500, '101'),
    { ...aTick('ETH-USDT', 250, '10'), price: price('-1') },
    aTick('BTC-USDT', 750, '102'),
  ]);
  await writer.flush();
  expect(heard.map((tick) => [tick.symbol, tick.seq, tick.atMs - startMs])).toEqual([
    ['BTC-USDT', 1, 0],
    ['ETH-USDT', 1, 0],
    ['BTC-USDT', 2, 500],
    ['BTC-USDT', 3, 750],
  ]);
  expect(refused).toEqual(['not_a_tick', 'not_a_tick']);
  await writer.stop();
  expect(findChainBreak(genesisHash, await readTicks(database.db, 'BTC-USDT', 1, 9), sha256)).toBeUndefined();
});

it('lets nobody else lead while the lease lives, and fences the old leader out afterwards', async () => {
  const old = await aLeader('old');
  const lease = createLease(database.db, 'feed', 'new', 4_000);
  expect(await lease.acquire(startMs + 3_999)).toBeUndefined();
  old.writer.accept([aTick('BTC-USDT', 0, '100')]);
  await old.writer.flush();

  const next = await aLeader('new', startMs + 4_000);
  expect(next.epoch).toBe(old.epoch + 1);
  old.writer.accept([aTick('BTC-USDT', 4_250, '666')]);
  await old.writer.stop();
  expect(old.isFenced()).toBe(true);
  expect(old.heard.map((tick) => tick.seq)).toEqual([1]);
  expect(await createLease(database.db, 'feed', 'old', 4_000).renew(old.epoch, startMs + 4_300)).toBe(false);

  next.writer.accept([aTick('BTC-USDT', 4_500, '101')]);
  await next.writer.stop();
  const ticks = await readTicks(database.db, 'BTC-USDT', 1, 9);
  expect(ticks.map((tick) => tick.price)).toEqual(['100', '101']);
  expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
});

describe('what a hash covers', () => {
  it('is stored as it was hashed: figures in the wire form, both times, the kind', async () => {
    const { writer } = await aLeader('a');
    const figures = { price: price('100.500'), bid: price('100.0'), ask: price('101.10'), volume: amount('0.00001000') };
    const times = { sourceAtMs: startMs - 40, receivedAtMs: startMs + 20 };
    await writer.backfill([{ ...aTick('BTC-USDT', -1, '0.00000001'), volume: undefined }]);
    writer.accept([
      { ...aTick('BTC-USDT', 0, '100'), ...figures, ...times },
      { ...aTick('BTC-USDT', 1, '1000'), volume: amount('0.00') },
    ]);
    await writer.stop();
    const ticks = await readTicks(database.db, 'BTC-USDT', 1, 9);
    expect(ticks).toMatchObject([
      { price: '0.00000001', isFilled: true, format2: { volume: null, kind: 'history' } },
      { price: '100.5', format2: { bid: '100', ask: '101.1', volume: '0.00001', kind: 'live', ...times } },
      { price: '1000', format2: { volume: '0' } },
    ]);
    expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
    const changes: Partial<NonNullable<(typeof ticks)[number]['format2']>>[] = [
      { kind: 'history' },
      { bid: '99' },
      { ask: '102' },
      { volume: null },
      { sourceAtMs: 1 },
      { receivedAtMs: 1 },
    ];
    for (const change of changes) {
      const forged = ticks.map((tick) =>
        tick.seq === 2 && tick.format2 ? { ...tick, format2: { ...tick.format2, ...change } } : tick,
      );
      expect(findChainBreak(genesisHash, forged, sha256)).toMatchObject({ kind: 'hash', seq: 2 });
    }
  });

  it('is held against the row by the database', async () => {
    const { writer, epoch } = await aLeader('a');
    writer.accept([aTick('BTC-USDT', 0, '100')]);
    await writer.stop();
    const head = (await readHeads(database.db)).get('BTC-USDT') ?? emptyHead;
    const [true1, other] = [chainTick(head, aTick('BTC-USDT', 250, '101'), 'live'), aTick('BTC-USDT', 250, '101.01')];
    await expect(insertTicks(database.db, [{ ...true1, price: other.price, ask: other.ask }], epoch)).rejects.toMatchObject({
      code: 'T0024',
    });
    await expect(insertTicks(database.db, [{ ...true1, kind: 'history' }], epoch)).rejects.toMatchObject({ code: 'T0024' });
    await insertTicks(database.db, [true1], epoch);
  });

  it('goes on from a log of format 1, which stays checkable, and never back', async () => {
    const { writer: first, epoch } = await aLeader('a');
    await first.stop();
    const old: ChainedTick[] = [];
    for (const [index, text] of ['100', '100.5'].entries()) {
      const tick = { symbol: 'BTC-USDT', seq: index + 1, atMs: startMs + index, price: text };
      old.push({ ...tick, hash: tickHash(old.at(-1)?.hash ?? genesisHash, tick, sha256) });
    }
    const insertOld = ({ seq, atMs, price: text, hash }: ChainedTick) =>
      database.owner.query(`insert into tick values ('BTC-USDT', $1, $2, $3, $3, $3, null, $4, true, decode($5, 'hex'))`, [
        seq,
        atMs,
        text,
        epoch,
        hash,
      ]);
    for (const tick of old) await insertOld(tick);
    await createLease(database.db, 'feed', 'a', 4_000).release(epoch);
    const { writer, epoch: next } = await aLeader('b');
    writer.accept([aTick('BTC-USDT', 250, '101'), aTick('BTC-USDT', 500, '102')]);
    await writer.stop();
    const ticks = await readTicks(database.db, 'BTC-USDT', 1, 9);
    expect(ticks.map(({ format2 }) => format2?.kind)).toEqual([undefined, undefined, 'live', 'live']);
    expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
    await database.owner.query('update lease set epoch = $1', [epoch]);
    await expect(insertOld({ ...(old[1] as ChainedTick), seq: 5, atMs: startMs + 750 })).rejects.toMatchObject({ code: 'T0002' });
    await database.owner.query('update lease set epoch = $1', [next]);
  });
});

it('labels as late, before it is hashed, what comes for a time that the clock has decided', async () => {
  const { writer, heard, epoch } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100'), aTick('ETH-USDT', 0, '10')]);
  await writer.flush();
  const head = (await readHeads(database.db)).get('BTC-USDT') ?? emptyHead;
  await sql`select close_tick_log(array['BTC-USDT'], array[${startMs + 500}::bigint])`.execute(database.db);
  await expect(insertTicks(database.db, [chainTick(head, aTick('BTC-USDT', 250, '101'), 'live')], epoch)).rejects.toMatchObject({
    code: 'T0023',
  });
  writer.accept([aTick('BTC-USDT', 500, '101'), aTick('ETH-USDT', 500, '11'), aTick('BTC-USDT', 501, '102')]);
  await writer.stop();
  const ticks = await readTicks(database.db, 'BTC-USDT', 1, 9);
  expect(ticks.map(({ isFilled, format2 }) => [format2?.kind, isFilled])).toEqual([
    ['live', undefined],
    ['late', true],
    ['live', undefined],
  ]);
  expect(findChainBreak(genesisHash, ticks, sha256)).toBeUndefined();
  expect(heard.map((tick) => [tick.symbol, tick.seq, tick.isFilled])).toEqual([
    ['BTC-USDT', 1, undefined],
    ['ETH-USDT', 1, undefined],
    ['BTC-USDT', 2, true],
    ['ETH-USDT', 2, undefined],
    ['BTC-USDT', 3, undefined],
  ]);
});

it('refuses in SQL what is not the next tick, a changed tick, and a candle of somebody else', async () => {
  const { writer, epoch } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100')]);
  await writer.stop();
  const insert = (seq: number, atMs: number) =>
    database.owner.query(
      `insert into tick values ('BTC-USDT', $1, $2, 1, 1, 1, null, $3, true, decode(repeat('00', 32), 'hex'))`,
      [seq, atMs, epoch],
    );
  await expect(insert(3, startMs + 1)).rejects.toMatchObject({ code: 'T0002' });
  await expect(insert(2, startMs - 1)).rejects.toMatchObject({ code: 'T0002' });
  await expect(database.owner.query('update tick set price = 2')).rejects.toMatchObject({ code: 'T0003' });
  await expect(database.owner.query('delete from tick')).rejects.toMatchObject({ code: 'T0003' });
  await expect(database.owner.query('update candle set high = 5')).rejects.toMatchObject({ code: 'T0004' });
  await expect(database.db.updateTable('candle').set({ high: '5' }).execute()).rejects.toThrow(/permission denied/);
});

it('derives candles from the ticks in the inserting transaction, over several batches', async () => {
  const { writer } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100'), aTick('BTC-USDT', 250, '105')]);
  await writer.flush();
  writer.accept([aTick('BTC-USDT', 500, '95'), aTick('BTC-USDT', 750, '101'), aTick('BTC-USDT', 60_000, '102')]);
  await writer.stop();
  const candles = await database.db.selectFrom('candle').selectAll().where('span', '=', '1m').orderBy('atMs').execute();
  expect(candles).toMatchObject([
    { atMs: startMs, open: '100', high: '105', low: '95', close: '101', volume: '8', turnover: '802', firstSeq: 1, lastSeq: 4 },
    { atMs: startMs + 60_000, open: '102', high: '102', low: '102', close: '102', firstSeq: 5, lastSeq: 5 },
  ]);
  const day = await database.db.selectFrom('candle').selectAll().where('span', '=', '1d').execute();
  expect(day).toMatchObject([{ open: '100', high: '105', low: '95', close: '102', firstSeq: 1, lastSeq: 5 }]);
});

it('anchors a minute with the last tick before its end, chained to the root before, and never twice', async () => {
  const { writer, epoch } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100'), aTick('ETH-USDT', 59_999, '10'), aTick('BTC-USDT', 60_000, '101')]);
  await writer.stop();
  const first = await anchorMinute(database.db, startMs + 60_000, epoch, testSigningKey);
  expect(first?.heads).toMatchObject({ 'BTC-USDT': { seq: 1 }, 'ETH-USDT': { seq: 1 } });
  expect(first?.root).toBe(minuteRoot(genesisHash, startMs + 60_000, first?.heads ?? {}, sha256, first?.logs));
  expect(await anchorMinute(database.db, startMs + 60_000, epoch, testSigningKey)).toBeUndefined();
  const second = await anchorMinute(database.db, startMs + 120_000, epoch, testSigningKey);
  expect(second).toMatchObject({ previousRoot: first?.root, heads: { 'BTC-USDT': { seq: 2 } } });
  expect(await anchorMinute(database.db, startMs + 180_000, epoch - 1, testSigningKey)).toBeUndefined();
  expect(await readAnchors(database.db, startMs, startMs + 999_999, 10)).toEqual([first, second]);
});

it('a minute that ended before the key was published has no root: nobody would know its signature', async () => {
  const { writer, epoch } = await aLeader('a');
  writer.accept([aTick('BTC-USDT', 0, '100')]);
  await writer.stop();
  const newKey = signingKeyOf('7b'.repeat(32));
  await publishSigningKeys(database.db, [newKey], startMs + 60_001);
  expect(await anchorMinute(database.db, startMs + 60_000, epoch, newKey)).toBeUndefined();
  expect(await anchorMinute(database.db, startMs + 120_000, epoch, newKey)).toMatchObject({ signed: { keyId: newKey.id } });
});

describe('forgetting old ticks', () => {
  /** Ticks that a receipt refers to, with the one before them. */
  const keep = (symbol: string, fromSeq: number, toSeq: number) =>
    database.db
      .insertInto('tickKeep')
      .values({ symbolId: symbol, fromSeq: fromSeq - 1, toSeq })
      .execute();
  const dayMs = 86_400_000;
  const seqsLeft = async () =>
    (await database.db.selectFrom('tick').select('seq').orderBy('seq').execute()).map((tick) => tick.seq);
  /** A tick a second from startMs on, and a last one two days later. */
  async function aLog(count: number): Promise<void> {
    const { writer } = await aLeader('a');
    writer.accept([
      ...Array.from({ length: count }, (_, index) => aTick('BTC-USDT', index * 1_000, String(100 + index))),
      aTick('BTC-USDT', 2 * dayMs, '7'),
    ]);
    await writer.stop();
  }

  it('leaves those that a receipt refers to and the one before them', async () => {
    await aLog(10);
    await keep('BTC-USDT', 4, 5);
    expect(await deleteOldTicks(database.db, startMs + 8_000, 100)).toEqual({ deleted: 5, isDone: true });
    expect(await seqsLeft()).toEqual([3, 4, 5, 9, 10, 11]);
    const proof = await readTicks(database.db, 'BTC-USDT', 4, 5);
    expect(proof.map((tick) => tick.seq)).toEqual([4, 5]);
    expect(findChainBreak(proof[0]?.previousHash ?? '', proof, sha256)).toBeUndefined();
  });

  it('leaves the run on to the next anchored tick, and no more', async () => {
    await aLog(12);
    for (const seconds of [5, 8])
      await database.db
        .insertInto('tickAnchor')
        .values({
          minuteMs: startMs + seconds * 1000,
          root: `${seconds}`,
          previousRoot: '',
          heads: JSON.stringify({ 'BTC-USDT': { seq: seconds, hash: '' } }),
        })
        .execute();
    await keep('BTC-USDT', 4, 4);
    // A range whose anchor lies beyond the step that judges it.
    await keep('BTC-USDT', 7, 7);
    for (let step = 0; step < 4; step += 1) await deleteOldTicks(database.db, startMs + dayMs, 3);
    expect(await seqsLeft()).toEqual([3, 4, 5, 6, 7, 8, 13]);
  });

  it('gets on by a bounded number of ticks in each step, whatever is kept before, and never goes back', async () => {
    await aLog(30);
    await keep('BTC-USDT', 2, 20);
    const steps: unknown[] = [];
    for (let step = 0; step < 4; step += 1) steps.push(await deleteOldTicks(database.db, startMs + dayMs, 10));
    expect(steps).toEqual([
      { deleted: 0, isDone: false },
      { deleted: 0, isDone: false },
      { deleted: 10, isDone: false },
      { deleted: 0, isDone: true },
    ]);
  });

  it('reads the ranges that overlap, not all of them, and each tick once', async () => {
    await aLog(40);
    await database.owner.query(
      `insert into tick_keep select 'BTC-USDT', 5000 + i * 10, 5005 + i * 10 from generate_series(1, 2000) i; analyze tick_keep, tick`,
    );
    const read = await database.db.transaction().execute(async (tx) => {
      const counted = async () =>
        (
          await sql<{ read: number }>`
            select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_xact_user_tables
            where relname in ('tick', 'tick_keep')`.execute(tx)
        ).rows[0]?.read ?? 0;
      const before = await counted();
      await deleteOldTicks(tx, startMs + dayMs, 10);
      return (await counted()) - before;
    });
    expect(read).toBeLessThan(100);
  });

  it('nothing younger than a day is forgotten, whatever is asked', async () => {
    await aLog(3);
    await deleteOldTicks(database.db, startMs + 9 * dayMs, 100);
    expect(await seqsLeft()).toEqual([4]);
    const { writer } = await aLeader('b', startMs + 10_000);
    writer.accept([aTick('BTC-USDT', 2 * dayMs + 1_000, '8'), aTick('BTC-USDT', 2 * dayMs + 2_000, '9')]);
    await writer.stop();
    await deleteOldTicks(database.db, startMs + 9 * dayMs, 100);
    expect(await seqsLeft()).toEqual([4, 5, 6]);
  });
});
