/** Seconds orders as a money action: terms are asked for and expire, and what was sent is found by its own id. */
import type { MoneyActionAdapter, MoneyActionHandle } from '@tessera/shared/actions';
import type { Direction, Duration, SecondsOrder, SecondsQuote, SymbolInfo } from '@tessera/shared/contract';
import { secondsTermsOf } from '@tessera/shared/fairness';
import { useErrorText } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useApi } from '@tessera/shared/react';
import { useAcceptance } from '../../orders/acceptance/useAcceptance';
import { familyCall } from '../../orders/familyCall';
import { useOrderTexts } from './useTexts';

export interface SecondsDraft {
  readonly info: SymbolInfo;
  readonly direction: Direction;
  readonly duration: Duration;
  /** Wire text. */
  readonly stake: string;
  readonly asset: string;
}

export type SecondsAction = MoneyActionHandle<SecondsDraft, SecondsQuote, SecondsOrder>;

/** Terms expire within seconds, and an order under expired terms is refused: this long after, it cannot arrive any more. */
const lateMs = 5000;
const lostAfterMs = 30_000;

export function useSecondsAdapter(): MoneyActionAdapter<SecondsDraft, SecondsQuote, SecondsOrder> {
  const api = useApi();
  const acceptance = useAcceptance();
  const { t } = useTranslation('trade');
  const errorText = useErrorText();
  const orderTexts = useOrderTexts();
  return {
    kind: 'seconds',
    async terms({ info, duration }, signal) {
      const request = { symbol: info.symbol, seconds: duration.seconds };
      const quote = await api.call('secondsTerms', request, { toastErrors: false, signal });
      return { terms: quote, expiresAtMs: quote.expiresAtMs };
    },
    async submit({ info, direction, duration, stake, asset }, { quoteId, payoutRate, feeRate, ruleVersion }, sent) {
      const { symbol, assetClass } = info;
      const sending = acceptance.sending(symbol);
      const asked = { direction, seconds: duration.seconds, stake, asset };
      const order = await api.call(
        familyCall('secondsSubmit', assetClass),
        { clientOrderId: sent.id, quoteId, symbol, ...asked, ...sending },
        { toastErrors: false, idempotencyKey: sent.id },
      );
      const terms = { ...secondsTermsOf(order), ...asked, payoutRate, feeRate, ruleVersion };
      return acceptance.believe(order, { product: 'seconds', sent, sending, terms });
    },
    async find(sent) {
      const { order } = await api.call('secondsFind', { clientOrderId: sent.id }, { toastErrors: false });
      if (order === null) return undefined;
      return acceptance.believeFound(order, { product: 'seconds', sent, terms: secondsTermsOf(order) });
    },
    afterRefusal(error) {
      acceptance.setClock(error);
      return error.code === 'ORDER_PRICE_MOVED' || error.code === 'ORDER_QUOTE_EXPIRED' ? 'renew' : undefined;
    },
    arrivesUntilMs: (offer, sentAtMs) => (offer?.expiresAtMs === undefined ? sentAtMs + lostAfterMs : offer.expiresAtMs + lateMs),
    texts: {
      accepted: (order) => t('confirm.accepted', { symbol: order.symbol, direction: orderTexts.direction(order) }),
      refused: errorText,
      neverArrived: t('confirm.notPlaced'),
    },
  };
}
