import { shownAsset, type LeverageDeal, type LeverageOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { Figure } from '@tessera/shared/i18n';
import { amount, subtract, toText } from '@tessera/shared/money';
import { useSessionState } from '@tessera/shared/react';
import type { LeverageOutcome } from './useOrders';

/** What a closing brought: the price difference less its fee. null on an opening. */
export const netOf = ({ profit, fee }: Pick<LeverageDeal, 'profit' | 'fee'>): string | null =>
  profit === null ? null : toText(subtract(amount(profit), amount(fee)));

/** The account's asset: every amount of the product is in it. */
const fundingAsset = 'USDT';

/** The words of a leveraged order that several pages say. */
export function useLeverageTexts() {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const { mode } = useSessionState();
  const unit = shownAsset(fundingAsset, mode);
  const direction = ({ direction: side }: Pick<LeverageOrder, 'direction'>) => tCommon(`direction.${side}`);
  const lots = (figure: Figure) => t('leverage.lotsOf', { lots: format.figure(figure) });
  const why = ({ status, closeReason, cancelReason }: LeverageOrder): string => {
    if (status === 'cancelled')
      return cancelReason === null ? t('leverage.status.cancelled') : t(`leverage.cancelled.${cancelReason}`);
    if (status === 'closed' && closeReason !== null) return t(`leverage.closed.${closeReason}`);
    return t(`leverage.status.${status}`);
  };
  return {
    unit,
    direction,
    lots,
    /** The end in words: "Closed by take-profit". */
    why,
    leverage: (times: number) => t('leverage.times', { times }),
    amount: (figure: Figure, sign: 'auto' | 'always' = 'auto') => `${format.figure(figure, { leastScale: 2, sign })} ${unit}`,
    outcome: ({ kind, order, deals }: LeverageOutcome, digits: number | undefined): string => {
      const name = `${order.symbol} ${direction(order)}`;
      const price = (figure: string | null) => (figure === null ? '' : format.figure(figure, { scale: digits }));
      switch (kind) {
        case 'opened':
          return t('leverage.outcome.opened', { name, lots: lots(order.lots), price: price(order.openPrice) });
        case 'cancelled':
          return t('leverage.outcome.cancelled', { name, reason: why(order) });
        case 'closeFailed':
          return t('leverage.outcome.closeFailed', { name });
        case 'reduced':
        case 'closed':
        case 'ended': {
          const deal = deals.at(-1);
          // What a part brought is told like what the whole brought: after its fee. The whole has the price of all its parts.
          const profit = kind === 'reduced' ? (deal === undefined ? null : netOf(deal)) : order.realizedProfit;
          return t(`leverage.outcome.${kind === 'reduced' ? 'reduced' : 'closed'}`, {
            name,
            lots: lots(order.openLots),
            reason: why(order),
            price: price(kind === 'reduced' ? (deal?.price ?? null) : order.closePrice),
            profit: profit === null ? '' : `${format.figure(profit, { leastScale: 2, sign: 'always' })} ${unit}`,
          });
        }
      }
    },
  };
}
