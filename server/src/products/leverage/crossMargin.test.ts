/** Forex and metals: positions that stand for one another, and the contract account that stands behind them. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { add, amount, subtract, toText } from '@tessera/shared/money';
import { useLeverageDesk } from '../../../test/leverageDesk';

const desk = useLeverageDesk();
let at = 0;
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});
const later = (ms: number) => desk.clock.set(desk.startMs + at + ms);

/** EUR-USD at 1.10000 and XAU-USD at 2,400 at a new minute. */
async function aMinute(): Promise<void> {
  at += 60_000;
  await desk.ticks('EUR-USD', [[at - 100, '1.1']]);
  await desk.ticks('XAU-USD', [[at - 90, '2400']]);
  later(0);
}
/** Long 1 lot EUR-USD with 100 and long 0.1 lot of gold with 100: margins 1,100.04 and 240.0125. */
async function aPair(contract = '2000') {
  await aMinute();
  const user = await desk.aTrader(contract);
  const euro = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100 });
  const gold = await desk.open(user, { symbol: 'XAU-USD', lots: '0.1', leverage: 100 });
  await desk.ticks('EUR-USD', [[at + 200, '1.1']]);
  await desk.ticks('XAU-USD', [[at + 210, '2400']]);
  await desk.judgeAt(at + 300);
  return { user, euro, gold };
}

test('the account as it is shown: floating profit, available, level; it moves with the price', async () => {
  const { user } = await aPair();
  // Free: 2,000 - 1,340.0525 - fees of 3.30012 and 1.200063 (each rounded up).
  expect((await desk.terms(user, 'EUR-USD')).account).toEqual({
    asset: 'USDT',
    balance: '1995.499817',
    floatingProfit: '-10.5',
    usedMargin: '1340.0525',
    availableMargin: '644.947317',
    netEquity: '1984.999817',
    marginLevel: '1.481285',
    frozen: '0',
  });
  await desk.ticks('EUR-USD', [[at + 1000, '1.11']]);
  const { account } = await desk.terms(user, 'EUR-USD');
  // A floating gain is no money to spend.
  expect(account).toMatchObject({ floatingProfit: '989.5', availableMargin: '655.447317', netEquity: '2984.999817' });
});

describe('stop-out', () => {
  test('at the first tick at which equity is half of the margin: all cross positions, each at its own latest tick, with its own journal', async () => {
    const { user, euro, gold } = await aPair();
    // Equity 655.447317 + 1,340.0525 + floating ≤ 670.02625: a floating loss of 1,325.473567 or more.
    // The euro has lost 1,318, then 1,321; the gold 3.50, then 4.00, then 4.50: 1,325.50 at its last tick.
    await desk.ticks('EUR-USD', [
      [at + 1000, '1.0869'],
      [at + 1200, '1.08687'],
    ]);
    await desk.ticks('XAU-USD', [
      [at + 1100, '2399.9'],
      [at + 1250, '2399.85'],
      [at + 1300, '2399.8'],
    ]);
    await desk.judgeAt(at + 1400);
    expect((await desk.order(user, euro)).status).toBe('open');
    // Only when the euro's log has passed that instant is it told what its latest tick was.
    await desk.ticks('EUR-USD', [[at + 1500, '1.2']]);
    await desk.judgeAt(at + 1600);
    expect(await desk.order(user, euro)).toMatchObject({
      status: 'closed',
      closeReason: 'stop_out',
      closePrice: '1.08683',
      margin: '0',
    });
    expect(await desk.order(user, gold)).toMatchObject({ status: 'closed', closeReason: 'stop_out' });
    const [[, ofEuro], [, ofGold]] = [await desk.deals(user, euro), await desk.deals(user, gold)];
    const rows = await desk.database.db
      .selectFrom('leverageDeal')
      .select(['journalId', 'account', 'triggerKind'])
      .where('userId', '=', Number(user.userId))
      .where('triggerKind', '=', 'stop_out')
      .orderBy('id')
      .execute();
    // Each position has its own journal, which moved what its deal says.
    const { rows: journals } = await desk.database.owner.query<{ ref: string; moved: string }>(
      `select j.ref, trim_scale(sum(e.amount))::text as moved from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id
       where a.owner_id <> 0 and j.id = any($1::bigint[]) group by j.id, j.ref order by j.ref::bigint`,
      [rows.map((row) => row.journalId)],
    );
    const said = [ofEuro, ofGold].map((deal) => {
      const net = subtract(add(amount(deal?.profit ?? ''), amount(deal?.insured ?? '')), amount(deal?.fee ?? ''));
      return { ref: deal?.orderId, moved: toText(net) };
    });
    expect(journals).toEqual(said);
    expect(rows[0]?.account).toMatchObject({
      free: '655.447317',
      stopOutLevel: '0.5',
      positions: [{ orderId: euro.id, tickPrice: '1.08687', margin: '1100.04' }, { orderId: gold.id }],
    });
    expect([ofEuro?.insured, ofGold?.insured]).toEqual(['0', '0']);
    expect(await desk.held(user, 'margin')).toBe('0');
    expect(Number(await desk.held(user))).toBeGreaterThan(600);
  });

  test('a gap through everything: the free balance goes, the insurance pays the rest, nothing is below zero', async () => {
    const { user, euro, gold } = await aPair();
    const before = Number(await desk.houseHas('insurance'));
    await desk.ticks('EUR-USD', [[at + 1000, '1.05']]);
    await desk.judgeAt(at + 1999);
    expect((await desk.order(user, gold)).status).toBe('open');
    // A second of silence: the gold's log is closed up to the tick, and its last price counts.
    await desk.judgeAt(at + 2000);
    const deals = [...(await desk.deals(user, euro)), ...(await desk.deals(user, gold))].filter((deal) => deal.kind === 'close');
    expect(deals.map((deal) => [deal.profit, deal.fee, deal.insured])).toEqual([
      ['-5008', '0', '3015.000183'],
      ['-2.5', '0', '0'],
    ]);
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['0', '0']);
    expect(Number(await desk.houseHas('insurance')) - before).toBeCloseTo(-3015.000183, 6);
    expect((await desk.terms(user, 'EUR-USD')).account).toMatchObject({ balance: '0', marginLevel: null, floatingProfit: null });
  });

  test('an isolated position is not part of it: neither closed nor used', async () => {
    await aMinute();
    await desk.ticks('BTC-USDT', [[at - 80, '60000']]);
    const user = await desk.aTrader('2100');
    const crypto = await desk.open(user, { lots: '0.01', leverage: 10 });
    const euro = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100 });
    await desk.ticks('BTC-USDT', [[at + 150, '60000']]);
    await desk.ticks('EUR-USD', [
      [at + 200, '1.1'],
      [at + 1000, '1.05'],
    ]);
    await desk.judgeAt(at + 1100);
    expect([(await desk.order(user, euro)).closeReason, (await desk.order(user, crypto)).status]).toEqual(['stop_out', 'open']);
    expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['0', '60.0001']);
  });
});

test('a stop-loss beyond margin and free balance: the insurance pays what is missing', async () => {
  await aMinute();
  const user = await desk.aTrader('1110');
  const euro = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100, stopLoss: '1.0999' });
  await desk.ticks('EUR-USD', [
    [at + 200, '1.1'],
    [at + 1000, '1.08'],
  ]);
  await desk.judgeAt(at + 1100);
  const [, closing] = await desk.deals(user, euro);
  // What one tick meets: the stop-out of the account comes before single stops.
  expect(closing).toMatchObject({ reason: 'stop_out', insured: '901.30012' });
  expect(await desk.held(user)).toBe('0');
});

describe('swaps', () => {
  const day = 86_400_000;
  /** 22:00 of the Wednesday on which the desk opens. */
  const wednesday = 10 * 3_600_000;

  test('a worker that was away for five nights books each once: three on Wednesday, one on Thursday and Friday, none at the weekend', async () => {
    const { user, euro } = await aPair('6000');
    for (const night of [0, 1, 2, 4, 5]) {
      await desk.ticks('EUR-USD', [
        [wednesday + night * day - 1000, '1.1'],
        [wednesday + night * day + 1000, '1.1'],
      ]);
    }
    await desk.ticks('XAU-USD', [
      [wednesday - 1000, '2400'],
      [wednesday + 5 * day + 1000, '2400'],
    ]);
    await desk.judgeAt(wednesday + 5 * day + 3000);
    const swaps = await desk.database.db
      .selectFrom('leverageSwap')
      .selectAll()
      .where('orderId', '=', Number(euro.id))
      .orderBy('rolloverMs')
      .execute();
    expect(swaps.map((swap) => [(swap.rolloverMs - desk.startMs - wednesday) / day, swap.nights, Number(swap.amount)])).toEqual([
      [0, 3, -19.5],
      [1, 1, -6.5],
      [2, 1, -6.5],
      [5, 1, -6.5],
    ]);
    const before = await desk.held(user);
    await desk.judgeAt(wednesday + 5 * day + 4000);
    await desk.judge();
    expect(await desk.held(user)).toBe(before);
    at = wednesday + 6 * day;
  });
});
