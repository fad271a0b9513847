/** A proof beside what others hold: an old one must hold as well as a new one. */
import type { EndpointRequest, TickAnchor } from '@tessera/shared/contract';
import { fromHex, keyIdOf, minuteRoot, sha256 } from '@tessera/shared/fairness';
import { createFakeApi, signingExchange } from '@tessera/shared/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidenceChecks, type ProvenLog } from './evidenceChecks';

const minuteMs = 60_000;
const startMs = 1_800_000_000_000;
const none = { seq: 0, hash: '0'.repeat(64) };

function rootsOf(count: number): TickAnchor[] {
  let previousRoot = '0'.repeat(64);
  return Array.from({ length: count }, (_, index) => {
    const heads = { 'BTC-USDT': { seq: index + 1, hash: '11'.repeat(32) } };
    const logs = { record: none, audit: none };
    const at = startMs + index * minuteMs;
    const made = { minuteMs: at, root: minuteRoot(previousRoot, at, heads, sha256, logs), previousRoot, heads, logs };
    previousRoot = made.root;
    return made;
  });
}
const roots = rootsOf(2_000);

/** As the exchange answers: a page of roots, and a hundred statements (an older one: the newest of the span); one witness signs every fifth root. */
function anExchange(ofWitness: readonly TickAnchor[] = roots) {
  const api = createFakeApi();
  const within = (all: readonly TickAnchor[], { fromMs = 0, toMs = Infinity }: EndpointRequest<'witnessed'>) =>
    all.filter((one) => one.minuteMs >= fromMs && one.minuteMs <= toMs);
  api.respond('anchors', (asked) => {
    const found = within(roots, asked);
    const limit = asked.limit ?? 240;
    return { anchors: found.slice(0, limit), hasMore: found.length > limit };
  });
  api.respond('witnessed', (asked) => {
    const signed = within(
      ofWitness.filter((_, index) => index % 5 === 0),
      asked,
    );
    return {
      witnesses: [{ kind: 'countersigner', url: 'https://witness.example' }],
      roots: signed.slice(-100).map((one) => ({
        witness: 'https://witness.example',
        kind: 'countersigner' as const,
        minuteMs: one.minuteMs,
        root: one.root,
        atMs: one.minuteMs,
        statement: '{}',
      })),
      forks: [],
    };
  });
  return api;
}

const compared = { roots: 1, heads: 0, receipts: 0, seeds: 0 };
async function witnessedOf(proof: Partial<ProvenLog>, api = anExchange(), kept: readonly unknown[] = []) {
  const checks = await evidenceChecks({ ticks: [], anchors: [], feedDay: null, order: { id: '1' }, ...proof }, {
    api,
    clock: { now: () => 0 },
    evidence: { compare: () => Promise.resolve({ compared, differences: [] }), entriesKept: () => Promise.resolve(kept) },
  } as never);
  return checks.find(({ name }) => name === 'witnessed');
}
const witnessed = async (minute: number, api = anExchange()): Promise<string | undefined> =>
  (await witnessedOf({ anchors: roots.slice(minute, minute + 1) }, api))?.state;

it.each([9, 700, 1_300, 1_899])('a proof that is %i minutes old follows to the root that a witness signed next', async (age) => {
  expect(await witnessed(1_999 - age)).toBe('partial');
});

it('what a witness signed otherwise fails, and a root that none has signed yet is pending', async () => {
  const forged = roots.map((one) => ({ ...one, root: 'f'.repeat(64) }));
  expect(await witnessed(100, anExchange(forged))).toBe('failed');
  expect(await witnessed(1_998)).toBe('pending');
});

const { witnesses } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  readonly witnesses: Pick<ProvenLog, 'anchors' | 'witnessed'> & {
    readonly exchange: string;
    readonly entry: { readonly kind: string; readonly atMs: number; readonly body: string };
  };
};
const { anchors, witnessed: named, exchange, entry } = witnesses;
const key = { algorithm: 'Ed25519', keyId: '', publicKey: exchange, previous: null, handover: null };

it('what the proof itself names is checked on this device, also where the exchange answers nothing', async () => {
  const nobody = createFakeApi();
  const keyId = keyIdOf(fromHex(exchange), sha256);
  const kept = [
    { seq: 1, atMs: 1, kind: 'key', body: JSON.stringify({ ...key, keyId }), hash: '', keptAtMs: 1 },
    { seq: 2, ...entry, hash: '', keptAtMs: 2 },
  ];
  const check = await witnessedOf({ anchors, witnessed: named }, nobody, kept);
  expect(check?.state).toBe('ok');
  expect(check?.findings?.map(({ finding }) => finding)).toEqual(['signed', 'stamped']);
  const [first] = named?.statements ?? [];
  const forged = { roots: named?.roots ?? [], statements: first === undefined ? [] : [{ ...first, atMs: first.atMs - 1 }] };
  expect((await witnessedOf({ anchors, witnessed: forged }, nobody, kept))?.state).toBe('failed');
});

it('a proof that waits for its witness says so, although the exchange asks nobody any more', async () => {
  const api = createFakeApi();
  api.respond('witnessed', { witnesses: [], roots: [], forks: [] });
  expect((await witnessedOf({ anchors, witnessed: { statements: [], roots: [] } }, api))?.state).toBe('pending');
  expect((await witnessedOf({ anchors }, api))?.state).toBe('absent');
});

it('a run that is cut is explained by a published pause of its market, or what is public contradicts it', async () => {
  const tick = { symbol: 'USD-JPY', seq: 7, atMs: startMs, price: '150', hash: '22'.repeat(32), previousHash: '33'.repeat(32) };
  const [anchor] = roots as [TickAnchor];
  const cut = (later: number) => ({
    ...{ atMs: startMs + 5, ticks: [tick], incidents: [] },
    anchor: { ...anchor, minuteMs: startMs + minuteMs, heads: { 'USD-JPY': { seq: tick.seq + later, hash: 'aa'.repeat(32) } } },
  });
  const currentOf = async (later: number, pausedFromMs: number) => {
    const api = anExchange();
    const symbols = [{ symbol: 'USD-JPY', fromMs: pausedFromMs, toMs: pausedFromMs + 2, firstSeq: 7, lastSeq: 9 }];
    const { publish, shown } = signingExchange('ours');
    publish('pause', { why: 'leader_away', symbols }, startMs);
    api.respond('publicRecord', shown);
    api.respond('anchors', () => ({ anchors: [anchor, cut(later).anchor], hasMore: false }));
    const proof = { ticks: [], anchors: [anchor], feedDay: null, order: { id: '1' }, conversions: [cut(later)] };
    const checks = await evidenceChecks(proof, {
      api,
      clock: { now: () => 0 },
      evidence: { compare: () => Promise.resolve({ compared, differences: [] }), entriesKept: () => Promise.resolve([]) },
    } as never);
    return checks.find(({ name }) => name === 'current')?.state;
  };
  expect(await currentOf(2_000, startMs)).toBe('ok');
  expect(await currentOf(2_000, startMs - minuteMs)).toBe('failed');
  expect(await currentOf(1, startMs - minuteMs)).toBe('ok');
});

describe('the public record beside a proof', () => {
  const ours = signingExchange('ours');
  const minute = startMs - (startMs % minuteMs);
  ours.publish('incident', 'null', 3);
  ours.publish('witness', { witnesses: [{ kind: 'countersigner', url: 'https://w.example', publicKey: 'ab'.repeat(32) }] }, 4);
  const anchor = ours.anchor(minute);
  const incident = { id: '3', symbol: 'BTC-USDT', fromMs: startMs, toMs: startMs + 1, reason: 'x', publishedAtMs: startMs + 2 };

  interface Change {
    readonly shown?: typeof ours.shown;
    readonly nowMs?: number;
    /** The roots that are held against what this device kept. */
    readonly kept?: TickAnchor[];
  }
  async function stateOf(name: string, proof: Partial<ProvenLog>, change: Change = {}) {
    const api = createFakeApi();
    api.respond('publicRecord', change.shown ?? ours.shown);
    api.respond('anchors', () => ({ anchors: [...(proof.anchors ?? [anchor])], hasMore: false }));
    api.respond('witnessed', () => ({ witnesses: [], roots: [], forks: [] }));
    const compare = (shown: { readonly anchors: readonly TickAnchor[] }) => {
      change.kept?.push(...shown.anchors);
      return Promise.resolve({ compared, differences: [] });
    };
    const evidence = { compare, entriesKept: () => Promise.resolve([]) };
    const deps = { api, clock: { now: () => change.nowMs ?? 0 }, evidence } as never;
    const checks = await evidenceChecks({ ticks: [], anchors: [anchor], feedDay: null, order: { id: '1' }, ...proof }, deps);
    return checks.find((check) => check.name === name)?.state;
  }

  it('an incident that one person alone is shown does not follow, and a record that the root does not name is another one', async () => {
    expect(await stateOf('current', {})).toBe('ok');
    const own = { ...ours.record[1]!, body: JSON.stringify(incident) };
    const shown = ({ fromSeq = 1 }) => ({
      entries: [ours.record[0]!, own, ours.record[2]!].filter(({ seq }) => seq >= fromSeq),
      hasMore: false,
    });
    expect(await stateOf('current', { incident }, { shown })).toBe('failed');
    const other = signingExchange('ours');
    other.publish('incident', incident, 3);
    other.publish('witness', {}, 4);
    expect(await stateOf('current', { incident }, { shown: other.shown })).toBe('failed');
    expect(await stateOf('current', { incident, anchors: [other.anchor(minute)] }, { shown: other.shown })).toBe('ok');
  });

  it('a halt that is no halt of the record does not follow, whichever of its ends was made up', async () => {
    const own = signingExchange('ours');
    const [symbol, untilMs] = ['BTC-USDT', 9];
    own.publish('halt', { symbol: 'ETH-USDT', state: 'halted' }, 4);
    own.publish('halt', { symbol, state: 'halted' }, 5);
    own.publish('halt', { symbol: 'ETH-USDT', state: 'resumed' }, 8);
    own.publish('halt', { symbol, state: 'resumed' }, untilMs);
    own.publish('halt', { symbol, state: 'halted' }, 12);
    const state = (fromMs: number, end: number | null, lastMs = 9) => {
      const tick = { symbol, seq: 7, atMs: lastMs, price: '1', hash: '', previousHash: '' };
      const proof = { ticks: [tick], anchors: [own.anchor(minute)], halts: [{ symbol, fromMs, untilMs: end }] };
      return stateOf('current', proof, { shown: own.shown });
    };
    expect([await state(5, untilMs), await state(12, null)]).toEqual(['ok', 'ok']);
    // It went on when the proof was made; later ticks than its end are none of it.
    expect([await state(5, null), await state(5, null, 10)]).toEqual(['ok', 'failed']);
    const others = [await state(4, untilMs), await state(5, 8), await state(5, 10), await state(12, 13)];
    expect(others).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  it('the roots over a market that stood still are those that everybody is shown', async () => {
    const anchors = [ours.anchor(minute)];
    const made = { ...ours.anchor(minute - minuteMs), root: 'ab'.repeat(32) };
    const kept: TickAnchor[] = [];
    const standing = (own: readonly TickAnchor[]) => ({ anchors, standing: [{ symbol: 'ETH-USDT', anchors: own }] });
    expect(await stateOf('current', standing(anchors), { kept })).toBe('ok');
    expect(await stateOf('current', standing([made]), { kept })).toBe('failed');
    expect(kept).toContainEqual(made);
  });

  it('a statement of the witnesses that the record names is owed within a day, whatever the exchange says of them now', async () => {
    expect(await stateOf('witnessed', {}, { nowMs: minute + minuteMs })).toBe('pending');
    expect(await stateOf('witnessed', {}, { nowMs: minute + 86_400_001 })).toBe('failed');
    expect(await stateOf('witnessed', { witnessed: { statements: [], roots: [] } }, { nowMs: minute + 86_400_001 })).toBe(
      'failed',
    );
    const nobody = signingExchange('ours');
    const asked = { shown: nobody.shown, nowMs: minute + 86_400_001 };
    expect(await stateOf('witnessed', { anchors: [nobody.anchor(minute)] }, asked)).toBe('absent');
  });
});

test('of a stop-out the statement is asked for the record before it, and compared', async () => {
  const api = createFakeApi();
  const row = (version: number, balanceAfter: string) => ({
    ...{ id: `${version}-1`, version, account: 'contract' as const, asset: 'USDT', kind: 'leverage' as const },
    ...{ amount: '1', balanceAfter, atMs: startMs, ref: '9' },
  });
  const records = [row(3, '4800'), row(2, '4799')];
  api.respond('walletDetail', ({ toVersion = 0 }) => {
    const items = records.filter(({ version }) => version <= toVersion);
    return { items, page: 1, pageSize: 2, total: 3, next: null };
  });
  const stateOf = async (free: string, version: number): Promise<string | undefined> => {
    const account = { free, before: { version, balance: free }, stopOutLevel: '0.5', positions: [{ orderId: '7' }] };
    const proof = { ticks: [], anchors: [], feedDay: null, order: { id: '7' }, assetScale: 6 };
    const checks = await evidenceChecks(
      { ...proof, deal: { tickSeq: 1, reason: 'stop_out' }, account } as never,
      {
        api,
        clock: { now: () => 0 },
        evidence: { compare: () => Promise.resolve({ compared, differences: [] }), entriesKept: () => Promise.resolve([]) },
      } as never,
    );
    return checks.find(({ name }) => name === 'free')?.state;
  };
  // Made up: no such balance stood before it.
  expect(await stateOf('60', 3)).toBe('failed');
  expect(await stateOf('4800', 2)).toBe('failed');
});
