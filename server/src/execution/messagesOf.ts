/**
 * What a person is told about his orders in messages: every result, and everything that happened without him. What he did himself
 * and sees happen is no message, and neither is practice money.
 */
import type { LeverageDeal, LeverageOrder, SecondsOrder, SpotOrder } from '@tessera/shared/contract';
import type { MessageKind } from '../content/messageKinds';
import type { OwnedEvent } from './publishEvents';

interface Told {
  readonly kind: MessageKind;
  readonly params: Readonly<Record<string, string>>;
}

/** Each event is told once: an order that ended changes no more, unless an incident corrects it. */
export function messagesOf({ mode, event }: OwnedEvent): readonly Told[] {
  if (mode === 'demo') return [];
  switch (event.type) {
    case 'order.updated':
      return ofContract(event.order);
    case 'spot.updated':
      return ofSpotOrder(event.order);
    case 'leverage.updated':
      return [...event.deals.flatMap((deal) => ofDeal(event.order, deal)), ...ofCancelled(event.order, event.order.cancelReason)];
    default:
      return [];
  }
}

function ofContract({ status, outcome, voidReason, symbol, asset, returned, profit }: SecondsOrder): readonly Told[] {
  if (status !== 'settled' || outcome === null) return [];
  const kind = voidReason === 'incident' ? 'contract_refunded' : (`contract_${outcome}` as const);
  return [{ kind, params: { symbol, asset, returned: returned ?? '0', profit: profit ?? '0' } }];
}

function ofSpotOrder({ status, entrustment, symbol, filled, averagePrice, ...order }: SpotOrder): readonly Told[] {
  const isFilled = status === 'filled' && entrustment === 'limit' && averagePrice !== null;
  if (!isFilled) return ofCancelled({ symbol, status }, order.endReason);
  return [{ kind: 'order_filled', params: { symbol, quantity: filled, asset: symbol.split('-')[0] ?? '', price: averagePrice } }];
}

function ofDeal(order: LeverageOrder, { symbol, kind, reason, lots, price }: LeverageDeal): readonly Told[] {
  if (kind === 'open') return order.entrustment === 'limit' ? [{ kind: 'position_opened', params: { symbol, lots, price } }] : [];
  if (reason === null || reason === 'user') return [];
  return [{ kind: `position_${reason}`, params: { symbol, lots, price, profit: order.realizedProfit ?? '0' } }];
}

/** By the exchange, in whole or for what was left of it. */
function ofCancelled(
  { symbol, status }: Pick<SpotOrder | LeverageOrder, 'symbol' | 'status'>,
  reason: SpotOrder['endReason'] | LeverageOrder['cancelReason'],
): readonly Told[] {
  const isEnded = status === 'cancelled' || status === 'rejected' || status === 'filled';
  return isEnded && reason !== null && reason !== 'user' ? [{ kind: `order_${reason}`, params: { symbol } }] : [];
}
