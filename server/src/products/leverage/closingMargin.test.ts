/** The hour before a market closes for the weekend: positions of a high leverage count as at a lower one, and none of it is new. */
import { afterEach, expect, test } from '@jest/globals';
import { sha256 } from '@tessera/shared/fairness';
import { verifyDeal } from '@tessera/shared/trading';
import { useLeverageDesk } from '../../../test/leverageDesk';
import { createMessages } from '../../content/messages';
import { createTexts } from '../../content/texts';
import { noticeClosings } from './noticeClosings';
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

test('who holds a position is told once, an hour before its margin counts for more; nobody else is', async () => {
  const [holder, other] = [await aHolder('3000'), await desk.aTrader('3000')];
  for (const { userId } of [holder.user, other])
    await desk.database.owner.query(
      `insert into app_user (id, email, country, password_hash, invitation_code, language, created_at_ms) values ($1, $2, 'DE', 'x', $2, 'de', 1)`,
      [userId, `${userId}@example.org`],
    );
  const texts = createTexts();
  const messages = createMessages({ db: desk.database.db, texts });
  let woken = 0;
  const round = (offsetMs: number) =>
    noticeClosings(
      { db: desk.database.db, catalog: desk.catalog, messages, wakeOutbox: () => (woken += 1) },
      desk.startMs + at + offsetMs,
    );
  const messagesOf = async (userId: string) => (await messages.list(Number(userId), {}, 'de')).items;
  // The margin counts for more from 21:00 on.
  expect(await round(-1)).toBe(0);
  expect(await round(0)).toBe(1);
  expect(await round(30_000)).toBe(0);
  expect(await round(hourMs + 30_000)).toBe(0);
  expect(woken).toBe(1);
  expect(await messagesOf(holder.user.userId)).toMatchObject([
    { category: 'trading', title: 'EUR-USD: Der Markt schließt bald' },
  ]);
  const [{ body } = { body: '' }] = await messagesOf(holder.user.userId);
  const closes = new Date(desk.startMs + at + 2 * hourMs).toISOString().slice(0, 10);
  expect(body).toContain(
    `Er schließt am ${closes} 22:00 UTC. Ab ${closes} 21:00 UTC zählen Positionen, als wären sie höchstens mit Hebel 50 eröffnet`,
  );
  expect(await messagesOf(other.userId)).toEqual([]);
});

test('before a holiday as before a weekend: what the database sums up, and who is told', async () => {
  const closesMs = Date.UTC(2026, 11, 24, 22);
  const { closingMargin } = await desk.terms(await desk.aTrader('10'), 'EUR-USD');
  expect(closingMargin?.dates?.[0]).toEqual([closesMs / 60_000 - 60, closesMs / 60_000]);
  const required = async (fromMs: number, toMs = fromMs): Promise<string> => {
    const { rows } = await desk.database.owner.query<{ margin: string }>(
      `select trim_scale(required_margin(100, 200, $1, $2, $3))::text as margin`,
      [JSON.stringify(closingMargin), fromMs, toMs],
    );
    return rows[0]?.margin ?? '';
  };
  expect([await required(closesMs - hourMs - 1), await required(closesMs - hourMs), await required(closesMs - 1)]).toEqual([
    '100',
    '400',
    '400',
  ]);
  expect([await required(closesMs), await required(closesMs - 2 * hourMs, closesMs - hourMs)]).toEqual(['100', '400']);
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
