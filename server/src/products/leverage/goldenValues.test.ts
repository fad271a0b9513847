/** The golden values of docs/trading.md and of the field, through the whole engine: acceptance, ticks, booking, the row that is shown. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { useLeverageDesk } from '../../../test/leverageDesk';

const desk = useLeverageDesk();
let clockMs = 0;
/** Every test has a minute of its own. */
const minute = (): number => (clockMs += 60_000);
afterEach(async () => {
  expect(await desk.violations()).toEqual([]);
});

/** Half of BTC's spread of 0.20 lies on each side: a tick of 59,999.90 opens a long at 60,000.00. */
test('long 0.5 BTC at 60,000 with 20: margin 1,500, fee 16.50, liquidation 57,300; closed at 61,200: +600, fee 16.83, net 566.67', async () => {
  const at = minute();
  await desk.ticks('BTC-USDT', [[at - 100, '59999.9']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader('5000');
  const order = await desk.open(user, { lots: '0.5', leverage: 20 });
  expect(order).toMatchObject({ status: 'pending', openLots: '0', margin: '1501.5', fee: '0', openPrice: null });
  await desk.ticks('BTC-USDT', [[at + 200, '59999.9']]);
  await desk.judgeAt(at + 300);
  const opened = await desk.order(user, order);
  expect(opened).toMatchObject({
    status: 'open',
    openPrice: '60000',
    openLots: '0.5',
    margin: '1500',
    fee: '16.5',
    liquidationPrice: '57300',
    pricePerLot: '60000',
    realizedProfit: null,
    openedAtMs: desk.startMs + at + 200,
  });
  expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['3483.5', '1500']);

  desk.clock.set(desk.startMs + at + 1000);
  expect(await desk.close(user, order)).toMatchObject({ status: 'closing', openLots: '0.5' });
  // Bid = price - 0.10.
  await desk.ticks('BTC-USDT', [
    [at + 1200, '61200.1'],
    [at + 1400, '70000'],
  ]);
  await desk.judgeAt(at + 1500);
  expect(await desk.order(user, order)).toMatchObject({
    status: 'closed',
    closeReason: 'user',
    closePrice: '61200',
    margin: '0',
    fee: '33.33',
    realizedProfit: '566.67',
    openLots: '0',
  });
  expect([await desk.held(user), await desk.held(user, 'margin')]).toEqual(['5566.67', '0']);
  expect(await desk.deals(user, order)).toMatchObject([
    {
      kind: 'open',
      reason: null,
      price: '60000',
      tickPrice: '59999.9',
      notional: '30000',
      margin: '1500',
      fee: '16.5',
      profit: null,
      insured: '0',
    },
    {
      kind: 'close',
      reason: 'user',
      price: '61200',
      tickPrice: '61200.1',
      notional: '30600',
      margin: '1500',
      fee: '16.83',
      profit: '600',
      insured: '0',
    },
  ]);
});

test('short 0.5 BTC at 60,000 with 20: liquidation 62,700', async () => {
  const at = minute();
  await desk.ticks('BTC-USDT', [[at - 100, '60000.1']]);
  desk.clock.set(desk.startMs + at);
  const user = await desk.aTrader('5000');
  const order = await desk.open(user, { direction: 'short', lots: '0.5', leverage: 20 });
  await desk.ticks('BTC-USDT', [[at + 200, '60000.1']]);
  await desk.judgeAt(at + 300);
  expect(await desk.order(user, order)).toMatchObject({ openPrice: '60000', margin: '1500', liquidationPrice: '62700' });
});

describe('forex and metals', () => {
  test('XAU-USD 0.10 lot at 2,400 with 100: margin 240; +5.00 is +50', async () => {
    const at = minute();
    // Spread 250 steps of 0.001.
    await desk.ticks('XAU-USD', [[at - 100, '2399.875']]);
    desk.clock.set(desk.startMs + at);
    const user = await desk.aTrader('5000');
    const order = await desk.open(user, { symbol: 'XAU-USD', lots: '0.1', leverage: 100 });
    await desk.ticks('XAU-USD', [[at + 200, '2399.875']]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({ openPrice: '2400', margin: '240' });
    desk.clock.set(desk.startMs + at + 1000);
    await desk.close(user, order);
    await desk.ticks('XAU-USD', [[at + 1200, '2405.125']]);
    await desk.judgeAt(at + 1300);
    expect((await desk.deals(user, order))[1]).toMatchObject({ price: '2405', profit: '50' });
  });

  test('EUR-USD 1 lot at 1.10000 with 100: margin 1,100; +25 pips: 250; one night -6.50, Wednesday -19.50', async () => {
    const at = minute();
    // Spread 8 steps: ask = price + 0.00004.
    await desk.ticks('EUR-USD', [[at - 100, '1.09996']]);
    desk.clock.set(desk.startMs + at);
    const user = await desk.aTrader('5000');
    const order = await desk.open(user, { symbol: 'EUR-USD', lots: '1', leverage: 100 });
    await desk.ticks('EUR-USD', [[at + 200, '1.09996']]);
    await desk.judgeAt(at + 300);
    expect(await desk.order(user, order)).toMatchObject({
      marginMode: 'cross',
      openPrice: '1.1',
      margin: '1100',
      fee: '3.3',
      pricePerLot: '110000',
      liquidationPrice: null,
    });
    expect((await desk.terms(user, 'EUR-USD')).account).toMatchObject({
      usedMargin: '1100',
      floatingProfit: '-8',
      availableMargin: '3888.7',
      netEquity: '4988.7',
      marginLevel: '4.535181',
    });

    // Ten hours later it is 22:00 of the Wednesday: three nights.
    const rollover = 10 * 3_600_000;
    await desk.ticks('EUR-USD', [
      [rollover - 500, '1.09996'],
      [rollover + 500, '1.09996'],
    ]);
    await desk.judgeAt(rollover + 2000);
    expect(await desk.order(user, order)).toMatchObject({ swap: '-19.5' });
    await desk.ticks('EUR-USD', [
      [rollover + 86_400_000 - 500, '1.09996'],
      [rollover + 86_400_000 + 500, '1.09996'],
    ]);
    await desk.judgeAt(rollover + 86_400_000 + 2000);
    expect(await desk.order(user, order)).toMatchObject({ swap: '-26' });

    const later = rollover + 86_400_000 + 60_000;
    desk.clock.set(desk.startMs + later);
    await desk.close(user, order);
    // Bid = price - 0.00004.
    await desk.ticks('EUR-USD', [[later + 200, '1.10254']]);
    await desk.judgeAt(later + 300);
    expect(await desk.order(user, order)).toMatchObject({ status: 'closed', closePrice: '1.1025', realizedProfit: '217.3925' });
    clockMs = later + 60_000;
  });

  test('USD-JPY 0.5 lot at 150.00: margin 500; +30 pips are 15,000 JPY, 99.80 USD at 150.30', async () => {
    const at = minute();
    // Spread 10 steps of 0.001.
    await desk.ticks('USD-JPY', [[at - 100, '149.995']]);
    desk.clock.set(desk.startMs + at);
    const user = await desk.aTrader('5000');
    const order = await desk.open(user, { symbol: 'USD-JPY', lots: '0.5', leverage: 100 });
    await desk.ticks('USD-JPY', [[at + 200, '149.995']]);
    await desk.judgeAt(at + 300);
    // 50,000 × 150.00 ÷ 149.995: the divisor is the tick's own price.
    expect(await desk.order(user, order)).toMatchObject({ openPrice: '150', margin: '500.016668' });
    desk.clock.set(desk.startMs + at + 1000);
    await desk.close(user, order);
    await desk.ticks('USD-JPY', [[at + 1200, '150.305']]);
    await desk.judgeAt(at + 1300);
    const [, closing] = await desk.deals(user, order);
    expect(closing).toMatchObject({ price: '150.3', divisor: '150.305', profit: '99.797079' });
  });
});
