/** Leveraged orders as a money action: the page knows the terms (the executable price that was seen). */
import type { MoneyActionAdapter, MoneyActionHandle } from '@tessera/shared/actions';
import type { Direction, Entrustment, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import { familyCall } from '../../orders/familyCall';
import type { SideInputs } from './figures';
import { useLeverageTexts } from './useTexts';

export interface LeverageDraft {
  readonly info: SymbolInfo;
  readonly direction: Direction;
  readonly entrustment: Entrustment;
  readonly leverage: number;
  /** Wire texts from here on. */
  readonly lots: string;
  readonly limitPrice: string | undefined;
  readonly takeProfit: string | undefined;
  readonly stopLoss: string | undefined;
}

/** What the person was shown, of the order's own market: the page may show another one before the outcome is known. */
export interface ReviewedTerms extends Pick<SideInputs, 'terms' | 'tickPrice' | 'divisor' | 'scale' | 'free' | 'account'> {
  /** Market orders: the executable price. Only the person replaces it. */
  readonly seenPrice: string | undefined;
}

export type LeverageAction = MoneyActionHandle<LeverageDraft, ReviewedTerms, LeverageOrder>;

export function useLeverageAdapter(): MoneyActionAdapter<LeverageDraft, ReviewedTerms, LeverageOrder> {
  const api = useApi();
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const texts = useLeverageTexts();
  return {
    kind: 'leverage',
    submit({ info, direction, entrustment, lots, leverage, limitPrice, takeProfit, stopLoss }, { seenPrice }, { id }) {
      const request = {
        clientOrderId: id,
        symbol: info.symbol,
        direction,
        entrustment,
        lots,
        leverage,
        ...(entrustment === 'limit' ? { limitPrice } : { seenPrice }),
        ...(takeProfit === undefined ? {} : { takeProfit }),
        ...(stopLoss === undefined ? {} : { stopLoss }),
      };
      const name = familyCall('leverageSubmit', info.assetClass);
      return api.call(name, request, { toastErrors: false, idempotencyKey: id });
    },
    find: async ({ id }) => (await api.call('leverageFind', { clientOrderId: id }, { toastErrors: false })).order ?? undefined,
    afterRefusal({ code, params }, _draft, reviewed) {
      const to = params['new'];
      return code === 'ORDER_PRICE_MOVED' && reviewed.seenPrice !== undefined && to !== undefined
        ? { terms: { ...reviewed, seenPrice: String(to) } }
        : undefined;
    },
    texts: {
      accepted: (order) => t('confirm.accepted', { symbol: order.symbol, direction: texts.direction(order) }),
      refused: errorText,
      neverArrived: t('leverage.order.neverArrived'),
    },
  };
}
