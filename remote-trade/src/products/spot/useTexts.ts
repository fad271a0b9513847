import { shownAsset, type SpotOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useSessionState } from '@tessera/shared/react';
import { hasFill, isEnded, type SpotOutcome } from './orderFold';

/** In a line of words; the exact total stands in the order's details. */
const totalScale = 2;

/** "BTC-USDT" → its two assets. */
export function assetsOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = symbol, quote = ''] = symbol.split('-');
  return { base, quote };
}

/** The words of a spot order that several pages say. */
export function useSpotTexts() {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const { mode } = useSessionState();
  const asset = (name: string): string => shownAsset(name, mode);
  /** What was asked for, in the unit it was asked in. */
  const asked = ({ symbol, quantity, total }: SpotOrder): string => {
    const { base, quote } = assetsOf(symbol);
    return quantity === null
      ? `${format.figure(total ?? '', { scale: totalScale })} ${asset(quote)}`
      : `${format.figure(quantity)} ${asset(base)}`;
  };
  /** "0.4 / 1 BTC": of a purchase by total what was spent of it. */
  const progress = (order: SpotOrder): string => {
    const part = order.quantity === null ? format.figure(order.filledTotal, { scale: totalScale }) : format.figure(order.filled);
    return `${part} / ${asked(order)}`;
  };
  const status = (order: SpotOrder): string => {
    if (order.status === 'new' && order.entrustment === 'market') return t('spot.status.executing');
    if (isEnded(order) && order.status !== 'filled' && hasFill(order)) return t('spot.status.partlyFilled');
    return t(`spot.status.${order.status}`);
  };
  return {
    asset,
    asked,
    progress,
    status,
    side: ({ side }: Pick<SpotOrder, 'side'>): string => t(`spot.side.${side}`),
    entrustment: ({ entrustment }: Pick<SpotOrder, 'entrustment'>): string => t(`spot.entrustment.${entrustment}`),
    /** Why it ended before it was filled whole; undefined when there is nothing to explain. */
    why: ({ endReason }: Pick<SpotOrder, 'endReason'>): string | undefined =>
      endReason === null ? undefined : t(`spot.endReason.${endReason}`),
    outcome(outcome: SpotOutcome, order: SpotOrder): string {
      const head = t('spot.outcome.head', {
        status: t(`spot.outcome.${outcome}`),
        side: t(`spot.side.${order.side}`),
        progress: progress(order),
        symbol: order.symbol,
        id: order.id,
      });
      const reason = outcome === 'notFilled' || outcome === 'partly' ? order.endReason : null;
      return reason === null ? head : `${head} ${t(`spot.endReason.${reason}`)}`;
    },
    accepted: (order: SpotOrder): string =>
      t('spot.outcome.head', {
        status: t('spot.outcome.accepted'),
        side: t(`spot.side.${order.side}`),
        progress: asked(order),
        symbol: order.symbol,
        id: order.id,
      }),
  };
}
