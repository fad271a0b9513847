import { beforeEach, expect, it } from '@jest/globals';
import type { PrivateEvent, PrivateEventBody } from '@tessera/shared/contract';
import { useTestDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { sleep } from '../platform/timers';
import { appendOutbox, appendOutboxEntries, maxMissedEvents, outboxSince } from './outbox';
import { rowsPerStep } from '../store/deleteInSteps';
import { createOutboxRelay, forgetOldEvents } from './OutboxRelay';

const database = useTestDatabase();
const nowMs = 1_800_000_000_000;
const aNotice = (messageId: string): PrivateEventBody => ({ type: 'notice', messageId, title: 't' });
const ids = (events: readonly PrivateEvent[]): string[] =>
  events.map((event) => (event.type === 'notice' ? event.messageId : event.type));

beforeEach(async () => {
  await database.owner.query('truncate outbox, outbox_head');
});

async function aRelay() {
  const clock = createTestClock(nowMs);
  const relay = createOutboxRelay({
    db: database.db,
    clock,
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
  });
  const heard: { to: string; event: PrivateEvent }[] = [];
  await relay.start(({ userId, mode }, event) => heard.push({ to: `${userId}:${mode}`, event }));
  const hear = async (count: number): Promise<void> => {
    while (heard.length < count) await sleep(10);
  };
  return { relay, heard, hear };
}

it('gives each user and mode a sequence without a gap, in batches as well as one by one', async () => {
  await database.db.transaction().execute((tx) => appendOutbox(tx, '7', 'real', aNotice('a'), nowMs));
  await database.db.transaction().execute((tx) =>
    appendOutboxEntries(tx, [
      { userId: 9, mode: 'real', event: aNotice('b'), atMs: nowMs },
      { userId: 7, mode: 'real', event: aNotice('c'), atMs: nowMs },
      { userId: 7, mode: 'demo', event: aNotice('d'), atMs: nowMs },
      { userId: 7, mode: 'real', event: aNotice('e'), atMs: nowMs },
    ]),
  );
  const real = await outboxSince(database.db, '7', 'real', 0);
  expect(real).toMatchObject({ lastSeq: 3, isComplete: true });
  expect(real.events.map((event) => [event.seq, event.mode, event.atMs])).toEqual([
    [1, 'real', nowMs],
    [2, 'real', nowMs],
    [3, 'real', nowMs],
  ]);
  expect(ids(real.events)).toEqual(['a', 'c', 'e']);
  expect(ids((await outboxSince(database.db, '7', 'demo', 0)).events)).toEqual(['d']);
  expect(ids((await outboxSince(database.db, '9', 'real', 0)).events)).toEqual(['b']);
});

it('leaves no number behind when the transaction is rolled back', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await appendOutbox(tx, '7', 'real', aNotice('a'), nowMs);
      throw new Error('refused');
    }),
  ).rejects.toThrow('refused');
  await database.db.transaction().execute((tx) => appendOutbox(tx, '7', 'real', aNotice('b'), nowMs));
  expect((await outboxSince(database.db, '7', 'real', 0)).events).toMatchObject([{ seq: 1, messageId: 'b' }]);
});

it('keeps sequences whole under many writers at once', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      database.db.transaction().execute((tx) =>
        appendOutboxEntries(tx, [
          { userId: index % 2 === 0 ? 1 : 2, mode: 'real', event: aNotice(`${index}`), atMs: nowMs },
          { userId: index % 2 === 0 ? 2 : 1, mode: 'real', event: aNotice(`${index}`), atMs: nowMs },
        ]),
      ),
    ),
  );
  for (const user of ['1', '2']) {
    const { events } = await outboxSince(database.db, user, 'real', 0);
    expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  }
});

it('says when it cannot give everything that was missed', async () => {
  const entries = Array.from({ length: maxMissedEvents + 10 }, (_, index) => ({
    userId: 7,
    mode: 'real' as const,
    event: aNotice(`${index}`),
    atMs: nowMs + index,
  }));
  await database.db.transaction().execute((tx) => appendOutboxEntries(tx, entries));
  const last = maxMissedEvents + 10;
  expect(await outboxSince(database.db, '7', 'real', last)).toEqual({ events: [], lastSeq: last, isComplete: true });
  expect(await outboxSince(database.db, '7', 'real', 10)).toMatchObject({ lastSeq: last, isComplete: true });
  expect(await outboxSince(database.db, '7', 'real', 9)).toMatchObject({ lastSeq: last, isComplete: false });
  expect(await outboxSince(database.db, '7', 'real', last + 5)).toMatchObject({ isComplete: false });
  await forgetOldEvents(database.db, nowMs + 999_999);
  expect(await outboxSince(database.db, '7', 'real', last - 1)).toMatchObject({ events: [], isComplete: false });
  expect(await outboxSince(database.db, '7', 'real', last)).toMatchObject({ events: [], isComplete: true });
});

it('a day of many events is forgotten some thousand rows at a time: no statement grows with what was left', async () => {
  await database.owner.query(`
    create table forgotten (rows bigint);
    create function count_forgotten() returns trigger language plpgsql security definer as $$
      begin insert into forgotten select count(*) from gone; return null; end $$;
    create trigger forgotten after delete on outbox referencing old table as gone for each statement execute function count_forgotten();
    insert into outbox (user_id, mode, seq, at_ms, body) select 7, 'real', n, 1, '{}' from generate_series(1, 11000) n`);
  await forgetOldEvents(database.db, 2);
  const { rows } = await database.owner.query(`select max(rows)::int as most, sum(rows)::int as all from forgotten`);
  expect(rows).toEqual([{ most: rowsPerStep, all: 11_000 }]);
  await database.owner.query('drop trigger forgotten on outbox');
});

it('relays each event once, also one whose number was drawn early and whose commit came late', async () => {
  const { relay, heard, hear } = await aRelay();
  let commitLate: () => void = () => undefined;
  const late = new Promise<void>((resolve) => (commitLate = resolve));
  let hasAppended: () => void = () => undefined;
  const appended = new Promise<void>((resolve) => (hasAppended = resolve));
  const slow = database.db.transaction().execute(async (tx) => {
    await appendOutbox(tx, '1', 'real', aNotice('slow'), nowMs);
    hasAppended();
    await late;
  });
  await appended;
  await database.db.transaction().execute((tx) => appendOutbox(tx, '2', 'real', aNotice('quick'), nowMs));
  relay.wake();
  await hear(1);
  commitLate();
  await slow;
  relay.wake();
  await hear(2);
  for (let round = 0; round < 3; round++) {
    relay.wake();
    await sleep(30);
  }
  await relay.stop();
  expect(heard.map(({ to, event }) => [to, ids([event])[0]])).toEqual([
    ['2:real', 'quick'],
    ['1:real', 'slow'],
  ]);
});

it('finds an event by itself when nobody wakes it', async () => {
  const { relay, heard, hear } = await aRelay();
  await database.db.transaction().execute((tx) => appendOutbox(tx, '1', 'demo', aNotice('a'), nowMs));
  await hear(1);
  await relay.stop();
  expect(heard).toMatchObject([{ to: '1:demo', event: { seq: 1, mode: 'demo', type: 'notice' } }]);
});
