import { amount, price, toText, fiatText } from '@tessera/shared/money';
import type { OrderRow } from './orderRows';

/** What operators look at, as the person was shown it. */
export const reviewTerms = (order: OrderRow) => ({
  number: order.publicId,
  merchant: order.merchant,
  amount: toText(amount(order.amount)),
  asset: order.asset,
  price: toText(price(order.price)),
  currency: order.currency,
  fiatAmount: fiatText(order.fiatAmount, order.currency),
  way: order.way,
  turnoverNeed: toText(amount(order.turnoverNeed)),
});
