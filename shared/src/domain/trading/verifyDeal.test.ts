import { leverageProof, type LeverageDeal, type LeverageOrder, type LeverageProof, type Receipt, type Tick } from '../contract';
import { isProven, leverageTermsOf, sha256, termsBytes, toHex } from '../fairness';
import { aLeverageProof, anAnchorOver, anOpeningProof, aTickRun, proofStartMs } from '../../testkit';
import { dealCheckNames, verifyDeal, type DealCheckName } from './verifyDeal';

const failed = async (proof: LeverageProof): Promise<DealCheckName[]> =>
  (await verifyDeal(proof, sha256)).filter((check) => check.state === 'failed').map((check) => check.name);
const withDeal = (proof: LeverageProof, change: Partial<LeverageDeal>): LeverageProof => ({
  ...proof,
  deal: { ...proof.deal, ...change },
});
const withOrder = (proof: LeverageProof, change: Partial<LeverageOrder>): LeverageProof => ({
  ...proof,
  order: { ...proof.order, ...change },
});
const withTrigger = (proof: LeverageProof, change: Partial<LeverageProof['trigger']>): LeverageProof => ({
  ...proof,
  trigger: { ...proof.trigger, ...change },
});
const withTicks = (proof: LeverageProof, ticks: Tick[]): LeverageProof => ({ ...proof, ticks, anchors: [anAnchorOver(ticks)] });

/** Half of the position, closed by its holder at bid 60,999.60, after two nights that the margin paid 30 of. */
function aPartProof(): LeverageProof {
  const ticks = aTickRun(
    'BTC-USDT',
    [
      [90_000, '61100'],
      [100_500, '61000'],
      [101_000, '61010'],
    ],
    60,
  );
  const proof = withTicks(aLeverageProof(), ticks);
  return {
    ...withOrder(proof, { stopLoss: null, closeReason: null, openLots: '0.25', status: 'open' }),
    deal: {
      ...proof.deal,
      reason: 'user',
      lots: '0.25',
      price: '60999.6',
      tickSeq: 61,
      tickAtMs: proofStartMs + 100_500,
      tickPrice: '61000',
      notional: '15249.9',
      margin: '735',
      fee: '8.387445',
      profit: '249.9',
    },
    trigger: { kind: 'close', price: null, sinceMs: proofStartMs + 100_000 },
    swaps: [
      { rolloverMs: proofStartMs + 10_000, nights: 1, amount: '-9', fromMargin: '0' },
      { rolloverMs: proofStartMs + 20_000, nights: 1, amount: '-40', fromMargin: '30' },
    ],
  };
}

/** The same position ends at 57,300: 30 less margin would have ended it at 57,360. */
function aLiquidationProof(swapFromMargin = '30'): LeverageProof {
  const ticks = aTickRun(
    'BTC-USDT',
    [
      [19_500, '57400'],
      [21_000, '57360.01'],
      [22_000, '57355'],
      [23_000, '57350'],
    ],
    50,
  );
  const proof = withTicks(aLeverageProof(), ticks);
  return {
    ...withOrder(proof, { stopLoss: null, closeReason: 'liquidation', liquidationPrice: '57360' }),
    deal: {
      ...proof.deal,
      reason: 'liquidation',
      price: '57354.6',
      tickSeq: 52,
      tickAtMs: proofStartMs + 22_000,
      tickPrice: '57355',
      notional: '28677.3',
      margin: '1470',
      fee: '15.772515',
      profit: '-1322.7',
    },
    trigger: { kind: 'liquidation', price: '57360', sinceMs: proofStartMs + 20_000 },
    swaps: [{ rolloverMs: proofStartMs + 20_000, nights: 1, amount: '-30', fromMargin: swapFromMargin }],
  };
}

/**
 * Two cross positions: 1 lot EUR-USD long at 1.10, 0.5 lot USD-JPY short at 150. At EUR-USD 1.085 the equity is at half
 * of the margin: 100 free + 1,600 margin - 1,500 + 0 floating is 200, and half of the margin is 800.
 */
function aStopOutProof(free = '100'): LeverageProof {
  const ticks = aTickRun(
    'EUR-USD',
    [
      [40_000, '1.09'],
      [50_000, '1.085'],
      [51_000, '1.086'],
    ],
    80,
  );
  const yen = aTickRun('USD-JPY', [[49_000, '150']], 200)[0]!;
  const proof = withTicks(aLeverageProof(), ticks);
  const euro = {
    orderId: '7',
    symbol: 'EUR-USD',
    direction: 'long' as const,
    lots: '1',
    contractSize: '100000',
    openPrice: '1.1',
    margin: '1100',
    feeRate: '0.00003',
    spreadBelow: '0',
    spreadAbove: '0.0001',
    tick: ticks[1]!,
    divisor: '1',
    divisorTick: null,
  };
  return {
    ...withOrder(proof, {
      symbol: 'EUR-USD',
      assetClass: 'forex',
      marginMode: 'cross',
      lots: '1',
      contractSize: '100000',
      openPrice: '1.1',
      leverage: 100,
      feeRate: '0.00003',
      spreadBelow: '0',
      spreadAbove: '0.0001',
      stopLoss: null,
      liquidationPrice: null,
      closeReason: 'stop_out',
    }),
    deal: {
      ...proof.deal,
      symbol: 'EUR-USD',
      reason: 'stop_out',
      lots: '1',
      price: '1.085',
      tickSeq: 81,
      tickAtMs: proofStartMs + 50_000,
      tickPrice: '1.085',
      notional: '108500',
      margin: '1100',
      fee: '3.255',
      profit: '-1500',
    },
    digits: 5,
    trigger: { kind: 'stop_out', price: null, sinceMs: proofStartMs + 45_000 },
    earlier: [{ ...proof.earlier[0]!, symbol: 'EUR-USD', lots: '1', margin: '1100', price: '1.1', tickPrice: '1.0999' }],
    account: {
      free,
      stopOutLevel: '0.5',
      tick: ticks[1]!,
      positions: [
        euro,
        {
          ...euro,
          orderId: '8',
          symbol: 'USD-JPY',
          direction: 'short',
          lots: '0.5',
          openPrice: '150',
          margin: '500',
          spreadAbove: '0',
          tick: yen,
          divisor: '150',
          divisorTick: yen,
        },
      ],
    },
  };
}

it.each<[string, LeverageProof, DealCheckName[]]>([
  ['an opening', anOpeningProof(), ['liquidation', 'account', 'divisor', 'nights', 'profit', 'receipt', 'request', 'feedSeed']],
  ['a stop-loss', aLeverageProof(), ['liquidation', 'account', 'divisor', 'nights', 'receipt', 'request', 'feedSeed']],
  [
    'a part, closed by its holder',
    aPartProof(),
    ['liquidation', 'account', 'divisor', 'nights', 'receipt', 'request', 'feedSeed'],
  ],
  ['a liquidation', aLiquidationProof(), ['account', 'divisor', 'nights', 'receipt', 'request', 'feedSeed']],
  ['a stop-out', aStopOutProof(), ['first', 'liquidation', 'divisor', 'nights', 'receipt', 'request', 'feedSeed']],
])('proves %s, check by check, and fits the wire', async (_, proof, absent) => {
  expect(leverageProof.parse(JSON.parse(JSON.stringify(proof)))).toEqual(proof);
  const checks = await verifyDeal(proof, sha256);
  expect(checks.map((check) => check.name)).toEqual([...dealCheckNames]);
  expect(checks.filter((check) => check.state !== 'ok').map(({ name, state }) => [name, state])).toEqual(
    dealCheckNames
      .filter((name) => name === 'rootSigned' || absent.includes(name))
      // These nights were saved before they named their ticks.
      .map((name) => [name, name === 'nights' && proof.swaps.length > 0 ? 'partial' : 'absent']),
  );
  expect(isProven(checks)).toBe(true);
});

const stop = aLeverageProof();
const other = { ...stop.deal, id: '99', tickSeq: 46, tickAtMs: proofStartMs + 5000, tickPrice: '58990' };
it.each<[string, LeverageProof, DealCheckName[]]>([
  ['the rule is not a published one', { ...stop, ruleVersion: 3 }, ['rule']],
  ['a tick was left out', { ...stop, ticks: stop.ticks.filter(({ seq }) => seq !== 43) }, ['run', 'chain']],
  ['the run begins after the stop was set, and says it does not', { ...stop, ticks: stop.ticks.slice(1) }, ['run']],
  ['the deciding tick is missing', { ...stop, ticks: stop.ticks.slice(0, 4) }, ['run', 'tick']],
  [
    'a price in the log was changed',
    { ...stop, ticks: stop.ticks.map((tick) => (tick.seq === 45 ? { ...tick, price: '58000' } : tick)) },
    ['chain', 'tick'],
  ],
  [
    'the deal names another price of its tick',
    withDeal(stop, { tickPrice: '58990' }),
    ['tick', 'price', 'notional', 'profit', 'fee'],
  ],
  ['the deal is made at a worse price than its tick and spread give', withDeal(stop, { price: '58999' }), ['price']],
  ['the stop is not met', withTrigger(stop, { price: '58999.89' }), ['trigger']],
  ['a higher stop would have been met before', withTrigger(stop, { price: '59000.2' }), ['first']],
  ['the stop stood only after the tick', withTrigger(stop, { sinceMs: proofStartMs + 4000 }), ['trigger']],
  [
    'a later tick is taken',
    { ...stop, deal: { ...other, price: '58989.6', notional: '29494.8', profit: '-505.2', fee: '16.22214' } },
    ['first'],
  ],
  ['another reason is claimed', withDeal(stop, { reason: 'take_profit' }), ['trigger']],
  [
    'a tick that was filled in is taken',
    withDeal(stop, {
      tickSeq: 43,
      tickAtMs: proofStartMs + 2000,
      tickPrice: '58900',
      price: '58899.6',
      notional: '29449.8',
      profit: '-550.2',
      fee: '16.19739',
    }),
    ['tick'],
  ],
  [
    'only a part is closed by a stop',
    withDeal(stop, { lots: '0.25', notional: '14749.975', margin: '750', profit: '-250.025', fee: '8.112487' }),
    ['lots'],
  ],
  ['the notional is too high', withDeal(stop, { notional: '29500' }), ['notional']],
  ['too little margin comes back', withDeal(stop, { margin: '1499' }), ['margin']],
  ['the loss is too high', withDeal(stop, { profit: '-501' }), ['profit']],
  ['the fee is too high', withDeal(stop, { fee: '16.224974' }), ['fee']],
  ['the insurance is said to have paid', withDeal(stop, { insured: '1' }), ['insured']],
  ["it is another order's deal", withDeal(stop, { orderId: '8' }), ['tick']],
  [
    'a spread is claimed that was not agreed',
    withOrder(stop, { spreadBelow: '0.5' }),
    ['first', 'price', 'notional', 'profit', 'fee'],
  ],
  [
    'an anchor names another hash',
    { ...stop, anchors: [{ ...stop.anchors[0]!, heads: { 'BTC-USDT': { seq: 46, hash: 'cd'.repeat(32) } } }] },
    ['anchorRoots', 'anchored'],
  ],
  [
    'the revealed seed is another one',
    { ...stop, feedDay: { day: '2023-11-14', source: 'simulated', seedHash: 'cd'.repeat(32), seed: 'ab', opening: {} } },
    ['feedSeed'],
  ],
  ['the conversion is made up', withDeal(stop, { divisor: '2' }), ['divisor']],
  [
    'the market order was opened at its second tick',
    withDeal(anOpeningProof(), {
      tickSeq: 33,
      tickAtMs: proofStartMs - 8000,
      tickPrice: '59900',
      price: '59900.6',
      notional: '29950.3',
      margin: '1497.515',
      fee: '16.472665',
    }),
    ['first'],
  ],
  ['the price had moved too far', withTrigger(anOpeningProof(), { price: '59940' }), ['trigger']],
  [
    'the opening tick came too late',
    withTrigger(withOrder(anOpeningProof(), { acceptedAtMs: proofStartMs - 13_701 }), { sinceMs: proofStartMs - 13_701 }),
    ['run', 'trigger', 'first'],
  ],
  ['too much margin is taken', withDeal(anOpeningProof(), { margin: '1501' }), ['margin']],
  ['more is opened than was asked for', withOrder(anOpeningProof(), { lots: '0.4' }), ['lots']],
  ['a night that took margin is left out', { ...aPartProof(), swaps: [] }, ['margin']],
  [
    'the closing of a part was asked for too long ago',
    withTrigger(aPartProof(), { sinceMs: proofStartMs + 70_499 }),
    ['run', 'trigger', 'first'],
  ],
  ['the liquidation price is another one', withTrigger(aLiquidationProof(), { price: '57361' }), ['first', 'liquidation']],
  ['the margin was larger: it would not have been liquidated there', aLiquidationProof('0'), ['liquidation', 'margin']],
  ['the account was not at its level', aStopOutProof('1000'), ['account']],
  ['the account is left out', { ...aStopOutProof(), account: null }, ['trigger', 'account']],
  [
    'a position of the account is bent',
    {
      ...aStopOutProof(),
      account: {
        ...aStopOutProof().account!,
        positions: aStopOutProof().account!.positions.map((one) => ({ ...one, divisor: '140' })),
      },
    },
    ['account', 'fee'],
  ],
  [
    'a tick of the account is made up',
    {
      ...aStopOutProof(),
      account: {
        ...aStopOutProof().account!,
        positions: aStopOutProof().account!.positions.map((one, index) =>
          index === 1 ? { ...one, tick: { ...one.tick, price: '160' } } : one,
        ),
      },
    },
    ['account', 'fee', 'insured'],
  ],
])('fails exactly the concerned checks when %s', async (_, proof, expected) => {
  expect(await failed(proof)).toEqual(expected);
});

const unproven = async (proof: LeverageProof) =>
  (await verifyDeal(proof, sha256))
    .filter(({ state }) => state !== 'ok' && state !== 'absent')
    .map(({ name, state }) => [name, state]);

/** The stop with so many ticks before the deciding one, of which the first came after it was set. */
function aLongRun(before: number): LeverageProof {
  const quiet = Array.from({ length: before }, (_, index) => [index * 5 + 1, '59100'] as const);
  const ticks = aTickRun('BTC-USDT', [...quiet, [4000, '59000.3']], 45 + 1000 - before);
  return withDeal(withTicks({ ...stop, isRunComplete: false }, ticks), { tickSeq: 1045 });
}

it('a run that does not reach back says so', async () => {
  expect(await unproven(aLongRun(500))).toEqual([['first', 'partial']]);
});

it('a run that says it does not reach back, and shows less than is promised, shows nothing', async () => {
  expect(await unproven(aLongRun(499))).toEqual([
    ['run', 'failed'],
    ['first', 'partial'],
  ]);
});

it('what asked to be done at once is shown from then on, however its run is called', async () => {
  const close = aPartProof();
  const cut = (proof: LeverageProof): LeverageProof => ({ ...proof, ticks: proof.ticks.slice(1), isRunComplete: false });
  expect(await failed(cut(close))).toEqual(['run']);
  expect(await failed(cut(anOpeningProof()))).toEqual(['run']);
  const late = { ...aLongRun(600), trigger: { kind: 'close' as const, price: null, sinceMs: proofStartMs - 20_000 } };
  expect(await failed(withDeal(late, { reason: 'user' }))).toEqual(expect.arrayContaining(['run']));
});

describe('what the receipt holds', () => {
  const signed = (proof: LeverageProof, terms: Receipt['terms']): LeverageProof => {
    const { id: order, clientOrderId: key, symbol, acceptedAtMs } = proof.order;
    const all: Receipt['terms'] = {
      ...leverageTermsOf(proof.order),
      ...{ digits: proof.digits, toleratedMove: proof.toleratedMove, ruleVersion: proof.ruleVersion },
      ...{ seenPrice: '59990.6', divisorSymbol: null, swapMode: 'points', swapPerNight: '-1', tripleWeekday: 3 },
      ...{ rolloverMinute: 1320, stopOutLevel: '0.5', ...terms },
    };
    const termsHash = toHex(sha256(termsBytes(all)));
    const head = { headSeq: 1, headHash: 'ab'.repeat(32), holder: 'ab'.repeat(32), keyId: 'ab'.repeat(8) };
    const body = {
      format: 1,
      product: 'leverage',
      request: 'order',
      order,
      key,
      symbol,
      acceptedAtMs,
      termsHash,
      ...head,
    } as const;
    return withOrder(proof, { receipt: { body, terms: all, signature: '0'.repeat(128) } });
  };
  const nightTerms = { mode: 'points', perNight: '-1', tripleWeekday: 3 } as const;
  const raised: NonNullable<LeverageOrder['closingMargin']> = { leverage: 10, spans: [[7000, 7200]] };
  /** In the account, not in the order. */
  const withRaised = ({ account, ...proof }: LeverageProof): LeverageProof => ({
    ...proof,
    account: account && {
      ...account,
      positions: account.positions.map((one) => ({ ...one, leverage: proof.order.leverage, closingMargin: raised })),
    },
  });
  const rolloverMs = Date.UTC(2023, 10, 14, 22);
  const swap = { rolloverMs, nights: 1, amount: '0', fromMargin: '0' };

  it.each<[string, LeverageProof, DealCheckName[]]>([
    ['is what the proof says', signed({ ...anOpeningProof(), nightTerms }, {}), []],
    ['the price that was seen', signed(anOpeningProof(), { seenPrice: '59990.5' }), ['receipt']],
    ['the rule', signed(stop, { ruleVersion: 2 }), ['receipt']],
    ['the mode of the swap', signed({ ...stop, nightTerms }, { swapMode: 'rate' }), ['receipt']],
    ['the swap', signed({ ...stop, nightTerms }, { swapPerNight: '-0.9' }), ['receipt']],
    ['the triple day', signed({ ...stop, nightTerms }, { tripleWeekday: null }), ['receipt']],
    ['nights at the rollover', signed({ ...stop, swaps: [swap] }, {}), []],
    ['a night at another instant', signed({ ...stop, swaps: [{ ...swap, rolloverMs: rolloverMs + 1000 }] }, {}), ['nights']],
    ['a night twice', { ...stop, swaps: [swap, swap] }, ['nights']],
    ['the stop-out level', signed(aStopOutProof(), { stopOutLevel: '0.6' }), ['account']],
    ['no margin before closings', signed(stop, { closingMargin: null }), []],
    ['another margin before closings', signed(stop, { closingMargin: '{"leverage":10,"spans":[[7000,7200]]}' }), ['receipt']],
    [
      'the margin before closings',
      signed(withOrder(stop, { closingMargin: raised }), { closingMargin: '{"leverage":10,"spans":[[7000,7200]]}' }),
      [],
    ],
    [
      'a margin before closings that was put in',
      signed(withOrder(stop, { closingMargin: raised }), { closingMargin: null }),
      ['receipt'],
    ],
    ['an account with another margin before closings', signed(withRaised(aStopOutProof()), {}), ['account']],
    ['a conversion that is left out', signed(stop, { divisorSymbol: 'USD-JPY' }), ['divisor']],
  ])('%s', async (_, proof, expected) => expect(await failed(proof)).toEqual(expected));
});

describe('a conversion', () => {
  const converted = (symbol: string, of = 'USD-JPY'): LeverageProof => {
    const ticks = aTickRun(
      of,
      [
        [-9500, '150'],
        [-8700, '150'],
        [-8000, '150'],
      ],
      31,
    );
    const divisorTick = aTickRun(symbol, [[-9000, '150']], 7)[0]!;
    const opening = withTicks(withOrder(anOpeningProof(), { symbol: of, spreadBelow: '0', spreadAbove: '0' }), ticks);
    const figures = { divisor: '150', price: '150', tickPrice: '150', notional: '0.5', margin: '0.025', fee: '0.000275' };
    const trigger = { ...opening.trigger, price: '150' };
    return withDeal({ ...opening, divisorTick, trigger }, { ...figures, symbol: of });
  };
  const stateOf = async (proof: LeverageProof) => (await verifyDeal(proof, sha256)).find(({ name }) => name === 'divisor')?.state;
  it('holds as far as the proof reaches, which is not to an anchor of its own', async () => {
    expect(await unproven(converted('USD-JPY', 'EUR-JPY'))).toEqual([['divisor', 'partial']]);
  });
  it('holds where the deciding tick converts', async () => {
    const proof = converted('USD-JPY');
    expect(await unproven({ ...proof, divisorTick: proof.ticks[1]! })).toEqual([]);
  });
  it('is of the quote currency, and is not left out', async () => {
    expect(await stateOf(converted('DOGE-USDT', 'EUR-JPY'))).toBe('failed');
    expect(await stateOf(withDeal({ ...converted('USD-JPY', 'EUR-JPY'), divisorTick: null }, { divisor: '1' }))).toBe('failed');
    expect(await stateOf({ ...stop, divisorTick: aTickRun('USD-JPY', [[0, '1']])[0]! })).toBe('failed');
  });
});

it('an earlier tick within a published incident decides nothing', async () => {
  const bent = withTrigger(stop, { price: '59000.2' });
  const incident = {
    id: '1',
    symbol: 'BTC-USDT',
    fromMs: proofStartMs + 2500,
    toMs: proofStartMs + 3500,
    reason: 'x',
    publishedAtMs: proofStartMs + 3600,
  };
  expect(await failed({ ...bent, incidents: [incident] })).toEqual([]);
  expect(await failed({ ...bent, incidents: [{ ...incident, symbol: 'ETH-USDT' }] })).toEqual(['first']);
});

it('waits for the anchor instead of failing', async () => {
  const checks = await verifyDeal({ ...stop, anchors: [] }, sha256);
  expect(checks.filter((check) => check.state === 'pending').map((check) => check.name)).toEqual([
    'anchorRoots',
    'rootSigned',
    'anchored',
  ]);
});

describe('a single cross closing, of which the free balance is not known', () => {
  // 1,500 margin and -1,600 profit: 100 is missing, and the fee is 15.4.
  const gone = (change: Partial<LeverageDeal>): LeverageProof => {
    const ticks = aTickRun('BTC-USDT', [
      [-500, '59400'],
      [1000, '56800.4'],
      [2000, '56800'],
    ]);
    return withDeal(withOrder(withTicks({ ...stop, trigger: { ...stop.trigger } }, ticks), { marginMode: 'cross' }), {
      tickSeq: 42,
      tickAtMs: proofStartMs + 1000,
      tickPrice: '56800.4',
      price: '56800',
      notional: '28400',
      profit: '-1600',
      fee: '15.62',
      insured: '0',
      ...change,
    });
  };
  it.each([
    ['the free balance paid all', {}, []],
    ['it paid a part of the fee', { fee: '3' }, []],
    ['it paid a part of the loss', { fee: '0', insured: '40' }, []],
    ['there was none', { fee: '0', insured: '100' }, []],
    ['a fee is taken while insurance pays', { fee: '3', insured: '40' }, ['fee', 'insured']],
    ['more is insured than is missing', { fee: '0', insured: '101' }, ['insured']],
    ['the fee is too high', { fee: '16' }, ['fee', 'insured']],
  ] as const)('%s', async (_, change, expected) => expect(await failed(gone(change))).toEqual(expected));
});
