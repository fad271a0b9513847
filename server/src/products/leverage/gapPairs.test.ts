/** Opposite positions of one person over a gap: the insurance pays for neither what the other gained. */
import { afterEach, expect, test } from '@jest/globals';
import { amount, subtract, toText } from '@tessera/shared/money';
import { sha256 } from '@tessera/shared/fairness';
import { verifyDeal } from '@tessera/shared/trading';

import { useLeverageDesk } from '../../../test/leverageDesk';
import { proveDeal } from './proof';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});

/** Long and short of 0.1 BTC at 60,000 with 100, the short with more or less where it is asked for. */
async function aPair({ long = {}, short = {} }: { readonly long?: object; readonly short?: object } = {}) {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader('2000');
  const insured = await desk.houseHas('insurance');
  const legs = {
    long: await desk.open(user, { lots: '0.1', leverage: 100, ...long }),
    short: await desk.open(user, { lots: '0.1', leverage: 100, direction: 'short', ...short }),
  };
  await desk.ticks('BTC-USDT', [[at + 200, '60000']]);
  await desk.judgeAt(at + 300);
  return {
    user,
    ...legs,
    insurancePaid: async () => toText(subtract(amount(insured), amount(await desk.houseHas('insurance')))),
  };
}
async function gapTo(text: string): Promise<void> {
  await desk.ticks('BTC-USDT', [[at + 20_000, text]]);
  await desk.judgeAt(at + 20_100);
}
const proofsOf = async (user: Awaited<ReturnType<typeof aPair>>['user'], order: { readonly id: string }) =>
  Promise.all((await desk.deals(user, order)).map(({ id }) => proveDeal(desk.database.db, user, id)));
const failedChecks = async (proof: Awaited<ReturnType<typeof proveDeal>>) =>
  (await verifyDeal(proof, sha256)).filter(({ state }) => state === 'failed');

test.each(['30000', '59300', '66000'])(
  'a pair of a hundred times over a gap to %s costs spread and fees, and the insurance nothing',
  async (text) => {
    const { user, long, short, insurancePaid } = await aPair();
    await gapTo(text);
    for (const order of [long, short]) if ((await desk.order(user, order)).status === 'open') await desk.close(user, order);
    await desk.ticks('BTC-USDT', [[at + 21_000, text]]);
    await desk.judgeAt(at + 21_100);
    expect(await insurancePaid()).toBe('0');
    // Twice the spread of 0.2 on 0.1 BTC, two fees at the opening, and at the closings as far as the margins go.
    expect(Number(await desk.held(user))).toBeLessThan(2000 - 0.04 - 6.6);
    expect(Number(await desk.held(user))).toBeGreaterThan(2000 - 120);
  },
);

test('the legs end together at one tick, each with its journal, and each says why; the browser finds the same', async () => {
  const { user, long, short } = await aPair();
  await gapTo('54000');
  expect(await desk.order(user, long)).toMatchObject({ status: 'closed', closeReason: 'set_off', margin: '0' });
  expect(await desk.order(user, short)).toMatchObject({ status: 'closed', closeReason: 'set_off', margin: '0' });
  const deals = await desk.database.db
    .selectFrom('leverageDeal')
    .select(['orderId', 'journalId', 'profit', 'insured', 'ruleVersion'])
    .where('userId', '=', Number(user.userId))
    .where('kind', '=', 'close')
    .orderBy('orderId')
    .execute();
  expect(deals.map((deal) => [String(deal.orderId), Number(deal.profit), Number(deal.insured), deal.ruleVersion])).toEqual([
    [long.id, -600.02, 0, 2],
    [short.id, 599.98, 0, 2],
  ]);
  expect(new Set(deals.map((deal) => deal.journalId)).size).toBe(2);
  for (const order of [long, short])
    for (const proof of await proofsOf(user, order)) expect(await failedChecks(proof)).toEqual([]);
  const [, proof] = await proofsOf(user, long);
  expect(await failedChecks({ ...proof!, deal: { ...proof!.deal, insured: '540' } })).toMatchObject([{ name: 'insured' }]);
  const unmatched = { ...proof!, account: { ...proof!.account!, positions: proof!.account!.positions.slice(0, 1) } };
  expect((await failedChecks(unmatched)).map(({ name }) => name)).toContain('account');
});

test('only as many opposite lots as were lacking: the rest stays open with its share of the margin, its stops and its closing', async () => {
  const { user, long, short, insurancePaid } = await aPair({ short: { lots: '0.4', leverage: 20 } });
  await gapTo('54000');
  expect(await desk.order(user, long)).toMatchObject({ status: 'closed', closeReason: 'set_off' });
  expect(await desk.order(user, short)).toMatchObject({ status: 'open', openLots: '0.3', margin: '899.9985', closeReason: null });
  expect(await insurancePaid()).toBe('0');
  await desk.close(user, short);
  await desk.ticks('BTC-USDT', [[at + 21_000, '54000']]);
  await desk.judgeAt(at + 21_100);
  expect(await desk.order(user, short)).toMatchObject({ status: 'closed', closeReason: 'user', openLots: '0' });
  for (const proof of await proofsOf(user, short)) expect(await failedChecks(proof)).toEqual([]);
});

test('what goes beyond the opposite lots is insured as before', async () => {
  const { long, user, short, insurancePaid } = await aPair({ long: { lots: '0.2' }, short: { lots: '0.1', leverage: 50 } });
  await gapTo('54000');
  expect(await desk.order(user, long)).toMatchObject({ status: 'closed', closeReason: 'set_off' });
  expect(await desk.order(user, short)).toMatchObject({ status: 'closed', closeReason: 'set_off' });
  // Lost 1,200.04 with a margin of 120.0002; gained 599.98 with one of 119.9998.
  expect(await insurancePaid()).toBe('360.06');
  for (const proof of await proofsOf(user, long)) expect(await failedChecks(proof)).toEqual([]);
});

test('a take-profit of the winning leg is met at the same tick: the gain is set off first', async () => {
  const { user, long, short, insurancePaid } = await aPair({ short: { takeProfit: '59000' } });
  await gapTo('54000');
  expect([(await desk.order(user, long)).closeReason, (await desk.order(user, short)).closeReason]).toEqual([
    'set_off',
    'set_off',
  ]);
  expect(await insurancePaid()).toBe('0');
});

test('positions accepted under the first rule keep it', async () => {
  const { user, long, short } = await aPair();
  // Of before there were receipts: one would hold the rule.
  await desk.database.owner.query(
    `set session_replication_role = replica; update leverage_order set rule_version = 1 where user_id = ${user.userId};
     delete from receipt where product = 'leverage' and order_id in (${long.id}, ${short.id}); set session_replication_role = default`,
  );
  await gapTo('54000');
  expect(await desk.order(user, long)).toMatchObject({ status: 'closed', closeReason: 'liquidation' });
  expect(await desk.order(user, short)).toMatchObject({ status: 'open' });
  for (const proof of await proofsOf(user, long)) expect(await failedChecks(proof)).toEqual([]);
});

test('before a holiday in the middle of the week the margin counts for more: two who are opposite end before the gap, and the insurance pays nothing', async () => {
  const closesAt = Date.UTC(2026, 11, 24, 22) - desk.startMs;
  const euro = async (afterMs: number, text = '1.1'): Promise<void> => {
    await desk.ticks('EUR-USD', [[closesAt + afterMs, text]]);
    await desk.judgeAt(closesAt + afterMs + 50);
  };
  const hourMs = 3_600_000;
  const insured = await desk.houseHas('insurance');
  let openedMs = 0;
  const aHolder = async (contract: string, direction: 'long' | 'short') => {
    await euro(-hourMs - 60_000 + (openedMs += 200));
    const user = await desk.aTrader(contract);
    const order = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 200, direction });
    await euro(-hourMs - 60_000 + (openedMs += 200));
    return { user, order };
  };
  const holders = [await aHolder('900', 'long'), await aHolder('900', 'short'), await aHolder('4000', 'long')] as const;
  const reasons = () => Promise.all(holders.map(async ({ user, order }) => (await desk.order(user, order)).closeReason));
  await euro(-hourMs - 1);
  expect(await reasons()).toEqual([null, null, null]);
  await euro(-hourMs);
  expect(await reasons()).toEqual(['stop_out', 'stop_out', null]);
  const user = await desk.aTrader('9000');
  await expect(desk.open(user, { symbol: 'EUR-USD', lots: '0.1', leverage: 100 })).rejects.toMatchObject({
    code: 'ORDER_LEVERAGE_BEFORE_CLOSING',
  });
  for (const { user: holder, order } of holders.slice(0, 2))
    for (const proof of await proofsOf(holder, order)) expect(await failedChecks(proof)).toEqual([]);
  // It opens a day later, 200 away.
  await euro(24 * hourMs + 1000, '1.08');
  expect(await reasons()).toEqual(['stop_out', 'stop_out', null]);
  expect(await desk.houseHas('insurance')).toBe(insured);
});
