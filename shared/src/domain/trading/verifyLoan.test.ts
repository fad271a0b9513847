import type { LoanDecision, LoanProof, SoldCollateral } from '../contract/loans';
import { minuteRoot, sha256 } from '../fairness';
import { anAnchorOver, aTickRun, proofStartMs } from '../../testkit/proofBuilders';
import { verifyLoan } from './verifyLoan';

/** 0.02 BTC against 1,003 USDT: the minute up to the last tick but one has the mean 60,010 and the newest price 60,000. */
const ticks = aTickRun('BTC-USDT', [
  [-61_000, '64000'],
  [-59_000, '60020'],
  [-30_000, '1', true],
  [0, '60000'],
  [1000, '59000'],
]);
const [seq, fromSeq] = [44, 42];
const coin: SoldCollateral = {
  ...{ kind: 'coin', asset: 'BTC', orderId: null, amount: '0.02', weight: '1', scale: 8 },
  price: { symbol: 'BTC-USDT', seq, fromSeq, atMs: proofStartMs, price: '60000', mean: '60010' },
  // 1003 ÷ (60,000 × 0.99), up at eight decimals; the rest comes back.
  ...{ sold: '0.01688553', gross: '1013.1318', fee: '10.131318', penalty: '0', returned: '0.00311447' },
};
const decision: LoanDecision = {
  ...{ id: '71', kind: 'liquidation', atMs: proofStartMs + 100, level: '0.83', owed: '1003', ltv: '0.835694' },
  ...{
    liquidationFee: '0.01',
    repaid: '1003',
    surplus: '0.000482',
    insured: '0',
    meanSeconds: 2,
    ruleVersion: 2,
    collateral: [coin],
  },
};
const proofOf = (change: Partial<LoanDecision> = {}, more: Partial<LoanProof> = {}): LoanProof => ({
  ...{ loanId: '7', decision: { ...decision, ...change }, ticks, anchors: [anAnchorOver(ticks)], feedDay: null, incidents: [] },
  ...more,
});
const withCoin = (change: Partial<SoldCollateral>) => proofOf({ collateral: [{ ...coin, ...change }] });
const withPrice = (change: object) => withCoin({ price: { ...coin.price!, ...change } });
const failed = async (proof: LoanProof) =>
  (await verifyLoan(proof, sha256)).filter(({ state }) => state === 'failed').map(({ name }) => name);

const withoutSeconds = (): LoanProof => {
  const { meanSeconds: _, ...rest } = decision;
  return { ...proofOf(), decision: rest };
};
/** 0.001 ETH beside it, whose market stood still: it counts for a price of the log and stays locked. */
function standing({ atMs, sold = '0', returned = '0.001' }: { atMs: number; sold?: string; returned?: string }) {
  const own = aTickRun('ETH-USDT', [
    [atMs - proofStartMs - 70_000, '1000'],
    [atMs - proofStartMs - 2000, '1000'],
    [atMs - proofStartMs, '1000'],
  ]);
  const ether: SoldCollateral = {
    ...{ kind: 'coin', asset: 'ETH', orderId: null, amount: '0.001', weight: '1', scale: 8 },
    price: { symbol: 'ETH-USDT', seq: 43, fromSeq: 42, atMs, price: '1000', mean: '1000', stands: true },
    ...{ sold, gross: '0', fee: '0', penalty: '0', returned },
  };
  const roots = [{ symbol: 'ETH-USDT', anchors: [anAnchorOver(own)] }];
  return { decision: { ...decision, ltv: '0.834998', collateral: [coin, ether] }, ticks: [...ticks, ...own], standing: roots };
}
const withBeside = (of: { readonly atMs: number }) => proofOf({}, standing(of));

it('a coin whose market stood still counts at its last price, and comes back where the others were enough', async () => {
  const checks = await verifyLoan(withBeside({ atMs: proofStartMs - 300_000 }), sha256);
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(checks.find(({ name }) => name === 'newest')).toMatchObject({ state: 'partial' });
});

it('against deposits alone there is no log to wait for', async () => {
  const collateral: SoldCollateral[] = [
    {
      ...{ kind: 'treasure', asset: 'USDT', orderId: '9', amount: '1200', weight: '1', scale: 6, price: null },
      ...{ sold: '1200', gross: '1200', fee: '0', penalty: '0', returned: '0' },
    },
  ];
  const one = proofOf({ ltv: '0.835833', surplus: '197', collateral }, { ticks: [], anchors: [] });
  const checks = await verifyLoan(one, sha256);
  expect(checks.filter(({ state }) => state === 'failed' || state === 'pending')).toEqual([]);
});

it('before there were thin minutes no number of seconds was needed', async () => {
  const checks = await verifyLoan({ ...withoutSeconds(), decision: { ...withoutSeconds().decision, ruleVersion: 1 } }, sha256);
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(checks.find(({ name }) => name === 'minute')).toMatchObject({ state: 'partial' });
});

it('a true liquidation stands, every check with what was computed', async () => {
  const checks = await verifyLoan(proofOf(), sha256);
  expect(checks.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(checks.find(({ name }) => name === 'mean')).toMatchObject({ state: 'ok', computed: '#42 60010' });
});

it('a call sells nothing', async () => {
  const nothing = { sold: '0', gross: '0', fee: '0', returned: '0' };
  const call: Partial<LoanDecision> = {
    kind: 'call',
    level: '0.75',
    repaid: '0',
    surplus: '0',
    collateral: [{ ...coin, ...nothing }],
  };
  expect(await failed(proofOf(call))).toEqual([]);
  expect(await failed(proofOf({ ...call, repaid: '1' }))).toEqual(['sale']);
  expect(await failed(proofOf({ ...call, collateral: [{ ...coin, ...nothing, sold: '0.01' }] }))).toEqual(['sale']);
});

it.each<readonly [string, LoanProof, readonly string[]]>([
  ['another rule', proofOf({ ruleVersion: 4, freshSeconds: 10 }), ['rule']],
  ['a minute that is thinner than the terms allow', proofOf({ meanSeconds: 3 }), ['minute']],
  ['terms of the minute that are not named', withoutSeconds(), ['minute']],
  ['a newer price that had come', proofOf({ atMs: proofStartMs + 1000 }), ['newest']],
  ['a market that is said to stand still a moment after its price', withBeside({ atMs: proofStartMs - 299_000 }), ['newest']],
  [
    'a coin whose market stands still, sold',
    proofOf({}, standing({ atMs: proofStartMs - 300_000, sold: '0.1', returned: '0' })),
    ['sale'],
  ],
  [
    'coins whose markets all stand still',
    proofOf({ atMs: proofStartMs + 400_000, collateral: [{ ...coin, price: { ...coin.price!, stands: true } }] }),
    ['newest', 'sale'],
  ],
  [
    'a price of a market that has stood still for longer than a week',
    withBeside({ atMs: proofStartMs - 8 * 86_400_000 }),
    ['newest'],
  ],
  ['a coin priced by the market of another one', withCoin({ asset: 'ETH' }), ['tick']],
  [
    'a coin told by two prices',
    proofOf({ collateral: [{ ...coin, price: { ...coin.price!, price: '1', mean: '1' } }, coin] }),
    ['tick', 'ltv', 'sale'],
  ],
  ['the first rule, long after it', proofOf({ ruleVersion: 1, atMs: Date.UTC(2027, 0, 1) }), ['rule', 'newest']],
  ['a level that the higher price does not reach', proofOf({ level: '0.84' }), ['reached']],
  ['a share that was made up', proofOf({ ltv: '0.9' }), ['ltv']],
  ['less owed than reaches it', proofOf({ owed: '900', repaid: '900' }), ['ltv', 'reached', 'sale']],
  ['a newest price that is not in the log', withPrice({ price: '59990' }), ['tick', 'sale']],
  ['a mean that leaves a tick out', withPrice({ mean: '60000' }), ['mean', 'ltv']],
  ['a minute that begins elsewhere', withPrice({ fromSeq: 41 }), ['mean']],
  ['more sold than was needed', withCoin({ sold: '0.02', returned: '0' }), ['sale']],
  ['a higher fee', withCoin({ fee: '20' }), ['sale']],
  ['a tick that was left out of the run', proofOf({}, { ticks: ticks.filter((one) => one.seq !== 43) }), ['run', 'chain']],
  ['a run that begins within the minute', proofOf({}, { ticks: ticks.slice(2) }), ['run', 'mean', 'minute']],
  [
    'ticks of a market that nothing is locked in',
    proofOf({}, { ticks: [...ticks, ...aTickRun('ETH-USDT', [[0, '1']])] }),
    ['run'],
  ],
  [
    'a price of an incident in the mean',
    proofOf(
      {},
      {
        incidents: [
          {
            id: '1',
            symbol: 'BTC-USDT',
            fromMs: proofStartMs - 59_500,
            toMs: proofStartMs - 58_000,
            reason: 'x',
            publishedAtMs: proofStartMs,
          },
        ],
      },
    ),
    ['mean', 'minute'],
  ],
])('%s is found', async (_, proof, names) => {
  expect(await failed(proof)).toEqual(names);
});

describe('rule 3: a coin without prices that decide counts at its own last ones', () => {
  /** 0.001 ETH beside the BTC: two seconds with a price, the second one decides; then `since`, in milliseconds from the decision's tick on. */
  function beside(atMs: number, since: readonly (readonly [number, string])[] = [], change: Partial<SoldCollateral> = {}) {
    const own = aTickRun('ETH-USDT', [[atMs - 70_000, '1000'], [atMs - 2000, '1000'], [atMs, '1000'], ...since]);
    const ether: SoldCollateral = {
      ...{ kind: 'coin', asset: 'ETH', orderId: null, amount: '0.001', weight: '1', scale: 8 },
      price: { symbol: 'ETH-USDT', seq: 43, fromSeq: 42, atMs: proofStartMs + atMs, price: '1000', mean: '1000', stands: true },
      ...{ sold: '0', gross: '0', fee: '0', penalty: '0', returned: '0.001', ...change },
    };
    const [roots] = [anAnchorOver(ticks)];
    const last = own.at(-1)!;
    const heads = { ...roots.heads, 'ETH-USDT': { seq: last.seq, hash: last.hash } };
    const anchors = [{ ...roots, heads, root: minuteRoot(roots.previousRoot, roots.minuteMs, heads, sha256) }];
    return { own, ether, anchors };
  }
  const terms = { ruleVersion: 3, freshSeconds: 10, days: 30, catalogVersion: 1 };
  function third({ own, ether, anchors }: ReturnType<typeof beside>, more: Partial<LoanProof> = {}): LoanProof {
    const ltv = ether.price === null ? '0.835694' : '0.834998';
    return proofOf({ ...terms, ltv, collateral: [coin, ether] }, { ticks: [...ticks, ...own], anchors, ...more });
  }
  const newestOf = async (proof: LoanProof) => {
    const checks = await verifyLoan(proof, sha256);
    return [
      checks.find(({ name }) => name === 'newest')?.state,
      checks.filter(({ state }) => state === 'failed').map(({ name }) => name),
    ];
  };

  it('at once, with all that has come since to show that nothing of it decided', async () => {
    expect(await newestOf(third(beside(-20_000)))).toEqual(['ok', []]);
    // A minute later one price of one second.
    expect(await newestOf(third(beside(-70_000, [[-5000, '2000']])))).toEqual(['ok', []]);
  });

  it('a younger price that decides is found', async () => {
    const younger = beside(-80_000, [
      [-16_000, '2000'],
      [-15_000, '2000'],
    ]);
    expect(await newestOf(third(younger))).toEqual(['failed', ['newest']]);
    // It came in a halt.
    const halts = [{ symbol: 'ETH-USDT', fromMs: proofStartMs - 15_500, untilMs: null }];
    expect(await newestOf(third(younger, { halts }))).toEqual(['partial', []]);
    // It is left out, as if too much had come since.
    const isShown = (tick: { symbol: string; seq: number }) => tick.symbol !== 'ETH-USDT' || tick.seq <= 43;
    const cut = third(younger, { standing: [{ symbol: 'ETH-USDT', anchors: [anAnchorOver(younger.own.slice(0, 3))] }] });
    expect(await newestOf({ ...cut, ticks: cut.ticks.filter(isShown) })).toEqual(['failed', ['newest']]);
    // By the heads more has come than a proof shows.
    const long = cut.anchors.map((root) => {
      const heads = { ...root.heads, 'ETH-USDT': { seq: 644, hash: root.heads['ETH-USDT']!.hash } };
      return { ...root, heads, root: minuteRoot(root.previousRoot, root.minuteMs, heads, sha256) };
    });
    expect(await newestOf({ ...cut, anchors: long, ticks: cut.ticks.filter(isShown) })).toEqual(['partial', []]);
  });

  it('its newest price is told as that for as long as the terms say, and no longer', async () => {
    const fresh = { ...beside(-9900).ether.price!, stands: undefined };
    const whole = { sold: '0', gross: '0', fee: '0', penalty: '0', returned: '0.001' };
    const at = (atMs: number) => {
      const parts = beside(atMs);
      const { stands: _, ...price } = { ...fresh, atMs: proofStartMs + atMs };
      return third({ ...parts, ether: { ...parts.ether, ...whole, price } });
    };
    expect(await newestOf(at(-9900))).toEqual(['ok', []]);
    expect(await newestOf(at(-9901))).toEqual(['failed', ['newest']]);
    expect(await newestOf(third(beside(-9900)))).toEqual(['failed', ['newest']]);
  });

  it('of a week ago it counts for nothing, and then nothing is sold before a day after the call', async () => {
    const weekMs = 7 * 86_400_000;
    expect(await newestOf(third(beside(-weekMs + 101)))).toEqual(['ok', []]);
    expect(await newestOf(third(beside(-weekMs + 100)))).toEqual(['failed', ['newest']]);
    const gone = (atMs: number, calledAtMs?: number, since: readonly (readonly [number, string])[] = []) => {
      const proof = third(beside(atMs, since, { price: null }));
      return { ...proof, decision: { ...proof.decision, ...(calledAtMs === undefined ? {} : { calledAtMs }) } };
    };
    const called = decision.atMs - 86_400_000;
    expect(await newestOf(gone(-weekMs - 60_000, called))).toEqual(['ok', []]);
    expect(await newestOf(gone(-weekMs - 60_000, called + 1))).toEqual(['ok', ['reached']]);
    expect(await newestOf(gone(-weekMs - 60_000))).toEqual(['ok', ['reached']]);
    // One in the week that decided.
    const within = [
      [-3000, '1'],
      [-2000, '1'],
    ] as const;
    expect(await newestOf(gone(-weekMs - 60_000, called, within))).toEqual(['failed', ['newest']]);
    // Too much to be shown.
    const none = gone(-weekMs - 60_000, called);
    expect(await newestOf({ ...none, ticks })).toEqual(['partial', []]);
  });

  it('what was agreed to is what the loan says', async () => {
    const proof = third(beside(-20_000));
    const loan = {
      ...{ callLtv: '0.75', liquidationLtv: '0.83', liquidationFee: '0.01', meanSeconds: 2, ...terms },
      collateral: [{ kind: 'coin', asset: 'BTC', orderId: null, weight: '1' } as const],
    };
    const state = async (change: object) =>
      (await verifyLoan({ ...proof, loan: { ...loan, ...change } }, sha256)).find(({ name }) => name === 'agreed')?.state;
    expect(await state({})).toBe('ok');
    const others = [
      { liquidationLtv: '0.84' },
      { meanSeconds: 3 },
      { freshSeconds: 9 },
      { ruleVersion: 2 },
      { days: 7 },
      { catalogVersion: 2 },
    ];
    for (const other of others) expect(await state(other)).toBe('failed');
    expect(await state({ collateral: [{ ...loan.collateral[0]!, weight: '0.9' }] })).toBe('failed');
  });
});
