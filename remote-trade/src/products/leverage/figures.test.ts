import { amount, price, toText, type Exact } from '@tessera/shared/money';
import { aForexLeverageTerms, aForexSymbol, aLeverageTerms, aSymbol } from '@tessera/shared/testing';
import { accountFigures } from '@tessera/shared/trading';
import { sideFigures, type SideInputs } from './figures';

const text = (exact: Exact | undefined) => exact && toText(exact);
const bitcoin: SideInputs = {
  info: aSymbol(),
  terms: aLeverageTerms(),
  direction: 'long',
  leverage: 20,
  lots: amount('0.2'),
  limitPrice: undefined,
  tickPrice: price('61230.5'),
  divisor: price('1'),
  scale: 6,
  free: amount('5000'),
  account: accountFigures({ free: amount('5000'), positions: [] }),
  takeProfit: undefined,
  stopLoss: undefined,
};
const euro: SideInputs = {
  ...bitcoin,
  info: aForexSymbol(),
  terms: aForexLeverageTerms(),
  leverage: 100,
  lots: amount('0.5'),
  tickPrice: price('1.08512'),
};

it('a long opens at the ask, a short at the bid', () => {
  expect(text(sideFigures(bitcoin).price)).toBe('61230.9');
  expect(text(sideFigures({ ...bitcoin, direction: 'short' }).price)).toBe('61230.1');
});
it('a limit is previewed at its own price', () => {
  const { price: at, preview } = sideFigures({ ...bitcoin, limitPrice: price('60000') });
  expect([text(at), text(preview.notional), text(preview.margin)]).toEqual(['60000', '12000', '600']);
});
it('what is held covers the price at the edge of what may move; a long limit opens at its limit at most', () => {
  expect(text(sideFigures(bitcoin).hold)).toBe('618.741307');
  const limit = sideFigures({ ...bitcoin, limitPrice: price('60000') });
  expect(text(limit.hold)).toBe(text(limit.preview.cost));
});
it('a short’s limit below the present price is told', () => {
  expect(sideFigures({ ...bitcoin, direction: 'short', limitPrice: price('61000') }).isLimitBelow).toBe(true);
  expect(sideFigures({ ...bitcoin, direction: 'long', limitPrice: price('61000') }).isLimitBelow).toBe(false);
});
it('a price that was seen stands still', () => {
  expect(text(sideFigures({ ...bitcoin, seenPrice: price('61111') }).price)).toBe('61111');
});
it('the loss at the stop-loss holds the price difference and both fees', () => {
  const { lossAtStop, preview } = sideFigures({ ...bitcoin, stopLoss: { unit: 'profit', figure: amount('100') } });
  expect([text(preview.openFee), text(lossAtStop)]).toEqual(['6.12309', '112.24618']);
});
it('a stop-loss behind the liquidation price is told', () => {
  expect(sideFigures({ ...bitcoin, stopLoss: { unit: 'price', figure: amount('50000') } }).isBehindLiquidation).toBe(true);
  expect(sideFigures({ ...bitcoin, stopLoss: { unit: 'price', figure: amount('61000') } }).isBehindLiquidation).toBe(false);
});
it('a take-profit that fits the long does not fit the short', () => {
  const takeProfit = { unit: 'price', figure: amount('63000') } as const;
  expect(sideFigures({ ...bitcoin, takeProfit }).stopProblem).toBeUndefined();
  expect(sideFigures({ ...bitcoin, direction: 'short', takeProfit }).stopProblem).toMatchObject({
    side: 'takeProfit',
    problem: { code: 'ORDER_TAKE_PROFIT_RULE' },
  });
});
it('a take-profit between the limit and the present price does not fit: both prices judge', () => {
  const limit = { ...bitcoin, limitPrice: price('60000') };
  const at = (figure: string) => sideFigures({ ...limit, takeProfit: { unit: 'price', figure: amount(figure) } }).stopProblem;
  expect(at('60500')).toMatchObject({ problem: { code: 'ORDER_TAKE_PROFIT_RULE' } });
  expect(at('63000')).toBeUndefined();
});
it('cross: the level of the account with the position; swap of the direction', () => {
  const long = sideFigures(euro);
  expect([long.level?.before, text(long.level?.after), text(long.preview.swapPerNight)]).toEqual([undefined, '9.21223', '-3.55']);
  expect(text(sideFigures({ ...euro, direction: 'short' }).preview.swapPerNight)).toBe('1.15');
});
