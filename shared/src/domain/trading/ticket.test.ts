import fc from 'fast-check';
import { stepsToText } from '../fairness';
import { add, amount, compare, price, rate, subtract, toText, zero, type Amount, type Price } from '../money';
import { accountFigures, floatingProfitOf, openPositionOf, type OrderOfPosition, type ValuedPosition } from './account';
import { isAtLevel } from './margin';
import { costOfLots, maxLots } from './maxLots';
import { noDivisor, notionalOf, profitOf, tradeFeeOf } from './position';
import { previewPosition, type PositionToPreview } from './preview';
import { closingPrice } from './sides';
import { percentOfStop, pipsOfStop, profitOfStop, stopFromPercent, stopFromPips, stopFromProfit } from './stopUnits';
import { priceProblem, quantityProblem, stopProblem } from './ticketRules';

const scale = 6;
const usdt = { divisor: noDivisor, scale };
const inSteps = (min: number, max: number, digits: number) => fc.integer({ min, max }).map((steps) => stepsToText(steps, digits));
const directions = fc.constantFrom('long' as const, 'short' as const);
const valuations = fc.oneof(fc.constant(noDivisor), inSteps(5000, 30_000, 2).map(price)).map((divisor) => ({ divisor, scale }));

const tickets = fc
  .record({
    direction: directions,
    lots: inSteps(1, 100_000, 3).map(amount),
    contractSize: fc.constantFrom('0.01', '1', '100', '100000').map(amount),
    price: inSteps(1000, 20_000_000, 2).map(price),
    leverage: fc.integer({ min: 1, max: 500 }),
    feeRate: inSteps(0, 200, 5).map(rate),
    valuation: valuations,
    spread: fc.record({ below: inSteps(0, 9, 2).map(price), above: inSteps(0, 9, 2).map(price) }),
  })
  .map((ticket): PositionToPreview => ({
    ...ticket,
    digits: 2,
    maintenanceRate: rate('0.005'),
    marginMode: 'cross',
    swap: { mode: 'points', perNight: rate('-6.5') },
  }));

describe('preview', () => {
  const euro: PositionToPreview = {
    direction: 'long',
    lots: amount('1'),
    contractSize: amount('100000'),
    price: price('1.1'),
    leverage: 100,
    feeRate: rate('0.00002'),
    maintenanceRate: rate('0'),
    marginMode: 'cross',
    digits: 5,
    spread: { below: price('0.00004'), above: price('0.00005') },
    swap: { mode: 'points', perNight: rate('-6.5') },
    valuation: usdt,
    account: { free: amount('2000'), crossMargin: zero, crossFloatingProfit: zero, stopOutLevel: rate('0.5') },
  };
  it('shows what one lot of EUR-USD costs, and where an account of 2,000 is stopped out', () => {
    const { notional, margin, openFee, closeFee, cost, swapPerNight, breakEvenPrice, liquidationPrice } = previewPosition(euro);
    expect([notional, margin, openFee, closeFee, cost, swapPerNight].map(toText)).toEqual([
      '110000',
      '1100',
      '2.2',
      '2.2',
      '1102.2',
      '-6.5',
    ]);
    expect(toText(breakEvenPrice!)).toBe('1.10005');
    // 2,000 - 2.20 - 550 may be lost: 1,447.80 is 0.01448 below the opening, and the bid is 0.00004 below the price.
    expect(toText(liquidationPrice!)).toBe('1.08557');
  });
  it('names no liquidation price for an unknown account, or one that no price can empty', () => {
    expect(previewPosition({ ...euro, account: undefined }).liquidationPrice).toBeUndefined();
    expect(previewPosition({ ...euro, account: { ...euro.account!, free: amount('200000') } }).liquidationPrice).toBeUndefined();
  });
  it('does not depend on anything but margin when the leverage changes', () => {
    fc.assert(
      fc.property(tickets, fc.integer({ min: 1, max: 500 }), (ticket, leverage) => {
        const { margin: _m, cost: _c, liquidationPrice: _l, ...one } = previewPosition(ticket);
        const { margin: _m2, cost: _c2, liquidationPrice: _l2, ...other } = previewPosition({ ...ticket, leverage });
        expect(JSON.stringify(other)).toBe(JSON.stringify(one));
        const [low, high] = [leverage, ticket.leverage].sort((a, b) => a - b) as [number, number];
        expect(
          previewPosition({ ...ticket, leverage: high }).margin.lte(previewPosition({ ...ticket, leverage: low }).margin),
        ).toBe(true);
      }),
    );
  });
  it('breaks even at the price it names, but for the units of the roundings, and not one tick before', () => {
    fc.assert(
      fc.property(tickets, (ticket) => {
        const { breakEvenPrice: at, openFee } = previewPosition(ticket);
        if (at === undefined) return;
        const netAt = (close: Price): Amount =>
          subtract(
            subtract(profitOf(ticket.direction, ticket, ticket.price, close, ticket.valuation), openFee),
            tradeFeeOf(notionalOf(ticket, close, ticket.valuation), ticket.feeRate, scale),
          );
        expect(netAt(at).gte('-0.000003')).toBe(true);
        const before = ticket.direction === 'long' ? subtract(at, price('0.01')) : add(at, price('0.01'));
        expect(netAt(before).lt('0')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  it('the estimated stop-out of a cross account is where its equity meets the level', () => {
    const accounts = fc.record({
      free: inSteps(0, 1_000_000_000, 2).map(amount),
      crossMargin: inSteps(0, 10_000_000, 2).map(amount),
      crossFloatingProfit: inSteps(0, 1_000_000, 2).map(amount),
    });
    fc.assert(
      fc.property(tickets, accounts, (ticket, account) => {
        const {
          margin,
          openFee,
          liquidationPrice: at,
        } = previewPosition({ ...ticket, account: { ...account, stopOutLevel: rate('0.5') } });
        if (at === undefined || compare(account.free, add(margin, openFee)) < 0) return;
        const equityAt = (tickPrice: Price): Amount =>
          accountFigures({
            free: subtract(subtract(account.free, margin), openFee),
            positions: [
              { marginMode: 'cross', margin: account.crossMargin, floatingProfit: account.crossFloatingProfit },
              {
                marginMode: 'cross',
                margin,
                floatingProfit: profitOf(
                  ticket.direction,
                  ticket,
                  ticket.price,
                  closingPrice(ticket.direction, tickPrice, ticket.spread),
                  ticket.valuation,
                ),
              },
            ],
          }).crossEquity!;
        const total = add(account.crossMargin, margin);
        const beyond = ticket.direction === 'long' ? subtract(at, price('0.01')) : add(at, price('0.01'));
        if (beyond.gt('0.1')) expect(isAtLevel(equityAt(beyond), total, rate('0.5'))).toBe(true);
        const nearer = ticket.direction === 'long' ? add(at, price('0.01')) : subtract(at, price('0.01'));
        // A profit is rounded to a unit, which may be worth more than a tick.
        if (nearer.gt('0.1')) expect(isAtLevel(add(equityAt(nearer), amount('0.000002')), total, rate('0.5'))).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

describe('largest size', () => {
  const terms = {
    price: price('60000'),
    leverage: 20,
    feeRate: rate('0.00055'),
    contractSize: amount('1'),
    valuation: usdt,
    lots: { min: amount('0.001'), step: amount('0.001'), max: amount('10') },
  };
  it.each([
    ['1516.5', '0.5'],
    ['1516.499999', '0.499'],
    ['3.033', '0.001'],
    ['3.032999', '0'],
    ['0', '0'],
    ['-5', '0'],
    ['9999999', '10'],
  ])('of %s free: %s lots', (free, lots) => {
    expect(toText(maxLots({ ...terms, free: amount(free) }))).toBe(lots);
  });
  it('can be paid for, and one step more cannot', () => {
    fc.assert(
      fc.property(
        tickets,
        inSteps(0, 1_000_000_000, 6).map(amount),
        fc.constantFrom('0.001', '0.01', '1'),
        (ticket, free, stepText) => {
          const lots = { min: amount(stepText), step: amount(stepText), max: amount('100000') };
          const most = maxLots({ ...ticket, free, lots });
          if (compare(most, zero) !== 0) expect(quantityProblem(most, lots)).toBeUndefined();
          expect(costOfLots(most, ticket).lte(free)).toBe(true);
          const next = add(most, lots.step);
          if (next.lte(lots.max)) expect(costOfLots(next, ticket).gt(free)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('account', () => {
  const order = (change: Partial<OrderOfPosition> = {}): OrderOfPosition => ({
    direction: 'long',
    openLots: '0.5',
    contractSize: '1',
    openPrice: '60000',
    spreadBelow: '0.4',
    spreadAbove: '0.6',
    marginMode: 'isolated',
    margin: '1500',
    ...change,
  });
  it('a long is worth its bid, a short its ask, an order that has not opened nothing', () => {
    expect(toText(floatingProfitOf(openPositionOf(order())!, price('60100'), usdt))).toBe('49.8');
    expect(toText(floatingProfitOf(openPositionOf(order({ direction: 'short' }))!, price('60100'), usdt))).toBe('-50.3');
    expect(openPositionOf(order({ openPrice: null }))).toBeUndefined();
  });
  const isolated: ValuedPosition = { marginMode: 'isolated', margin: amount('1500'), floatingProfit: amount('49.8') };
  const cross: ValuedPosition = { marginMode: 'cross', margin: amount('1100'), floatingProfit: amount('-250') };
  const shown = (figures: ReturnType<typeof accountFigures>) =>
    Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, value === undefined ? undefined : toText(value)]));
  it('adds up: only cross positions stand for one another', () => {
    expect(shown(accountFigures({ free: amount('1000'), positions: [isolated, cross], reserved: amount('77') }))).toEqual({
      usedMargin: '2677',
      balance: '3677',
      floatingProfit: '-200.2',
      equity: '3476.8',
      available: '750',
      crossMargin: '1100',
      crossRequired: '1100',
      crossFloatingProfit: '-250',
      crossEquity: '1850',
      marginLevel: '1.681818',
    });
  });
  it('a floating gain is not available, and without cross positions there is no level', () => {
    expect(
      shown(accountFigures({ free: amount('1000'), positions: [{ ...cross, floatingProfit: amount('250') }] })),
    ).toMatchObject({ available: '1000', marginLevel: '2.136363' });
    expect(shown(accountFigures({ free: amount('1000'), positions: [isolated] }))).toMatchObject({
      available: '1000',
      marginLevel: undefined,
    });
  });
  it('one position without a price makes the figures it enters unknown, and no others', () => {
    const known = shown(accountFigures({ free: amount('1000'), positions: [{ ...isolated, floatingProfit: undefined }, cross] }));
    expect(known).toMatchObject({
      floatingProfit: undefined,
      equity: undefined,
      available: '750',
      marginLevel: '1.681818',
      usedMargin: '2600',
    });
  });
});

describe('stops in other units', () => {
  const positions = tickets.map(({ price: openPrice, ...ticket }) => ({
    ...ticket,
    openPrice,
    margin: amount('1500'),
    pipSize: price('0.1'),
  }));
  const bitcoin = {
    direction: 'long',
    openPrice: price('60000'),
    lots: amount('0.5'),
    contractSize: amount('1'),
    margin: amount('1500'),
    digits: 2,
    pipSize: price('0.1'),
    valuation: usdt,
  } as const;
  it.each([
    ['long', '60300', '59700'],
    ['short', '59700', '60300'],
  ] as const)('%s: +10 %% and -10 %% of 1,500 margin', (direction, gain, loss) => {
    const position = { ...bitcoin, direction };
    expect(
      [stopFromPercent(position, rate('0.1')), stopFromProfit(position, amount('150')), stopFromPips(position, rate('3000'))].map(
        (at) => toText(at!),
      ),
    ).toEqual([gain, gain, gain]);
    expect(
      [
        stopFromPercent(position, rate('-0.1')),
        stopFromProfit(position, amount('-150')),
        stopFromPips(position, rate('-3000')),
      ].map((at) => toText(at!)),
    ).toEqual([loss, loss, loss]);
    expect(
      [percentOfStop(position, price(gain))!, profitOfStop(position, price(gain)), pipsOfStop(position, price(gain))].map(toText),
    ).toEqual(['0.1', '150', '3000']);
    expect(
      [percentOfStop(position, price(loss))!, profitOfStop(position, price(loss)), pipsOfStop(position, price(loss))].map(toText),
    ).toEqual(['-0.1', '-150', '-3000']);
  });
  it('there is none at or below zero', () => {
    expect(stopFromPercent(bitcoin, rate('-20'))).toBeUndefined();
    expect(percentOfStop({ ...bitcoin, margin: zero }, price('1'))).toBeUndefined();
  });
  it('reaches what was asked for, and one tick less would not', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: -1_000_000, max: 1_000_000 }), (position, cents) => {
        const asked = amount((cents < 0 ? '-' : '') + stepsToText(Math.abs(cents), 2));
        const at = stopFromProfit(position, asked);
        if (at === undefined) return;
        // The profit at the stop is rounded down once more.
        expect(profitOfStop(position, at).gte(subtract(asked, amount('0.000001')))).toBe(true);
        const less = position.direction === 'long' ? subtract(at, price('0.01')) : add(at, price('0.01'));
        expect(profitOfStop(position, less).lt(asked)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  it('pips and back are the same pips', () => {
    fc.assert(
      fc.property(positions, fc.integer({ min: -5000, max: 5000 }), (position, tenths) => {
        const pips = rate((tenths < 0 ? '-' : '') + stepsToText(Math.abs(tenths), 1));
        const at = stopFromPips(position, pips);
        if (at !== undefined) expect(toText(pipsOfStop(position, at))).toBe(toText(pips));
      }),
    );
  });
});

describe('rules of the ticket', () => {
  const lots = { min: amount('0.01'), step: amount('0.01'), max: amount('50') };
  it.each([
    ['0', 'ORDER_QUANTITY_NOT_POSITIVE'],
    ['-1', 'ORDER_QUANTITY_NOT_POSITIVE'],
    ['0.009', 'ORDER_QUANTITY_BELOW_MIN'],
    ['50.01', 'ORDER_QUANTITY_ABOVE_MAX'],
    ['0.015', 'ORDER_QUANTITY_STEP'],
    ['0.01', undefined],
    ['50', undefined],
    ['0.07', undefined],
  ])('%s lots: %s', (text, code) => expect(quantityProblem(amount(text), lots)?.code).toBe(code));
  const band = { latest: price('98400.13'), share: rate('0.2'), digits: 2 };
  it.each([
    ['0', 'ORDER_PRICE_NOT_POSITIVE'],
    ['98400.123', 'ORDER_PRICE_STEP'],
    ['78720.1', 'ORDER_PRICE_BAND'],
    ['118080.16', 'ORDER_PRICE_BAND'],
    ['78720.11', undefined],
    ['118080.15', undefined],
  ])('a price of %s: %s', (text, code) => expect(priceProblem(price(text), { step: price('0.01'), band })?.code).toBe(code));
  it('tells the figures that the sentence needs', () => {
    expect(quantityProblem(amount('60'), lots)).toEqual({ code: 'ORDER_QUANTITY_ABOVE_MAX', params: { max: '50' } });
    expect(priceProblem(price('1'), { step: price('0.01'), band })?.params).toEqual({ min: '78720.11', max: '118080.15' });
    expect(priceProblem(price('1'), { step: price('0.01') })).toBeUndefined();
  });
  it.each([
    ['long', 'take_profit', '110', undefined],
    ['long', 'take_profit', '105', undefined],
    ['long', 'take_profit', '104.99', 'ORDER_TAKE_PROFIT_RULE'],
    ['long', 'stop_loss', '100', undefined],
    ['long', 'stop_loss', '100.01', 'ORDER_STOP_LOSS_RULE'],
    ['long', 'stop_loss', '0', 'ORDER_STOP_ZERO'],
    ['short', 'take_profit', '100', undefined],
    ['short', 'take_profit', '100.01', 'ORDER_TAKE_PROFIT_RULE'],
    ['short', 'stop_loss', '105', undefined],
    ['short', 'stop_loss', '104.99', 'ORDER_STOP_LOSS_RULE'],
    ['short', 'take_profit', '0', 'ORDER_STOP_ZERO'],
    ['short', 'take_profit', '-1', 'ORDER_PRICE_NOT_POSITIVE'],
  ] as const)('%s, opened at 100, now 105: %s at %s is %s', (direction, kind, stop, code) => {
    expect(stopProblem(direction, kind, price(stop), price('100'), price('105'))?.code).toBe(code);
  });
  it('long and short are mirrors of each other', () => {
    const prices = inSteps(1, 20_000, 2).map(price);
    const mirrored = (at: Price): Price => subtract(price('1000'), at);
    fc.assert(
      fc.property(
        fc.constantFrom('take_profit' as const, 'stop_loss' as const),
        prices,
        prices,
        prices,
        (kind, stop, open, now) => {
          expect(stopProblem('long', kind, stop, open, now)).toEqual(
            stopProblem('short', kind, mirrored(stop), mirrored(open), mirrored(now)),
          );
        },
      ),
    );
  });
});
