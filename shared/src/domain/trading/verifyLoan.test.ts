import type { LoanDecision, LoanProof, SoldCollateral } from '../contract/loans';
import { sha256 } from '../fairness';
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
});

it.each<readonly [string, LoanProof, readonly string[]]>([
  ['another rule', proofOf({ ruleVersion: 3 }), ['rule']],
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
