import { useEffect } from 'react';
import { useMoneyAction } from '@tessera/shared/actions';
import { useTranslation } from '@tessera/shared/kernel';
import { useRefresh } from '@tessera/shared/react';
import { useLeverageAdapter, type LeverageAction } from './useAdapter';
import type { LeverageOrders } from './useOrders';

/** The order on its way. What was accepted belongs to the page's orders; its sheet tells what became of it. */
export function usePlacing({ add, claim }: LeverageOrders): LeverageAction {
  const { t } = useTranslation('trade');
  const refresh = useRefresh();
  const placing = useMoneyAction(useLeverageAdapter(), {
    guard: t('leverage.order.title'),
    onAccepted(order) {
      add(order);
      refresh('leverageTerms');
    },
  });
  const { action } = placing;
  const followed =
    action.state === 'accepted' ? action.outcome.clientOrderId : 'sent' in action && placing.isShown ? action.sent.id : undefined;
  useEffect(() => (followed === undefined ? undefined : claim(followed)), [followed, claim]);
  return placing;
}
