import { spotProof, type SpotFill, type SpotOrder, type SpotProof } from '../contract';
import { isProven, sha256 } from '../fairness';
import { anAnchorOver, aSpotProof, aTickRun, proofStartMs } from '../../testkit';
import { fillCheckNames, verifyFill, type FillCheckName } from './verifyFill';

const failed = async (proof: SpotProof): Promise<FillCheckName[]> =>
  (await verifyFill(proof, sha256)).filter((check) => check.state === 'failed').map((check) => check.name);
const proof = aSpotProof();
const withOrder = (change: Partial<SpotOrder>): SpotProof => ({ ...proof, order: { ...proof.order, ...change } });
const withFill = (id: string, change: Partial<SpotFill>): SpotProof =>
  withOrder({ fills: proof.order.fills.map((fill) => (fill.id === id ? { ...fill, ...change } : fill)) });

it.each(['90', '91'])('proves fill %s, check by check, and fits the wire', async (fillId) => {
  const one = { ...proof, fillId };
  expect(spotProof.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
  const checks = await verifyFill(one, sha256);
  expect(checks.map((check) => check.name)).toEqual([...fillCheckNames]);
  expect(checks.filter((check) => check.state !== 'ok').map(({ name, state }) => [name, state])).toEqual([
    ['receipt', 'absent'],
    ['request', 'absent'],
    ['rootSigned', 'absent'],
    ['feedSeed', 'absent'],
  ]);
  expect(isProven(checks)).toBe(true);
});

it('the order of these tests has two fills, of ticks 44 and 45', () => {
  expect(proof.order.fills.map(({ seq }) => seq)).toEqual([44, 45]);
  expect(proof.order.status).toBe('partial');
});

it.each<[string, SpotProof, FillCheckName[]]>([
  ['the book is of another version', { ...proof, book: { ...proof.book, ruleVersion: 2 } }, ['rule']],
  ['a tick was left out', { ...proof, ticks: proof.ticks.filter(({ seq }) => seq !== 43) }, ['run', 'chain']],
  ['the run begins after acceptance, and says it does not', { ...proof, ticks: proof.ticks.slice(1) }, ['run']],
  [
    'a price in the log was changed',
    { ...proof, ticks: proof.ticks.map((tick) => (tick.seq === 45 ? { ...tick, price: '59999.99' } : tick)) },
    ['chain', 'tick', 'average', 'total', 'fee'],
  ],
  [
    'the fill names another tick',
    withFill('91', { seq: 46, atMs: proofStartMs + 5000, tickPrice: '60080' }),
    ['earlier', 'average', 'quantity', 'total', 'fee'],
  ],
  ['a fill before it is left out', withOrder({ fills: proof.order.fills.slice(1) }), ['earlier']],
  ['a fill before it was larger', withFill('90', { quantity: '0.001' }), ['earlier']],
  ['less is filled than the book offered', withFill('91', { quantity: '0.001' }), ['quantity']],
  ['the total is higher than the book asks', withFill('91', { total: '99999' }), ['total']],
  ['the average is another one', withFill('91', { price: '60000.01' }), ['average']],
  ['the fee is too high', withFill('91', { fee: '1000' }), ['fee']],
  ['the limit was below the book', withOrder({ price: '59990' }), ['earlier', 'average', 'quantity', 'total', 'fee']],
  [
    'the order was accepted after the tick',
    withOrder({ acceptedAtMs: proofStartMs + 4000 }),
    ['tick', 'earlier', 'average', 'quantity', 'total', 'fee'],
  ],
  ['there is no such fill', { ...proof, fillId: '77' }, ['run', 'tick', 'earlier', 'average', 'quantity', 'total', 'fee']],
  ['the limit is missing', withOrder({ price: null }), ['earlier', 'average', 'quantity', 'total', 'fee']],
  ['an anchor root does not follow', { ...proof, anchors: [{ ...proof.anchors[0]!, root: '0'.repeat(64) }] }, ['anchorRoots']],
  [
    'the seed is another one',
    { ...proof, feedDay: { day: '2023-11-14', source: 'simulated', seedHash: 'cd'.repeat(32), seed: 'ab', opening: {} } },
    ['feedSeed'],
  ],
])('fails exactly the concerned checks when %s', async (_, bent, expected) => {
  expect(await failed(bent)).toEqual(expected);
});

it('a bent term of the book changes what is taken of it', async () => {
  expect(await failed({ ...proof, book: { ...proof.book, levelQuantity: '0.5' } })).toEqual(
    expect.arrayContaining(['earlier', 'quantity', 'total']),
  );
  expect(await failed({ ...proof, book: { ...proof.book, spreadSteps: 10 } })).toEqual(
    expect.arrayContaining(['earlier', 'average']),
  );
});

/** So many ticks before the deciding one that fill nothing, all of them after acceptance. */
function aLongWait(before: number): SpotProof {
  const quiet = Array.from({ length: before }, (_, index) => [index + 1, '61000'] as const);
  const fill = proof.order.fills[0]!;
  const ticks = aTickRun('BTC-USDT', [...quiet, [3000, fill.tickPrice]], fill.seq + 1000 - before);
  const order = { ...proof.order, fills: [{ ...fill, seq: fill.seq + 1000, atMs: proofStartMs + 3000 }] };
  return { ...proof, fillId: fill.id, ticks, anchors: [anAnchorOver(ticks)], isRunComplete: false, order };
}

it('a run that does not reach back says so, and takes the fills before it as stated', async () => {
  const states = async (before: number) =>
    (await verifyFill(aLongWait(before), sha256))
      .filter(({ state }) => state !== 'ok' && state !== 'absent')
      .map(({ name, state }) => `${name} ${state}`);
  expect((await states(500)).filter((text) => /^(run|earlier) /.test(text))).toEqual(['earlier partial']);
  expect(await states(499)).toContain('run failed');
});

it('a tick within a published incident fills nothing, but what was filled before it was published stands', async () => {
  const incident = {
    id: '1',
    symbol: 'BTC-USDT',
    fromMs: proofStartMs + 2500,
    toMs: proofStartMs + 3500,
    reason: 'x',
    publishedAtMs: proofStartMs + 9000,
  };
  expect(await failed({ ...proof, incidents: [incident] })).toEqual([]);
  expect(await failed({ ...withOrder({ fills: proof.order.fills.slice(1) }), incidents: [incident] })).not.toContain('earlier');
});

describe('a market order', () => {
  /** 0.01 BTC at the first live tick after acceptance, as the builder's order takes it with a limit that binds nothing. */
  const market = (change: Partial<SpotOrder> = {}, seenPrice = '60000'): SpotProof => {
    const base = aSpotProof({}, '62999.89', '0.01');
    return {
      ...base,
      fillId: '90',
      bounds: { ...base.bounds, seenPrice },
      order: { ...base.order, entrustment: 'market', price: null, ...change },
    };
  };
  it('has the first tick after acceptance', async () => {
    expect(market().order.fills.map(({ seq }) => seq)).toEqual([42]);
    expect(await failed(market())).toEqual([]);
  });
  it('is shown from its acceptance on, however its run is called', async () => {
    const cut = market();
    expect(await failed({ ...cut, ticks: cut.ticks.slice(1), isRunComplete: false })).toEqual(['run']);
  });
  it('not a later one', async () => {
    const fills = market().order.fills.map((fill) => ({ ...fill, seq: 44, atMs: proofStartMs + 3000, tickPrice: '59999.9' }));
    expect(await failed(market({ fills }))).toEqual(expect.arrayContaining(['earlier']));
  });
  it('not a tick that came too late, nor one whose price had moved too far', async () => {
    expect(await failed(market({ acceptedAtMs: proofStartMs - 4001 }))).toEqual([
      'run',
      'tick',
      'earlier',
      'average',
      'quantity',
      'total',
      'fee',
    ]);
    expect(await failed(market({}, '59900'))).toEqual(['average', 'quantity', 'total', 'fee']);
  });
});
