import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BehaviorSubject, Subject } from '@tessera/shared/kernel';
import type { EndpointResponse, ReceiptBody, ShortHead, SignedRoot, TickAnchor } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { holderBytes, sha256, termsBytes, toHex, type EvidenceDifference, type RecordEntry } from '@tessera/shared/fairness';
import type { EvidenceState, RunningOrder, SessionState } from '@tessera/shared/federation';
import { createFakeApi, signingExchange } from '@tessera/shared/testing';
import { collectEvidence } from './collectEvidence';
import { maxRoots } from './compareWithPublished';
import { createEvidence, type Keeping } from './createEvidence';
import { createFleetingStore } from './createFleetingStore';
import type { EvidenceStore } from './EvidenceStore';
import { openKeptStore } from './openKeptStore';

const hash = (digit: string): string => digit.repeat(64);
const minute = 60_000;
const startMs = 1_000 * minute;
const exchange = signingExchange('ours');
const root = (index: number, digit = 'a') => exchange.root(startMs + index * minute, hash(digit));
const anchor = (index: number, digit = 'a'): EndpointResponse<'anchors'>['anchors'][number] => ({
  minuteMs: startMs + index * minute,
  root: hash(digit),
  previousRoot: hash('0'),
  heads: {},
  signed: root(index, digit).signed,
});
const receipt = (acceptedAtMs: number) => ({
  body: { product: 'seconds', request: 'order', key: 'k', order: '7', acceptedAtMs },
  signature: 'aa',
});

const salt = hash('5');
/** Of the person with that number, as the exchange signs it. */
function signedReceipt(userId: string) {
  const terms = { stake: '10' };
  const body: ReceiptBody = {
    ...{ format: 1, product: 'seconds', request: 'order', key: 'k', order: '7', symbol: 'BTC-USDT', acceptedAtMs: startMs },
    ...{ headSeq: 3, headHash: hash('d'), keyId: exchange.keyId, termsHash: toHex(sha256(termsBytes(terms))) },
    holder: toHex(sha256(holderBytes(userId, salt))),
  };
  return { body, terms, signature: exchange.signed('receipt', body), holderSalt: salt };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function setUp(store: EvidenceStore) {
  const api = createFakeApi();
  const clock = { nowMs: startMs + 5 * minute };
  const state = new BehaviorSubject<EvidenceState>('kept');
  const unread = new BehaviorSubject<readonly EvidenceDifference[]>([]);
  const session = new BehaviorSubject<SessionState>({ isSignedIn: true, userId: '12', mode: 'demo', generation: 0 });
  const drawnWith: RecordEntry[] = [];
  const evidence = createEvidence({
    store,
    state,
    unread,
    api,
    session,
    now: () => clock.nowMs,
    random: () => 0.5,
    exchange: 'https://exchange.example',
    redraw: (recordOf) => async (day) => {
      drawnWith.push(...(await recordOf(day)));
      return { published: 0, differing: 0, missing: 0, first: null };
    },
  });
  api.respond('anchors', { anchors: [] });
  api.respond('publicRecord', exchange.shown);
  api.respond('feedDays', { days: [] });
  return { api, clock, state, unread, session, evidence, drawnWith };
}

describe.each([
  ['the browser’s database', openKeptStore],
  ['a page without one', async () => createFleetingStore()],
])('evidence in %s', (_, open) => {
  it('what was kept first stays, and a later value for the same minute is a difference', async () => {
    const store = await open();
    const { evidence, unread } = setUp(store);
    await evidence.keep({ roots: [root(0), root(1)] });
    await evidence.keep({ roots: [root(1, 'b')] });
    expect(await evidence.rootsKept(0, Number.MAX_SAFE_INTEGER)).toEqual([root(0), root(1)]);
    expect(unread.value).toMatchObject([{ kind: 'root', of: String(root(1).minuteMs), kept: hash('a'), shown: hash('b') }]);
  });

  it('a forged answer is found, told once, and stays known after it was read', async () => {
    const store = await open();
    const { evidence, unread, api } = setUp(store);
    await evidence.keep({ roots: [root(0), root(1), root(2)] });
    api.respond('anchors', { anchors: [anchor(0), anchor(1, 'f'), anchor(2, 'e')] });
    const { compared, differences } = await evidence.compareNow();
    expect(compared.roots).toBe(3);
    expect(differences).toHaveLength(2);
    await evidence.markRead();
    expect(unread.value).toEqual([]);
    await evidence.compareNow();
    expect(unread.value).toEqual([]);
    expect(await evidence.differences()).toHaveLength(2);
    const again = setUp(store);
    await again.evidence.recall();
    expect(again.unread.value).toEqual([]);
  });

  it('what nobody has read is shown again by the next page', async () => {
    const store = await open();
    const first = setUp(store);
    await first.evidence.keep({ roots: [root(0)] });
    await first.evidence.keep({ roots: [root(0, 'c')] });
    const next = setUp(store);
    await next.evidence.recall();
    expect(next.unread.value).toHaveLength(1);
  });

  it('a log that shows none of the kept minutes any more differs in each', async () => {
    const { evidence } = setUp(await open());
    await evidence.keep({ roots: [root(0), root(1)] });
    expect((await evidence.compareNow()).differences.map(({ shown }) => shown)).toEqual(['', '']);
  });

  it('an answer filled up with other roots hides no minute that is gone, and roots between minutes are a difference', async () => {
    const { evidence, api } = setUp(await open());
    await evidence.keep({ roots: [root(0)] });
    const others = Array.from({ length: maxRoots }, (_, index) => anchor(-1 - index));
    const between = { ...anchor(-1), minuteMs: anchor(-1).minuteMs + 1 };
    api.respond('anchors', { anchors: [...others.slice(1), between] });
    expect((await evidence.compareNow()).differences.map(({ of }) => of)).toEqual([
      String(root(0).minuteMs),
      String(between.minuteMs),
    ]);
  });

  it('a commitment that was changed afterwards, in the record and in the day', async () => {
    const { evidence, api } = setUp(await open());
    const ours = signingExchange('ours');
    const day = { day: '2026-01-05', source: 'simulated', attempt: 1 };
    const entry = ours.publish('seed_committed', { ...day, seedHash: hash('a') });
    api.respond('publicRecord', ours.shown);
    await evidence.takeRecord();
    expect((await evidence.compareNow()).differences).toEqual([]);
    const forged = { ...entry, body: entry.body.replace(hash('a'), hash('b')) };
    api.respond('publicRecord', { entries: [ours.shown({}).entries[0] ?? entry, forged], hasMore: false });
    api.respond('feedDays', {
      days: [{ day: '2026-01-05', source: 'simulated', seedHash: hash('b'), seed: null, opening: {} }],
    });
    expect((await evidence.compareNow()).differences.map(({ kind }) => kind).sort()).toEqual(['entry', 'seed']);
  });

  it('receipts belong to the person: another one of this device is shown none', async () => {
    const { evidence, session, unread } = setUp(await open());
    await evidence.keepReceipt(receipt(100));
    expect(await evidence.receiptsOf('seconds', '7')).toEqual([receipt(100)]);
    expect((await evidence.compare({ receipts: [receipt(100)] })).compared.receipts).toBe(1);
    await evidence.keepReceipt(receipt(600));
    expect(unread.value).toMatchObject([{ kind: 'receipt' }]);
    session.next({ ...session.value, userId: '13' });
    expect(await evidence.receiptsOf('seconds', '7')).toEqual([]);
    expect((await evidence.export()).receipts).toEqual([]);
  });

  it('what is saved to a file is read on another device, as far as it is signed, and differs there from what that one kept', async () => {
    const one = setUp(await open());
    const heads = [{ symbol: 'BTC-USDT', seq: 4, hash: hash('d'), keptAtMs: 2 }];
    await one.evidence.keep({ roots: [root(0), root(1)], heads });
    await one.evidence.keepReceipt(signedReceipt('12'));
    const file = JSON.stringify(await one.evidence.export());
    globalThis.indexedDB = new IDBFactory();
    const other = setUp(await open());
    await other.evidence.keep({ roots: [root(0, 'b')] });
    expect(await other.evidence.import(file)).toBe(2);
    expect(other.unread.value).toMatchObject([{ kind: 'root', kept: hash('b'), shown: hash('a') }]);
    expect(await other.evidence.rootsKept(0, Infinity)).toMatchObject([
      { root: hash('b') },
      { root: hash('a'), isImported: true },
    ]);
    expect(await other.evidence.receiptsOf('seconds', '7')).toHaveLength(1);
    expect(await other.evidence.headsKept('BTC-USDT', 1, 9)).toEqual([]);
    expect(await other.evidence.import('{"format":"another"}')).toBeUndefined();
    other.session.next({ ...other.session.value, userId: '13' });
    expect(await other.evidence.import(file)).toBe(0);
    // What this device is shown itself takes the place of what it read.
    await other.evidence.keep({ roots: [root(1, 'c')] });
    expect((await other.evidence.rootsKept(0, Infinity))[1]).toEqual(root(1, 'c'));
    expect(other.unread.value).toHaveLength(2);
  });

  it('a root of a time to come, kept by whatever way, holds up no comparison', async () => {
    const store = await open();
    const { evidence, api, unread } = setUp(store);
    await evidence.keep({ roots: [root(0), root(1)] });
    const far = exchange.root(Date.UTC(2100, 0), hash('e'));
    await evidence.keep({ roots: [far] });
    expect(unread.value).toMatchObject([{ kind: 'root', of: String(far.minuteMs), kept: '' }]);
    await store.add({ roots: [far] });
    api.respond('anchors', { anchors: [anchor(0, 'f'), anchor(1, 'f')] });
    expect((await evidence.compareNow()).differences).toHaveLength(2);
    expect((await evidence.summary()).newest).toEqual(root(1));
  });

  it('forgets roots and heads of long ago, and nothing else', async () => {
    const store = await open();
    const { evidence } = setUp(store);
    await evidence.keep({ roots: [root(0), root(9)], heads: [{ symbol: 'A', seq: 1, hash: hash('d'), keptAtMs: 2 }] });
    await evidence.keepReceipt(receipt(100));
    await store.forgetBefore(root(9).minuteMs, root(9).minuteMs);
    expect(await evidence.summary()).toMatchObject({ roots: 1, heads: 0, receipts: 1, fromMs: root(9).minuteMs });
    const seen = { hash: hash('d'), keptAtMs: root(9).minuteMs };
    await evidence.keep({
      heads: [
        { symbol: 'A', seq: 2, ...seen },
        { symbol: 'B', seq: 2, ...seen, isPassing: true },
      ],
    });
    await store.forgetBefore(root(9).minuteMs, root(10).minuteMs);
    expect(await store.allHeads()).toMatchObject([{ symbol: 'A' }]);
  });
});

describe('what nobody can be held to is told, and is not evidence', () => {
  it('a root with another signature takes no place: the one that is signed is kept, also where it comes later', async () => {
    const { evidence, unread } = setUp(createFleetingStore());
    const unsigned = [
      { ...root(0), signed: { ...root(0).signed, signature: '00'.repeat(64) } },
      { ...root(0), signed: null },
      signingExchange('somebody else').root(root(0).minuteMs, hash('a')),
    ];
    for (const one of unsigned) await evidence.keep({ roots: [one] });
    expect(unread.value.map(({ kept, shown }) => [kept, shown.slice(0, 64)])).toEqual(Array(3).fill(['', hash('a')]));
    await evidence.keep({ roots: [root(0)] });
    expect(await evidence.rootsKept(0, Infinity)).toEqual([root(0)]);
    expect(unread.value).toHaveLength(3);
  });

  it('nobody tells the keys: a root waits, and nothing is said', async () => {
    const { evidence, api, unread } = setUp(createFleetingStore());
    api.respond('publicRecord', new AppError('NETWORK_UNREACHABLE'));
    await evidence.keep({ roots: [root(0)] });
    expect(await evidence.rootsKept(0, Infinity)).toEqual([]);
    api.respond('publicRecord', exchange.shown);
    await evidence.keep({ roots: [root(0)] });
    expect(await evidence.rootsKept(0, Infinity)).toEqual([root(0)]);
    expect(unread.value).toEqual([]);
  });

  it('a file of another exchange, or one that nobody signed, adds nothing, says nothing and is in no way of what comes', async () => {
    const store = createFleetingStore();
    const { evidence, api, unread } = setUp(store);
    await evidence.keep({ roots: [root(0)] });
    await evidence.takeRecord();
    const foreign = signingExchange('somebody else');
    const entries = [2, 9_007_199_254_740_000].map((seq) => ({ ...foreign.publish('key', {}), seq, keptAtMs: 1 }));
    const roots = [foreign.root(root(0).minuteMs, hash('e')), { ...root(1, 'e'), signed: null }, root(1_000, 'e')];
    const heads = [{ symbol: 'BTC-USDT', seq: 4, hash: hash('d'), keptAtMs: 1 }];
    const receipts = [{ receipt: { ...signedReceipt('12'), signature: 'aa' }, keptAtMs: 1 }];
    const file = { format: 'tessera-evidence-1', exchange: 'https://else.example', savedAtMs: 1, differences: [] };
    expect(await evidence.import(JSON.stringify({ ...file, roots, heads, entries, receipts }))).toBe(0);
    await evidence.keep({ roots: [root(1)] });
    const ours = signingExchange('ours');
    ours.publish('witness', { witnesses: [] });
    api.respond('publicRecord', ours.shown);
    await evidence.takeRecord();
    expect((await evidence.entriesKept()).map(({ kind }) => kind)).toEqual(['key', 'witness']);
    expect((await evidence.export()).roots).toEqual([root(0), root(1)]);
    expect(unread.value).toEqual([]);
  });

  it('an entry of the public record that does not follow, or names no key, switches off none that does', async () => {
    const { evidence, api, unread } = setUp(createFleetingStore());
    const ours = signingExchange('ours');
    const [broken, last] = [ours.publish('key', 'null'), ours.publish('witness', { witnesses: [] })];
    const own = { ...last, seq: last.seq + 1, kind: 'incident', hash: hash('0') };
    api.respond('publicRecord', ({ fromSeq = 1 }) => ({
      entries: [...ours.record, own].filter(({ seq }) => seq >= fromSeq),
      hasMore: false,
    }));
    await evidence.keep({ roots: [root(0)] });
    await evidence.takeRecord();
    expect(await evidence.rootsKept(0, Infinity)).toEqual([root(0)]);
    expect((await evidence.entriesKept()).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(unread.value.map(({ kind, of, kept }) => [kind, of, kept])).toEqual([
      ['entry', String(own.seq), ''],
      ['entry', String(broken.seq), ''],
    ]);
  });

  it('a day is drawn again with the pauses and beacons that everybody is shown', async () => {
    const { evidence, api, drawnWith } = setUp(createFleetingStore());
    const ours = signingExchange('ours');
    const pauses = [1, 2].map((lastSeq) => ours.publish('pause', { symbols: [], lastSeq }));
    const own = { ...ours.publish('pause', { symbols: [], lastSeq: 3 }), hash: hash('0') };
    api.respond('publicRecord', ({ fromSeq = 1 }) => ({
      entries: [...ours.record.slice(0, 3), own].filter(({ seq }) => seq >= fromSeq),
      hasMore: false,
    }));
    const day = { day: '2026-01-05', source: 'simulated', seedHash: null, seed: null, opening: {}, recordSeq: 3 } as const;
    await evidence.redraw(day, 'BTC-USDT', { signal: new AbortController().signal, onProgress: () => undefined });
    expect(drawnWith.map(({ hash: one }) => one)).toEqual([pauses[1]?.hash]);
  });

  it('the roots name the record that was kept, and are made of what is shown with them', async () => {
    const { evidence, api } = setUp(createFleetingStore());
    await evidence.takeRecord();
    const all: TickAnchor[] = [];
    const differing = async (shown: TickAnchor) => {
      all.push(shown);
      await evidence.keep({ roots: [{ ...shown, signed: shown.signed ?? null, keptAtMs: 1 }] });
      api.respond('anchors', { anchors: all });
      return (await evidence.compareNow()).differences;
    };
    expect(await differing(exchange.anchor(startMs))).toEqual([]);
    const lying = exchange.anchor(startMs + minute, { seq: 1, hash: hash('7') });
    expect(await differing(lying)).toMatchObject([{ kind: 'entry', of: '1', shown: hash('7') }]);
    api.respond('anchors', { anchors: [exchange.anchor(startMs), { ...lying, logs: exchange.anchor(startMs).logs }] });
    expect((await evidence.compareNow()).differences).toMatchObject([{ kind: 'root', kept: lying.root }]);
  });
});

it('a database without room: said, the difference still shown, and nothing rejects', async () => {
  const store = createFleetingStore();
  const { evidence, state, unread } = setUp({ ...store, add: () => Promise.reject(new Error('QuotaExceededError')) });
  await evidence.keep({ roots: [root(0)] });
  await evidence.keepReceipt(receipt(100));
  expect(state.value).toBe('full');
  await store.add({ roots: [root(0)] });
  await evidence.keep({ roots: [root(0, 'b')] });
  expect(unread.value).toHaveLength(1);
});

describe('collecting', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  /** Signatures are judged aside: how long that takes is the machine's. */
  async function untilKept(count: number, { summary }: Pick<Keeping, 'summary'>): Promise<void> {
    while ((await summary()).roots !== count) await jest.advanceTimersByTimeAsync(0);
  }

  function collecting() {
    const store = createFleetingStore();
    const { evidence, api, clock } = setUp(store);
    const isVisible = new BehaviorSubject(true);
    const roots$ = new Subject<SignedRoot>();
    const heads$ = new Subject<readonly ShortHead[]>();
    const runningOrders = new BehaviorSubject<readonly RunningOrder[]>([]);
    const reported: unknown[] = [];
    const turns = collectEvidence({
      evidence,
      store,
      api,
      now: () => clock.nowMs,
      isClockSet: () => true,
      isVisible,
      roots$,
      heads$,
      runningOrders,
      report: (error) => reported.push(error),
    });
    return { store, evidence, api, clock, isVisible, roots$, heads$, runningOrders, reported, turns };
  }
  const signed = (index: number): SignedRoot => ({
    ...{ minuteMs: anchor(index).minuteMs, root: hash('a') },
    ...root(index).signed,
  });

  it('asks for the roots of the minutes since the last one, and rests while nobody looks', async () => {
    const { evidence, api, clock, isVisible, reported, turns } = collecting();
    api.respond('anchors', { anchors: [anchor(4), anchor(5)] });
    await jest.advanceTimersByTimeAsync(5_000);
    await untilKept(2, evidence);
    isVisible.next(false);
    const asked = api.callsOf('anchors').length;
    clock.nowMs += 10 * minute;
    await jest.advanceTimersByTimeAsync(10 * minute);
    expect(api.callsOf('anchors')).toHaveLength(asked);
    isVisible.next(true);
    await jest.advanceTimersByTimeAsync(minute);
    expect(api.callsOf('anchors').some(({ request }) => request.fromMs === anchor(5).minuteMs + 1)).toBe(true);
    expect(reported).toEqual([]);
    turns.unsubscribe();
  });

  it('keeps what the socket brings, with its signature, and asks for the minutes in between', async () => {
    const { evidence, api, roots$, turns } = collecting();
    roots$.next(signed(1));
    await untilKept(1, evidence);
    expect(await evidence.rootsKept(0, Infinity)).toMatchObject([{ root: hash('a'), signed: root(1).signed }]);
    api.respond('anchors', { anchors: [anchor(2), anchor(3)] });
    roots$.next(signed(4));
    await untilKept(4, evidence);
    expect(api.callsOf('anchors').map(({ request }) => request.fromMs)).toEqual([anchor(1).minuteMs + 1]);
    turns.unsubscribe();
  });

  it('keeps heads of the symbols with a running order, in batches', async () => {
    const { evidence, heads$, runningOrders, turns } = collecting();
    const short = hash('d').slice(0, 16);
    heads$.next([['BTC-USDT', 1, short]]);
    runningOrders.next([{ id: '1', symbol: 'BTC-USDT', direction: 'long', expiresAtMs: 0 }]);
    heads$.next([
      ['BTC-USDT', 2, short],
      ['ETH-USDT', 9, short],
    ]);
    heads$.next([['BTC-USDT', 3, short]]);
    expect((await evidence.summary()).heads).toBe(0);
    await jest.advanceTimersByTimeAsync(5_000);
    expect((await evidence.headsKept('BTC-USDT', 0, 9)).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(await evidence.headsKept('ETH-USDT', 0, 9)).toEqual([]);
    turns.unsubscribe();
  });

  it('of every other symbol that is seen the newest head of a minute, marked, and what differs from it later is found', async () => {
    const { evidence, heads$, turns } = collecting();
    const short = hash('d').slice(0, 16);
    heads$.next([['BTC-USDT', 1, short]]);
    heads$.next([
      ['BTC-USDT', 2, short],
      ['ETH-USDT', 9, short],
    ]);
    await jest.advanceTimersByTimeAsync(minute);
    expect(await evidence.headsKept('BTC-USDT', 0, 9)).toMatchObject([{ seq: 2, isPassing: true }]);
    expect(await evidence.headsKept('ETH-USDT', 0, 9)).toMatchObject([{ seq: 9 }]);
    await jest.advanceTimersByTimeAsync(10 * minute);
    expect((await evidence.summary()).heads).toBe(2);
    const { differences } = await evidence.compare({ ticks: [{ symbol: 'BTC-USDT', seq: 2, hash: hash('e') }] });
    expect(differences).toMatchObject([{ kind: 'head', of: 'BTC-USDT#2' }]);
    turns.unsubscribe();
  });
});
