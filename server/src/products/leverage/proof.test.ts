import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { leverageProof, type LeverageProof } from '@tessera/shared/contract';
import { sha256, tickHash } from '@tessera/shared/fairness';
import { dealRules, verifyDeal } from '@tessera/shared/trading';
import { anchorMinute } from '../../feed/minuteAnchors';
import type { Handler, SignedIn } from '../../http/handler';
import { closeWithinMs, leverageRuleVersion, marketWithinMs, setsOff } from './rules';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openLeverageDesk, startMs, type LeverageDesk } from '../../../test/leverageDesk';
import { anIncident } from '../../../test/anIncident';
import { testSignatures, testSigningKey } from '../../../test/testReceipts';

const freshDatabase = useFreshDatabases();
let desk: LeverageDesk & { shut(): Promise<void> };
beforeEach(async () => {
  desk = await openLeverageDesk(freshDatabase);
});
afterEach(() => desk.shut());

const prove = (user: SignedIn, dealId: string): Promise<LeverageProof> =>
  (desk.leverage.handlers.leverageProve as Handler<'leverageProve'>)({
    request: { dealId },
    user,
    nowMs: desk.clock.now(),
    language: 'en',
    ip: '',
    traceId: '',
    idempotencyKey: undefined,
  });
const anchorUpTo = async (minutes: number): Promise<void> => {
  for (let minute = 0; minute <= minutes; minute++)
    await anchorMinute(desk.database.db, startMs + minute * 60_000, 1, testSigningKey);
};
/** Every check that is neither 'ok' nor 'absent', with what it compared; and the states of those that the test names. */
async function verdict(proof: LeverageProof) {
  const checks = await verifyDeal(leverageProof.parse(JSON.parse(JSON.stringify(proof))), sha256, testSignatures);
  return checks
    .filter(({ state }) => state !== 'ok' && state !== 'absent')
    .map(({ name, state, stated, computed }) => `${name} ${state}: ${stated} | ${computed}`);
}
const statesOf = async (proof: LeverageProof, ...names: readonly string[]) => {
  const checks = await verifyDeal(proof, sha256, testSignatures);
  return names.map((name) => checks.find((check) => check.name === name)?.state);
};
async function proofsOf(user: SignedIn, order: { readonly id: string }): Promise<LeverageProof[]> {
  const proofs: LeverageProof[] = [];
  for (const { id } of await desk.deals(user, order)) proofs.push(await prove(user, id));
  return proofs.sort((a, b) => Number(a.deal.id) - Number(b.deal.id));
}
/** Every deal of the order holds in full. Answers what each was triggered by. */
async function expectProven(user: SignedIn, order: { readonly id: string }, minutes = 3): Promise<string[]> {
  await anchorUpTo(minutes);
  const proofs = await proofsOf(user, order);
  for (const proof of proofs) expect([proof.trigger.kind, ...(await verdict(proof))]).toEqual([proof.trigger.kind]);
  expect(proofs.every((proof) => proof.isRunComplete)).toBe(true);
  return proofs.map((proof) => proof.trigger.kind);
}

test('market order, a part closed by its holder, and the rest: every figure follows', async () => {
  await desk.ticks('BTC-USDT', [
    [-2000, '59990'],
    [-1000, '60000'],
  ]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { lots: '0.031', leverage: 3 });
  await desk.ticks('BTC-USDT', [
    [100, '60001', true],
    [200, '60002.37'],
    [900, '60100'],
  ]);
  await desk.judgeAt(1000);
  await desk.close(user, order, '0.013');
  await desk.ticks('BTC-USDT', [
    [1500, '60111.11'],
    [1600, '60200'],
  ]);
  await desk.judgeAt(2000);
  await desk.close(user, order);
  await desk.ticks('BTC-USDT', [
    [2500, '59500.01'],
    [2600, '59000'],
  ]);
  await desk.judgeAt(3000);
  expect(await expectProven(user, order)).toEqual(['market', 'close', 'close']);
});

test('a limit waits for the first tick at which it can open, a take-profit for the first that meets it', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { entrustment: 'limit', limitPrice: '59500', takeProfit: '60500', lots: '0.02' });
  await desk.ticks('BTC-USDT', [
    [100, '59900'],
    [200, '59499.99', true],
    [300, '59600'],
    [400, '59490'],
    [500, '59400'],
  ]);
  await desk.judgeAt(600);
  await desk.ticks('BTC-USDT', [
    [700, '60400'],
    [800, '60700'],
    [900, '60000'],
  ]);
  await desk.judgeAt(1000);
  expect(await expectProven(user, order)).toEqual(['limit', 'take_profit']);
});

test('short: a stop-loss that was set later, and the run begins where it was set', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { direction: 'short', lots: '0.02' });
  await desk.ticks('BTC-USDT', [
    [100, '60000'],
    [200, '60600'],
    [300, '59900'],
  ]);
  await desk.judgeAt(400);
  await desk.setStop(user, order, { stopLoss: '60500' });
  await desk.ticks('BTC-USDT', [
    [500, '60450'],
    [600, '60600'],
    [700, '61000'],
  ]);
  await desk.judgeAt(800);
  expect(await expectProven(user, order)).toEqual(['market', 'stop_loss']);
  const [, stop] = await proofsOf(user, order);
  expect(stop?.ticks.map((tick) => tick.price)).toEqual(['59900', '60450', '60600', '61000']);
});

test('a liquidation after a night that the margin paid for', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  // 0.1 BTC at 60,000 with 20 times takes 300 and a fee of 3.3; what is left pays a part of the night.
  const user = await desk.aTrader('303.7');
  const order = await desk.open(user, { lots: '0.1', leverage: 20 });
  await desk.ticks('BTC-USDT', [[100, '60000']]);
  await desk.judgeAt(200);
  const midnight = 12 * 3_600_000;
  await desk.ticks('BTC-USDT', [
    [midnight - 1000, '60000'],
    [midnight + 1000, '60010'],
  ]);
  await desk.judgeAt(midnight + 3000);
  await desk.ticks('BTC-USDT', [
    [midnight + 4000, '57400'],
    [midnight + 5000, '57200'],
    [midnight + 6000, '57000'],
  ]);
  await desk.judgeAt(midnight + 7000);
  for (const minute of [0, 1]) await anchorMinute(desk.database.db, startMs + midnight + minute * 60_000, 1, testSigningKey);
  const proofs = await proofsOf(user, order);
  expect(proofs.map((proof) => proof.trigger.kind)).toEqual(['market', 'liquidation']);
  expect(proofs[1]?.swaps).toEqual([expect.objectContaining({ nights: 1, fromMargin: expect.not.stringMatching(/^0$/) })]);
  expect(await verdict(proofs[1]!)).toEqual([]);
  // The night names the tick that valued it, and another price, tick or share of it would not hold.
  const [night] = proofs[1]!.swaps;
  expect(night?.tick).toMatchObject({ seq: 3, price: '60000' });
  const states = async (swap: object) => (await statesOf({ ...proofs[1]!, swaps: [{ ...night!, ...swap }] }, 'nights'))[0];
  expect(await states({})).toBe('ok');
  expect(await states({ tick: { ...night!.tick!, price: '90000' } })).toBe('failed');
  expect(await states({ tick: proofs[1]!.ticks.at(-1) })).toBe('failed');
  expect(await states({ nights: 3 })).toBe('failed');
  expect(await states({ amount: '-100' })).toBe('failed');
  expect(await states({ amount: '0', fromMargin: '0' })).toBe('failed');
  // A swap at a rate hangs on the tick's price: an invented one follows from nothing, and its run is owed.
  const run = proofs[1]!.conversions!.find(({ atMs }) => atMs === night!.rolloverMs);
  const [opening] = proofs[1]!.conversions!;
  expect(run?.ticks.map((tick) => tick.price)).toEqual(['60000', '60010', '57400', '57200', '57000']);
  const bent = { ...night!.tick!, price: '60001', format2: { ...night!.tick!.format2!, bid: '60001', ask: '60001' } };
  const invented = { ...bent, hash: tickHash(bent.previousHash, bent, sha256) };
  const withNight = (conversions: LeverageProof['conversions']) =>
    statesOf({ ...proofs[1]!, swaps: [{ ...night!, tick: invented }], conversions: [opening!, ...conversions!] }, 'nights');
  expect(await withNight([{ ...run!, ticks: [invented, ...run!.ticks.slice(1)] }])).toEqual(['failed']);
  expect(await withNight([])).toEqual(['failed']);
  expect(await statesOf({ ...proofs[1]!, conversions: [] }, 'nights')).toEqual(['failed']);
});

test('a stop-out over two symbols and a conversion: the account is recomputed', async () => {
  await desk.ticks('EUR-USD', [[-1000, '1.1']]);
  await desk.ticks('USD-JPY', [[-900, '150']]);
  const user = await desk.aTrader('2000');
  const euro = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100 });
  const yen = await desk.open(user, { symbol: 'USD-JPY', direction: 'short', lots: '0.5', leverage: 100 });
  await desk.ticks('EUR-USD', [[100, '1.1']]);
  await desk.ticks('USD-JPY', [[200, '150']]);
  await desk.judgeAt(5000);
  await desk.ticks('USD-JPY', [[5500, '151']]);
  await desk.ticks('EUR-USD', [
    [6000, '1.095'],
    [7000, '1.085'],
    [8000, '1.08'],
  ]);
  await desk.ticks('USD-JPY', [[9000, '151.1']]);
  await desk.judgeAt(12_000);
  await anchorUpTo(2);
  for (const order of [euro, yen]) {
    const proofs = await proofsOf(user, order);
    expect(proofs.map((proof) => proof.trigger.kind)).toEqual(['market', 'stop_out']);
    for (const proof of proofs) expect([proof.deal.symbol, ...(await verdict(proof))]).toEqual([proof.deal.symbol]);
    expect(proofs[1]?.account?.positions.map((position) => position.symbol)).toEqual(['EUR-USD', 'USD-JPY']);
    const bent = { ...proofs[1]!, account: { ...proofs[1]!.account!, free: '100000' } };
    expect((await verdict(bent)).map((text) => text.split(' ')[0])).toEqual(['account']);
    // Each tick that the account was judged by is followed to a root, and to no other instant.
    expect(await statesOf({ ...proofs[1]!, conversions: [] }, 'account')).toEqual(['failed']);
    const runs = proofs[1]!.conversions!.map(({ ticks }) => [ticks[0]!.symbol, ticks[0]!.atMs - startMs, ticks.length]);
    expect(runs).toEqual(
      order === euro
        ? [
            ['EUR-USD', 100, 4],
            ['USD-JPY', 5500, 2],
          ]
        : [
            ['USD-JPY', 200, 3],
            ['USD-JPY', 5500, 2],
            ['EUR-USD', 7000, 2],
          ],
    );
  }
});

test('a conversion, and a night that it valued, are followed to a root: the last tick at the instant, and no other', async () => {
  const rollover = 10 * 3_600_000;
  await desk.ticks('USD-JPY', [[-1000, '150']]);
  await desk.ticks('EUR-JPY', [[-900, '165']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { symbol: 'EUR-JPY', lots: '0.1', leverage: 50 });
  await desk.ticks('USD-JPY', [[100, '150.2']]);
  await desk.ticks('EUR-JPY', [[200, '165']]);
  await desk.ticks('USD-JPY', [[300, '150.4']]);
  await desk.judgeAt(400);
  await desk.ticks('EUR-JPY', [[rollover - 700, '165.2']]);
  await desk.ticks('USD-JPY', [
    [rollover - 600, '150.5'],
    [rollover, '150.6'],
    [rollover + 900, '150.7'],
  ]);
  await desk.ticks('EUR-JPY', [[rollover + 1000, '165.2']]);
  await desk.judgeAt(rollover + 3000);
  await desk.close(user, order);
  await desk.ticks('USD-JPY', [[rollover + 3500, '150.8']]);
  await desk.ticks('EUR-JPY', [[rollover + 4000, '165.3']]);
  await desk.ticks('USD-JPY', [[rollover + 5000, '150.9']]);
  await desk.judgeAt(rollover + 6000);
  const waiting = (await proofsOf(user, order))[1]!;
  expect((await verdict(waiting)).map((text) => text.split(':')[0])).toEqual([
    'divisor pending',
    'nights pending',
    'anchorRoots pending',
    'rootSigned pending',
    'anchored pending',
  ]);
  for (const atMs of [60_000, rollover + 60_000]) await anchorMinute(desk.database.db, startMs + atMs, 1, testSigningKey);

  const [opened, closed] = await proofsOf(user, order);
  expect([await verdict(opened!), await verdict(closed!)]).toEqual([[], []]);
  const pricesOf = ({ conversions = [] }: LeverageProof) => conversions.map(({ ticks }) => ticks.map((tick) => tick.price));
  expect(pricesOf(opened!)).toEqual([['150.2', '150.4']]);
  expect(pricesOf(closed!)).toEqual([
    ['165', '165.2', '165.2', '165.3'],
    ['150.8', '150.9'],
    ['150.6', '150.7', '150.8', '150.9'],
  ]);
  expect(closed!.swaps[0]?.divisorTick?.price).toBe('150.6');

  // An older tick at the night: every other figure would follow from it.
  const older = (await proofsOf(user, order))[1]!.conversions![2]!;
  const failing = async (change: Partial<LeverageProof>) =>
    (await verdict({ ...closed!, ...change })).map((text) => text.split(':')[0]);
  const late = { ...older, atMs: older.atMs + 1000 };
  const night = { ...closed!.swaps[0]!, divisorTick: older.ticks[1]! };
  expect(await failing({ swaps: [night] })).toEqual(['nights failed']);
  // The receipt promises the runs: one that is withheld, or of another instant, is none.
  expect(await failing({ conversions: [] })).toEqual(['tick failed', 'divisor failed', 'nights failed']);
  expect(await failing({ conversions: [late] })).toEqual(['tick failed', 'divisor failed', 'nights failed']);
  // Nobody believes what a closing tells of its opening.
  const { conversions: runs, earlier } = closed!;
  for (const change of [{ openPrice: '170' }, { openedAtMs: closed!.order.openedAtMs! + 1 }])
    expect(await statesOf({ ...closed!, order: { ...closed!.order, ...change } }, 'tick')).toEqual(['failed']);
  const opening = { ...earlier[0]!, price: '165.508', tickPrice: '165.5' };
  for (const told of [[], [{ ...earlier[0]!, margin: '1' }], [opening]])
    expect(await statesOf({ ...closed!, earlier: told, order: { ...closed!.order, openPrice: '165.508' } }, 'tick')).toEqual([
      'failed',
    ]);
  expect(await statesOf({ ...closed!, conversions: runs!.slice(1) }, 'tick')).toEqual(['failed']);

  // Retention leaves what shows it.
  const kept = await desk.database.db.selectFrom('tickKeep').selectAll().where('symbolId', '=', 'USD-JPY').execute();
  for (const { ticks } of closed!.conversions!)
    expect(kept).toContainEqual(expect.objectContaining({ toSeq: ticks[0]!.seq + 1 }));

  // A receipt from before promised nothing.
  const { showsLastTicks: _, ...terms } = closed!.order.receipt!.terms;
  const before = { ...closed!, order: { ...closed!.order, receipt: { ...closed!.order.receipt!, terms } } };
  expect(await statesOf({ ...before, conversions: [] }, 'divisor', 'nights')).toEqual(['partial', 'partial']);
});

test('a gap beyond the margin: what insurance paid follows', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { lots: '0.01', leverage: 100 });
  await desk.ticks('BTC-USDT', [
    [100, '60000'],
    [200, '40000'],
  ]);
  await desk.judgeAt(1000);
  const [, gap] = await proofsOf(user, order);
  expect(gap?.deal.insured).not.toBe('0');
  expect(gap?.deal.fee).toBe('0');
  expect(await expectProven(user, order)).toEqual(['market', 'liquidation']);
});

test('an order that waited for long shows the last 600 ticks before, and says so', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { entrustment: 'limit', limitPrice: '59500' });
  await desk.ticks(
    'BTC-USDT',
    Array.from({ length: 650 }, (_, index) => [100 + index * 10, '60000'] as const),
  );
  await desk.ticks('BTC-USDT', [[8000, '59400']]);
  await desk.judgeAt(9000);
  const [proof] = await proofsOf(user, order);
  expect(proof?.isRunComplete).toBe(false);
  expect(proof?.ticks).toHaveLength(601);
  expect((await verdict(proof!)).map((text) => text.split(':')[0])).toEqual([
    'first partial',
    'anchorRoots pending',
    'rootSigned pending',
    'anchored pending',
  ]);
});

test('a tick within a published incident decides nothing, and the proof names the incident', async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user, { entrustment: 'limit', limitPrice: '59500' });
  const incident = { symbol: 'BTC-USDT', fromMs: startMs + 100, toMs: startMs + 200, publishedAtMs: startMs + 250 };
  await anIncident(desk.database.owner, incident);
  await desk.ticks('BTC-USDT', [
    [150, '59000'],
    [300, '59450'],
  ]);
  await desk.judgeAt(400);
  expect(await expectProven(user, order)).toEqual(['limit']);
  const [proof] = await proofsOf(user, order);
  expect(proof?.incidents).toHaveLength(1);
  expect((await verdict({ ...proof!, incidents: [] })).map((text) => text.split(':')[0])).toEqual(['first failed']);
});

test("nobody sees the proof of somebody else's deal, and both modes are apart", async () => {
  await desk.ticks('BTC-USDT', [[-1000, '60000']]);
  const user = await desk.aTrader();
  const order = await desk.open(user);
  await desk.ticks('BTC-USDT', [[100, '60000']]);
  await desk.judgeAt(200);
  const [deal] = await desk.deals(user, order);
  await expect(prove(await desk.aTrader(), deal!.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(prove({ ...user, mode: 'real' }, deal!.id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  await expect(prove(user, 'nonsense')).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});

test('the server decides by the times that are published', () => {
  expect({
    version: leverageRuleVersion,
    marketWithinMs,
    closeWithinMs,
    setsOff: setsOff({ ruleVersion: leverageRuleVersion }),
  }).toEqual(dealRules.at(-1));
});
