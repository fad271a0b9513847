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
  ...{ liquidationFee: '0.01', repaid: '1003', surplus: '0.000482', insured: '0', ruleVersion: 1, collateral: [coin] },
};
const proofOf = (change: Partial<LoanDecision> = {}, more: Partial<LoanProof> = {}): LoanProof => ({
  ...{ loanId: '7', decision: { ...decision, ...change }, ticks, anchors: [anAnchorOver(ticks)], feedDay: null, incidents: [] },
  ...more,
});
const withCoin = (change: Partial<SoldCollateral>) => proofOf({ collateral: [{ ...coin, ...change }] });
const withPrice = (change: object) => withCoin({ price: { ...coin.price!, ...change } });
const failed = async (proof: LoanProof) =>
  (await verifyLoan(proof, sha256)).filter(({ state }) => state === 'failed').map(({ name }) => name);

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
  ['another rule', proofOf({ ruleVersion: 2 }), ['rule']],
  ['a level that the higher price does not reach', proofOf({ level: '0.84' }), ['reached']],
  ['a share that was made up', proofOf({ ltv: '0.9' }), ['ltv']],
  ['less owed than reaches it', proofOf({ owed: '900', repaid: '900' }), ['ltv', 'reached', 'sale']],
  ['a newest price that is not in the log', withPrice({ price: '59990' }), ['tick', 'sale']],
  ['a mean that leaves a tick out', withPrice({ mean: '60000' }), ['mean', 'ltv']],
  ['a minute that begins elsewhere', withPrice({ fromSeq: 41 }), ['mean']],
  ['more sold than was needed', withCoin({ sold: '0.02', returned: '0' }), ['sale']],
  ['a higher fee', withCoin({ fee: '20' }), ['sale']],
  ['a tick that was left out of the run', proofOf({}, { ticks: ticks.filter((one) => one.seq !== 43) }), ['run', 'chain']],
  ['a run that begins within the minute', proofOf({}, { ticks: ticks.slice(2) }), ['run', 'mean']],
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
    ['mean'],
  ],
])('%s is found', async (_, proof, names) => {
  expect(await failed(proof)).toEqual(names);
});
