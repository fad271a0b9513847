/** Leveraged orders as a money action: the page knows the terms (the executable price that was seen). */
import type { MoneyActionAdapter, MoneyActionHandle } from '@tessera/shared/actions';
import type { Direction, Entrustment, LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { closingMarginTermOf, leverageTermsOf } from '@tessera/shared/fairness';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import { useAcceptance } from '../../orders/acceptance/useAcceptance';
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
  const acceptance = useAcceptance();
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const texts = useLeverageTexts();
  return {
    kind: 'leverage',
    async submit({ info, direction, entrustment, lots, leverage, limitPrice, takeProfit, stopLoss }, reviewed, sent) {
      const { symbol, assetClass } = info;
      const sending = acceptance.sending(symbol);
      const agreed = {
        direction,
        entrustment,
        lots,
        leverage,
        ...(entrustment === 'limit' && limitPrice !== undefined ? { limitPrice } : {}),
        ...(takeProfit === undefined ? {} : { takeProfit }),
        ...(stopLoss === undefined ? {} : { stopLoss }),
      };
      // The price that was seen only bounds the order; a repeat may have seen another one.
      const seen = entrustment === 'limit' ? {} : { seenPrice: reviewed.seenPrice };
      const request = { clientOrderId: sent.id, symbol, ...agreed, ...seen, ...sending };
      const name = familyCall('leverageSubmit', assetClass);
      const order = await api.call(name, request, { toastErrors: false, idempotencyKey: sent.id });
      const terms = {
        ...leverageTermsOf(order),
        ...agreed,
        feeRate: reviewed.terms.feeRate,
        ...closingMarginTermOf(reviewed.terms, order.receipt),
      };
      return acceptance.believe(order, { product: 'leverage', sent, sending, terms });
    },
    async find(sent) {
      const { order } = await api.call('leverageFind', { clientOrderId: sent.id }, { toastErrors: false });
      if (order === null) return undefined;
      return acceptance.believeFound(order, { product: 'leverage', sent, terms: leverageTermsOf(order) });
    },
    afterRefusal(error, _draft, reviewed) {
      const { code, params } = error;
      acceptance.setClock(error);
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
