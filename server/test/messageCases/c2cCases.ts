/** What stands between a person and an order of a merchant. */
import { expect } from '@jest/globals';
import { aMerchant, aPaymentPicture, usualOffer } from '../aMerchant';
import { anOperator } from '../anOperator';
import type { TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

async function aBuyer(exchange: TradingExchange, more?: Parameters<typeof aMerchant>[2]) {
  const nowMs = exchange.clock.now();
  const operators = [
    await anOperator(exchange.database, ['treasury'], { nowMs }),
    await anOperator(exchange.database, ['treasury'], { nowMs }),
  ] as const;
  const merchant = await aMerchant(exchange, operators, more);
  const person = await exchange.aPerson({ mode: 'real', coin: '0' });
  const order = (more: Readonly<Record<string, unknown>> = {}) =>
    person.ask('c2cOrder', { offerId: merchant.offerId, wayId: merchant.wayId, version: 1, amount: '50', ...more });
  const placed = async () => (await order()).message as { readonly id: string; readonly payByMs: number };
  return { person, order, placed };
}

export const c2cCases: readonly MessageCase[] = [
  {
    situation: 'the offer has other terms by now',
    code: 'C2C_OFFER_CHANGED',
    act: async (exchange) => (await aBuyer(exchange)).order({ version: 2 }),
  },
  {
    situation: 'more than the offer has left',
    code: 'C2C_LEFT',
    params: { left: '40', asset: 'USDT' },
    act: async (exchange) => (await aBuyer(exchange, { offer: { ...usualOffer, available: '40' } })).order(),
  },
  {
    situation: 'a third order while two are open',
    code: 'C2C_ORDERS_OPEN',
    params: { max: '2' },
    async act(exchange) {
      const { order } = await aBuyer(exchange);
      await order();
      await order();
      return order();
    },
  },
  {
    situation: 'three orders were cancelled today',
    code: 'C2C_ORDERS_SLOWED',
    params: { max: '3', until: expect.stringMatching(/^2026-11-19 \d\d:\d\d UTC$/) as unknown as string },
    async act(exchange) {
      const { person, order, placed } = await aBuyer(exchange);
      for (let round = 0; round < 3; round += 1) await person.get('c2cCancel', { id: (await placed()).id });
      return order();
    },
  },
  {
    situation: 'an order is said to be paid after its time',
    code: 'C2C_TIME_OVER',
    async act(exchange) {
      const { person, placed } = await aBuyer(exchange);
      const { id, payByMs } = await placed();
      const uploadIds = [await aPaymentPicture(exchange, person)];
      exchange.clock.set(payByMs);
      return person.ask('c2cPaid', { id, uploadIds });
    },
  },
];
