import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BehaviorSubject, Subject } from '@tessera/shared/kernel';
import type { EndpointResponse, ShortHead, SignedRoot } from '@tessera/shared/contract';
import type { EvidenceDifference } from '@tessera/shared/fairness';
import type { EvidenceState, RunningOrder, SessionState } from '@tessera/shared/federation';
import { createFakeApi } from '@tessera/shared/testing';
import { collectEvidence } from './collectEvidence';
import { maxRoots } from './compareWithPublished';
import { createEvidence } from './createEvidence';
import { createFleetingStore } from './createFleetingStore';
import type { EvidenceStore } from './EvidenceStore';
import { openKeptStore } from './openKeptStore';

const hash = (digit: string): string => digit.repeat(64);
const minute = 60_000;
const startMs = 1_000 * minute;
const root = (index: number, digit = 'a') => ({
  minuteMs: startMs + index * minute,
  root: hash(digit),
  signed: null,
  keptAtMs: 1,
});
const anchor = (index: number, digit = 'a'): EndpointResponse<'anchors'>['anchors'][number] => ({
  minuteMs: startMs + index * minute,
  root: hash(digit),
  previousRoot: hash('0'),
  heads: {},
});
const receipt = (acceptedAtMs: number) => ({
  body: { product: 'seconds', request: 'order', key: 'k', order: '7', acceptedAtMs },
  signature: 'aa',
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function setUp(store: EvidenceStore) {
  const api = createFakeApi();
  const clock = { nowMs: startMs + 5 * minute };
  const state = new BehaviorSubject<EvidenceState>('kept');
  const unread = new BehaviorSubject<readonly EvidenceDifference[]>([]);
  const session = new BehaviorSubject<SessionState>({ isSignedIn: true, userId: '12', mode: 'demo', generation: 0 });
  const evidence = createEvidence({
    store,
    state,
    unread,
    api,
    session,
    now: () => clock.nowMs,
    random: () => 0.5,
    exchange: 'https://exchange.example',
    redraw: () => Promise.reject(new Error('not here')),
  });
  api.respond('anchors', { anchors: [] });
  api.respond('publicRecord', { entries: [], hasMore: false });
  api.respond('feedDays', { days: [] });
  return { api, clock, state, unread, session, evidence };
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
    const entry = {
      seq: 3,
      atMs: 5,
      kind: 'seed_committed',
      body: JSON.stringify({ day: '2026-01-05', source: 'simulated', attempt: 1, seedHash: hash('a') }),
      hash: hash('1'),
    };
    await evidence.keep({ entries: [{ ...entry, keptAtMs: 6 }] });
    const forged = { ...entry, previousHash: hash('0'), body: entry.body.replace(hash('a'), hash('b')) };
    api.respond('publicRecord', { entries: [forged], hasMore: false });
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

  it('what is saved to a file is read on another device, and differs there from what that one kept', async () => {
    const one = setUp(await open());
    await one.evidence.keep({ roots: [root(0)], heads: [{ symbol: 'BTC-USDT', seq: 4, hash: hash('d'), keptAtMs: 2 }] });
    await one.evidence.keepReceipt(receipt(100));
    const file = JSON.stringify(await one.evidence.export());
    globalThis.indexedDB = new IDBFactory();
    const other = setUp(await open());
    await other.evidence.keep({ roots: [root(0, 'b')] });
    expect(await other.evidence.import(file)).toBe(2);
    expect(other.unread.value).toMatchObject([{ kind: 'root', kept: hash('b'), shown: hash('a') }]);
    expect(await other.evidence.headsKept('BTC-USDT', 1, 9)).toHaveLength(1);
    expect(await other.evidence.import('{"format":"another"}')).toBeUndefined();
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
    minuteMs: anchor(index).minuteMs,
    root: hash('a'),
    keyId: 'k',
    signature: 's',
  });

  it('asks for the roots of the minutes since the last one, and rests while nobody looks', async () => {
    const { evidence, api, clock, isVisible, reported, turns } = collecting();
    api.respond('anchors', { anchors: [anchor(4), anchor(5)] });
    await jest.advanceTimersByTimeAsync(5_000);
    expect((await evidence.summary()).roots).toBe(2);
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
    await jest.advanceTimersByTimeAsync(0);
    expect(await evidence.rootsKept(0, Infinity)).toMatchObject([{ root: hash('a'), signed: { keyId: 'k', signature: 's' } }]);
    api.respond('anchors', { anchors: [anchor(2), anchor(3)] });
    roots$.next(signed(4));
    await jest.advanceTimersByTimeAsync(0);
    expect((await evidence.summary()).roots).toBe(4);
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
