/** Spot orders as a money action: the page knows the terms (the price seen); a new price is shown and agreed to, or not. */
import type { MoneyActionAdapter, MoneyActionHandle } from '@tessera/shared/actions';
import type { EndpointRequest, SpotOrder, SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { spotTermsOf } from '@tessera/shared/fairness';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { parsePrice, toText, type Price } from '@tessera/shared/money';
import { useApi } from '@tessera/shared/react';
import type { SpotAsked } from '@tessera/shared/trading';
import { useAcceptance } from '../../orders/acceptance/useAcceptance';
import { spotFigures, type SpotIntent, type SpotScales } from './figures';
import { useSpotTexts } from './useTexts';

export interface SpotDraft {
  readonly info: SymbolInfo;
  readonly intent: SpotIntent;
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  /** Placed without the confirm sheet, as the person chose for small orders. */
  readonly isQuick: boolean;
}

/** The prices that the person was shown. */
export interface SeenPrices {
  readonly last: Price | undefined;
  readonly touch: Price | undefined;
}

export type SpotAction = MoneyActionHandle<SpotDraft, SeenPrices, SpotOrder>;

/** What a draft comes to at the prices that were shown. */
export const figuresOf = ({ intent, terms, scales }: SpotDraft, seen: SeenPrices) =>
  spotFigures({ ...intent, ...seen }, terms, scales);

export function useSpotAdapter(): MoneyActionAdapter<SpotDraft, SeenPrices, SpotOrder> {
  const api = useApi();
  const acceptance = useAcceptance();
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const spotTexts = useSpotTexts();
  return {
    kind: 'spot',
    async submit(draft, seen, sent) {
      const figures = figuresOf(draft, seen);
      if (figures === undefined) throw new AppError('ORDER_PRICE_STALE', { isRetryable: true });
      const { symbol } = draft.info;
      const asked = wireFigures(figures.asked);
      const sending = acceptance.sending(symbol);
      const request = { clientOrderId: sent.id, symbol, ...asked, ...sending };
      const order = await api.call('spotSubmit', request, { toastErrors: false, idempotencyKey: sent.id });
      // The price that was seen only bounds the order; a repeat may have seen another one.
      const { side, entrustment, price = null, quantity = null, total = null } = asked;
      const terms = { ...spotTermsOf(order), side, entrustment, price, quantity, total, feeRate: draft.terms.feeRate };
      return acceptance.believe(order, { product: 'spot', sent, sending, terms });
    },
    async find(sent) {
      const { order } = await api.call('spotFind', { clientOrderId: sent.id }, { toastErrors: false });
      return order === null ? undefined : acceptance.believeFound(order, { product: 'spot', sent, terms: spotTermsOf(order) });
    },
    afterRefusal(error) {
      const { code, params } = error;
      acceptance.setClock(error);
      const now = code === 'ORDER_PRICE_MOVED' ? parsePrice(String(params['new'] ?? '')) : undefined;
      return now === undefined ? undefined : { terms: { last: now, touch: now } };
    },
    texts: {
      accepted: (order) => spotTexts.accepted(order),
      refused: errorText,
      neverArrived: t('confirm.notPlaced'),
    },
  };
}

type WireFigures = Pick<EndpointRequest<'spotSubmit'>, 'side' | 'entrustment' | 'price' | 'quantity' | 'total' | 'seenPrice'>;

/** What the server is asked: each kind of order with its own figures, and no others. */
function wireFigures({ side, entrustment, price, quantity, total, seenPrice }: SpotAsked): WireFigures {
  return {
    side,
    entrustment,
    ...(price === undefined ? {} : { price: toText(price) }),
    ...(quantity === undefined ? {} : { quantity: toText(quantity) }),
    ...(total === undefined ? {} : { total: toText(total) }),
    ...(seenPrice === undefined ? {} : { seenPrice: toText(seenPrice) }),
  };
}
