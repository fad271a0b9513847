import { createHash, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsProof, type ReceiptTerms, type SecondsProof, type Tick, type TickAnchor } from '../contract';
import { toText } from '../money';
import { setOffCheck } from './setOffCheck';
import { setOffSum } from './setOffSum';
import { sha256 } from './sha256';
import { secondsRule } from './settle';
import { isProven, isSealed, sealWaitMs, withSealDue, type ProofCheck } from './logChecks';
import { minuteRoot } from './tickHash';
import { proofCheckNames, verifyProof, type ProofCheckName } from './verifyProof';

const vectors = JSON.parse(readFileSync(join(__dirname, '../../../../docs/fairness-vectors.json'), 'utf8')) as {
  chain: Tick[];
  anchor: TickAnchor;
  setOffs: {
    cases: (Record<'name' | 'incident' | 'back' | 'cost' | 'won', string> & {
      contracts: (Record<'stake' | 'fee' | 'outcome' | 'returned' | 'profit', string> & { incident: string | null })[];
      isEnough: boolean;
    })[];
  };
};
const seed = '11'.repeat(32);
const point = (seq: number) => {
  const tick = vectors.chain[seq - 1];
  return tick === undefined ? null : { seq: tick.seq, atMs: tick.atMs, price: tick.price };
};

function aProof(change: Partial<SecondsProof> = {}, orderChange: Partial<SecondsProof['order']> = {}): SecondsProof {
  return {
    order: {
      id: '1',
      clientOrderId: '6f1c8f2e-53d4-4f7b-9d4b-7a1f4b2f5c11',
      mode: 'demo',
      symbol: 'BTC-USDT',
      direction: 'long',
      seconds: 30,
      asset: 'DUSDT',
      stake: '100',
      fee: '2',
      payoutRate: '0.85',
      feeRate: '0.02',
      ruleVersion: 1,
      status: 'settled',
      acceptedAtMs: 1_700_000_000_000,
      expiresAtMs: 1_700_000_030_000,
      entry: point(2),
      exit: point(5),
      next: point(6),
      outcome: 'won',
      voidReason: null,
      returned: '185',
      profit: '83',
      settledAtMs: 1_700_000_030_200,
      ...orderChange,
    },
    rule: secondsRule(1),
    assetScale: 6,
    ticks: vectors.chain,
    anchors: [vectors.anchor],
    feedDay: {
      day: '2023-11-14',
      source: 'simulated',
      seedHash: createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'),
      seed,
      opening: { 'BTC-USDT': '100' },
    },
    incident: null,
    ...change,
  };
}
const failed = async (proof: SecondsProof): Promise<ProofCheckName[]> =>
  (await verifyProof(proof, sha256)).filter((check) => check.state === 'failed').map((check) => check.name);

it('proves a true result, check by check, and fits the wire', async () => {
  const proof = aProof();
  expect(secondsProof.parse(proof)).toEqual(proof);
  const checks = await verifyProof(proof, sha256);
  expect(checks.map((check) => check.name)).toEqual([...proofCheckNames]);
  expect(checks.filter((check) => check.state !== 'ok').map(({ name, state }) => [name, state])).toEqual([
    // Nobody signed when it was accepted.
    ['expiry', 'partial'],
    ['setOff', 'absent'],
    ['receipt', 'absent'],
    ['rootSigned', 'absent'],
  ]);
  expect(isProven(checks)).toBe(true);
});

it('takes the digest of a browser just as well', async () => {
  const digest = async (bytes: Uint8Array) =>
    new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
  expect(await verifyProof(aProof(), digest)).toEqual(await verifyProof(aProof(), sha256));
});

const ticksWith = (index: number, change: Partial<Tick>) =>
  vectors.chain.map((tick, at) => (at === index ? { ...tick, ...change } : tick));
const anchorWith = (change: Partial<TickAnchor>) => [{ ...vectors.anchor, ...change }];
it.each<[string, SecondsProof, ProofCheckName[]]>([
  ['the end is another one', aProof({}, { seconds: 60 }), ['expiry']],
  ['another outcome is claimed', aProof({}, { outcome: 'lost' }), ['outcome']],
  ['a void without a reason for it', aProof({}, { outcome: 'void', voidReason: 'too_few_ticks' }), ['outcome']],
  ['another entry is claimed', aProof({}, { entry: point(3) }), ['entry']],
  ['another exit is claimed', aProof({}, { exit: point(4) }), ['exit']],
  ['the exit price is bent but not the log', aProof({}, { exit: { seq: 5, atMs: point(5)?.atMs ?? 0, price: '102' } }), ['exit']],
  ['another later tick is claimed', aProof({}, { next: point(5) }), ['next']],
  ['too little came back', aProof({}, { returned: '184.99', profit: '82.99' }), ['returned']],
  ['the fee is too high', aProof({}, { fee: '3', profit: '82' }), ['fee', 'returned']],
  ['a price in the log was changed', aProof({ ticks: ticksWith(4, { price: '99' }) }), ['chain', 'exit', 'outcome', 'returned']],
  ['a tick was left out', aProof({ ticks: vectors.chain.filter((tick) => tick.seq !== 3) }), ['run', 'chain']],
  ['the run starts after acceptance', aProof({ ticks: vectors.chain.slice(1) }), ['run']],
  [
    'the rule was bent',
    aProof({ rule: { ...secondsRule(1), entryWithinMs: 100 } }),
    ['rule', 'entry', 'exit', 'next', 'outcome', 'returned'],
  ],
  ['an anchor root does not follow from its heads', aProof({ anchors: anchorWith({ root: '0'.repeat(64) }) }), ['anchorRoots']],
  [
    'an anchor names another hash',
    aProof({ anchors: anchorWith({ heads: { 'BTC-USDT': { seq: 6, hash: 'ab'.repeat(32) } } }) }),
    ['anchorRoots', 'anchored'],
  ],
  ['the revealed seed is another one', aProof({ feedDay: { ...aProof().feedDay!, seed: '22'.repeat(32) } }), ['feedSeed']],
  [
    'an incident of another symbol is named',
    aProof(
      { incident: { id: '1', symbol: 'ETH-USDT', fromMs: 0, toMs: 2_000_000_000_000, reason: 'x', publishedAtMs: 1 } },
      { outcome: 'void', voidReason: 'incident', returned: '102', profit: '0' },
    ),
    ['outcome', 'returned'],
  ],
])('fails exactly the concerned checks when %s', async (_, proof, expected) => {
  expect(await failed(proof)).toEqual(expected);
});

it('waits for the anchor and the seed instead of failing', async () => {
  const checks = await verifyProof(aProof({ anchors: [], feedDay: { ...aProof().feedDay!, seed: null } }), sha256);
  expect(checks.filter((check) => check.state === 'pending').map((check) => check.name)).toEqual([
    'anchorRoots',
    'rootSigned',
    'anchored',
    'feedSeed',
  ]);
  expect(isProven(checks)).toBe(true);
  expect(isSealed(checks)).toBe(false);
});

it('waits a day for a root, and not for ever: without one the ticks may be made up', async () => {
  const { order, ...rest } = aProof({ anchors: [] });
  const checks = await verifyProof({ order, ...rest }, sha256);
  const due = (nowMs: number) => isProven(withSealDue(checks, order.expiresAtMs, nowMs));
  expect([due(order.expiresAtMs + sealWaitMs), due(order.expiresAtMs + sealWaitMs + 1)]).toEqual([true, false]);
  expect(isSealed(await verifyProof(aProof(), sha256))).toBe(true);
});

const rootAt = (minuteMs: number, seq: number): TickAnchor => {
  const { previousRoot } = vectors.anchor;
  const heads = { 'BTC-USDT': { seq, hash: vectors.chain[seq - 1]?.hash ?? '' } };
  return { minuteMs, previousRoot, heads, root: minuteRoot(previousRoot, minuteMs, heads, sha256) };
};
const stateOf = async (proof: SecondsProof, name: ProofCheckName) =>
  (await verifyProof(proof, sha256)).find((check) => check.name === name)?.state;

it('a run that is cut where no next tick is named is not believed', async () => {
  const byTheClock = { next: null, settledAtMs: 1_700_000_032_000 };
  const cutAt = (seq: number, anchors: readonly TickAnchor[], change: Partial<SecondsProof['order']>) =>
    stateOf(aProof({ ticks: vectors.chain.slice(0, seq), anchors: [...anchors] }, { ...byTheClock, ...change }), 'run');
  const early = rootAt(1_699_999_980_000, 4);
  const isVoid = { outcome: 'void' as const, returned: '102', profit: '0' };
  const noEntry = { ...isVoid, entry: null, exit: null, voidReason: 'no_entry_tick' as const };
  const tooFew = { ...isVoid, exit: point(3), voidReason: 'too_few_ticks' as const };
  for (const [seq, change] of [
    [4, { exit: point(4) }],
    [1, noEntry],
    [3, tooFew],
  ] as const) {
    // An earlier root says nothing about the time after it; a later one shows that there was more.
    expect(await cutAt(seq, [], change)).toBe('pending');
    expect(await cutAt(seq, [early], change)).toBe('pending');
    expect(await cutAt(seq, [vectors.anchor], change)).toBe('failed');
  }
  expect(await cutAt(6, [vectors.anchor], {})).toBe('ok');
});

it('an order without an entry has its ticks sealed too', async () => {
  const isVoid = { entry: null, exit: null, next: null, outcome: 'void', voidReason: 'no_entry_tick' } as const;
  expect(await stateOf(aProof({ ticks: vectors.chain.slice(0, 1), anchors: [] }, isVoid), 'anchored')).toBe('pending');
});

it('a root between two minutes is none', async () => {
  expect(await failed(aProof({ anchors: [rootAt(1_700_000_040_001, 6)] }))).toEqual(['anchorRoots']);
});

it('accepts a result decided by time, with ticks that came later in the run', async () => {
  const proof = aProof({}, { next: null, settledAtMs: 1_700_000_032_000 });
  expect(await failed(proof)).toEqual([]);
});

it('accepts a refund by a published incident that meets the order', async () => {
  const incident = {
    id: '1',
    symbol: 'BTC-USDT',
    fromMs: 1_700_000_030_000,
    toMs: 1_700_000_090_000,
    reason: 'source was stale',
    publishedAtMs: 1_700_000_100_000,
  };
  const proof = aProof({ incident }, { outcome: 'void', voidReason: 'incident', returned: '102', profit: '0' });
  expect(await failed(proof)).toEqual([]);
  // What its holder won in that time is set off; `setOff` judges how much.
  const setOff = (returned: string, profit: string) =>
    aProof({ incident }, { outcome: 'void', voidReason: 'incident', returned, profit });
  const states = async (returned: string, profit: string) =>
    (await verifyProof(setOff(returned, profit), sha256)).find(({ name }) => name === 'returned')?.state;
  expect(await states('19', '-83')).toBe('partial');
  expect(await states('19', '0')).toBe('failed');
  expect(await states('103', '1')).toBe('failed');
});

describe('what a refund was set off against', () => {
  const incident = {
    id: '3',
    symbol: 'BTC-USDT',
    fromMs: 1_700_000_010_000,
    toMs: 1_700_000_020_000,
    reason: 'source was stale',
    publishedAtMs: 1_700_000_100_000,
  };
  const winner = (change: Partial<SecondsProof['order']> = {}) => aProof({}, { id: '2', ...change });
  const other = (change: Partial<SecondsProof['order']> = {}, by: typeof incident | null = null) => ({
    order: { ...aProof().order, id: '4', outcome: 'lost' as const, returned: '0', profit: '-102', ...change },
    incident: by,
  });
  const voided = (returned: string, setOff: SecondsProof['setOff'], terms: ReceiptTerms = {}) =>
    aProof(
      { incident, ...(setOff === undefined ? {} : { setOff }) },
      {
        ...{ outcome: 'void', voidReason: 'incident', returned, profit: String(Number(returned) - 102) },
        ...(terms['showsSetOff'] === undefined ? {} : { receipt: { terms } as never }),
      },
    );
  const stateOf = async (proof: SecondsProof) =>
    (await setOffCheck(proof, { digest: sha256, receipts: undefined, verify: (won) => verifyProof(won, sha256) })).state;
  const stray = { reason: '', publishedAtMs: 0, symbol: 'BTC-USDT', fromMs: 0, toMs: 1 };

  it.each<[string, SecondsProof, ProofCheck['state']]>([
    ['all came back', voided('102', undefined), 'absent'],
    ['not shown, and not promised', voided('19', undefined), 'partial'],
    ['not shown, though the receipt promises it', voided('19', undefined, { showsSetOff: true }), 'failed'],
    ['the winner is proven', voided('19', { won: [winner()], others: [] }), 'ok'],
    ['one unit too much is set off', voided('18.999999', { won: [winner()], others: [] }), 'failed'],
    ['nothing was won', voided('19', { won: [], others: [] }), 'failed'],
    ['the winner is not proven', voided('19', { won: [], others: [other({ outcome: 'won', profit: '83' })] }), 'failed'],
    ['the winner lost', voided('19', { won: [winner({ direction: 'short' })], others: [] }), 'failed'],
    ['the winner won less', voided('10', { won: [winner({ profit: '92', returned: '194' })], others: [] }), 'failed'],
    ['a lost one is due as well', voided('19', { won: [winner()], others: [other()] }), 'failed'],
    [
      'one that still runs is due as well',
      voided('19', { won: [winner()], others: [other({ outcome: null, returned: null })] }),
      'failed',
    ],
    ['it brought the rest', voided('19', { won: [winner()], others: [other({ returned: '102' }, incident)] }), 'ok'],
    ['the winner is shown twice', voided('0', { won: [winner(), winner()], others: [] }), 'failed'],
    ['the winner is of another market', voided('19', { won: [winner({ symbol: 'ETH-USDT' })], others: [] }), 'failed'],
    ['of the other account', voided('19', { won: [winner({ mode: 'real' })], others: [] }), 'failed'],
    ['of another asset', voided('19', { won: [winner({ asset: 'BTC' })], others: [] }), 'failed'],
    ['of another time', voided('19', { won: [winner({ acceptedAtMs: 1_700_000_020_001 })], others: [] }), 'failed'],
    ['no root seals the winner yet', voided('19', { won: [{ ...winner(), anchors: [] }], others: [] }), 'pending'],
    [
      'an earlier incident took some of it away',
      voided('19', {
        won: [winner()],
        others: [other({ outcome: 'void', profit: '-3', returned: '99' }, { ...stray, id: '2' })],
      }),
      'failed',
    ],
  ])('%s', async (_, proof, state) => expect(await stateOf(proof)).toBe(state));

  it('as many as are shown: more may be left out, and nobody is accused', async () => {
    const many = Array.from({ length: 199 }, (__, at) => other({ id: String(at + 10) }));
    expect(await stateOf(voided('0', { won: [winner()], others: many }))).toBe('partial');
    expect(await stateOf(voided('0', { won: [winner()], others: many.slice(1) }))).toBe('failed');
  });

  it.each(vectors.setOffs.cases)('vector: $name', ({ incident: id, contracts, back, cost, won, isEnough }) => {
    const met = contracts.map(({ incident: by, ...order }) => ({ order, incident: by === null ? null : { id: by } }));
    const sums = setOffSum(met, id);
    expect([toText(sums.back), toText(sums.cost), toText(sums.won), sums.isEnough]).toEqual([back, cost, won, isEnough]);
  });
});

it('version 2: the head at acceptance is in the run and lies before the entry', async () => {
  const underTwo = (acceptedSeq: number | undefined) =>
    aProof({ rule: secondsRule(2), ...(acceptedSeq === undefined ? {} : { acceptedSeq }) }, { ruleVersion: 2 });
  expect(await failed(underTwo(1))).toEqual([]);
  // The entry that the order names was public already.
  expect(await failed(underTwo(2))).toContain('entry');
  expect(await failed(underTwo(undefined))).toContain('run');
  expect(await failed(underTwo(0))).toContain('run');
});
