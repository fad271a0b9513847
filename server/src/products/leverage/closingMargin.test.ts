/** The hour before a market closes for the weekend: positions of a high leverage count as at a lower one, and none of it is new. */
import { afterEach, expect, test } from '@jest/globals';
import { sha256 } from '@tessera/shared/fairness';
import { verifyDeal } from '@tessera/shared/trading';
import { useLeverageDesk } from '../../../test/leverageDesk';
import { proveDeal } from './proof';

const desk = useLeverageDesk();
/** Friday 20:00 UTC; each test a week later. */
let at = Date.UTC(2026, 10, 20, 20) - Date.UTC(2026, 10, 18, 12);
const hourMs = 3_600_000;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
  at += 7 * 24 * hourMs;
  opened = 0;
});

async function euro(offsetMs: number, text = '1.1'): Promise<void> {
  await desk.ticks('EUR-USD', [[at + offsetMs, text]]);
  await desk.judgeAt(at + offsetMs + 50);
}
let opened = 0;
/** Long 1 lot at 200: a margin of 550.02 and a fee of 3.30012. */
async function aHolder(contract: string, leverage = 200) {
  await euro((opened += 200));
  const user = await desk.aTrader(contract);
  const order = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage });
  await euro((opened += 200));
  return { user, order };
}
const statusOf = async ({ user, order }: Awaited<ReturnType<typeof aHolder>>) => {
  const { status, closeReason } = await desk.order(user, order);
  return [status, closeReason];
};

test('an account that bears the higher margin goes on; the level says what it is; one that does not ends before the close', async () => {
  const [rich, tight, poor] = [await aHolder('3000'), await aHolder('1200'), await aHolder('900')];
  await euro(hourMs - 1);
  expect([await statusOf(rich), await statusOf(tight), await statusOf(poor)]).toEqual(Array(3).fill(['open', null]));
  expect((await desk.terms(poor.user, 'EUR-USD')).account.marginLevel).toBe('1.615759');
  // Counted as 2,200.08 from here on: the stop-out level is at 1,100.04.
  await euro(hourMs);
  expect([await statusOf(rich), await statusOf(tight)]).toEqual(Array(2).fill(['open', null]));
  expect((await desk.terms(tight.user, 'EUR-USD')).account.marginLevel).toBe('0.540298');
  expect(await statusOf(poor)).toEqual(['closed', 'stop_out']);
  await euro(hourMs + 60_000, '1.099');
  expect([await statusOf(rich), await statusOf(tight)]).toEqual([
    ['open', null],
    ['closed', 'stop_out'],
  ]);
  for (const { user, order } of [poor, tight]) {
    const [, deal] = await desk.deals(user, order);
    const proof = await proveDeal(desk.database.db, user, deal?.id ?? '');
    expect((await verifyDeal(proof, sha256)).filter(({ state }) => state === 'failed')).toEqual([]);
    const asUsual = proof.account!.positions.map(({ closingMargin: _, ...position }) => position);
    const forged = { ...proof, account: { ...proof.account!, positions: asUsual } };
    expect((await verifyDeal(forged, sha256)).filter(({ state }) => state === 'failed')).toMatchObject([{ name: 'account' }]);
  }
  expect(await desk.houseHas('insurance')).toBe('0');
});

test('a leverage within the lower one counts as ever, and so does what was accepted before there was such a term', async () => {
  const [low, old] = [await aHolder('2250', 50), await aHolder('900')];
  await desk.database.owner.query(
    `set session_replication_role = replica; update leverage_order set closing_margin = null where id = ${old.order.id}; set session_replication_role = default`,
  );
  await euro(hourMs);
  expect([await statusOf(low), await statusOf(old)]).toEqual(Array(2).fill(['open', null]));
});

test('new positions in that hour: at the lower leverage', async () => {
  await euro(hourMs - 100);
  const user = await desk.aTrader('9000');
  desk.clock.set(desk.startMs + at + hourMs);
  const asked = { symbol: 'EUR-USD', lots: '0.1' };
  await expect(desk.open(user, { ...asked, leverage: 100 })).rejects.toMatchObject({
    code: 'ORDER_LEVERAGE_BEFORE_CLOSING',
    params: { max: '50' },
  });
  expect(await desk.open(user, { ...asked, leverage: 50 })).toMatchObject({
    status: 'pending',
    closingMargin: { leverage: 50, spans: [[8460, 8520]] },
  });
  expect(await desk.terms(user, 'EUR-USD')).toMatchObject({ closingMargin: { leverage: 50 } });
  expect((await desk.terms(user, 'BTC-USDT')).closingMargin).toBeUndefined();
});
