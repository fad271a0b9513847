import type { SpotOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { OnlineButton } from '@tessera/shared/react';
import { Badge } from '@tessera/shared/ui';
import type { SpotCancel } from './useCancel';
import { useSpotTexts } from './useTexts';
import styles from './OpenOrder.module.css';

interface OpenSpotOrderProps extends SpotCancel {
  readonly order: SpotOrder;
  /** Of the symbol's prices; undefined while the catalogue is not known. */
  readonly digits: number | undefined;
  readonly onSelect: (order: SpotOrder) => void;
}

/** One open order: what was asked, how far it is, and its end. The figures lead to its details. */
export function OpenSpotOrder({ order, digits, busy, cancel, onSelect }: OpenSpotOrderProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const isCancelling = busy.has(order.id) || order.status === 'cancelling';
  const name = `${order.symbol} ${texts.side(order)}`;
  return (
    <article className={styles.order} aria-label={name}>
      <button type="button" className={styles.facts} onClick={() => onSelect(order)}>
        <span className={styles.head}>
          <strong>{order.symbol}</strong>
          <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{texts.side(order)}</Badge>
          <Badge>{texts.entrustment(order)}</Badge>
        </span>
        <span className={styles.line}>
          <span>
            {order.price === null
              ? t('spot.marketPrice')
              : t('spot.atPrice', { price: format.figure(order.price, { scale: digits }) })}
          </span>
          <span>{texts.progress(order)}</span>
        </span>
        <span className={styles.faint}>
          {texts.status(order)} · {format.dateTime(order.acceptedAtMs)}
        </span>
      </button>
      <OnlineButton
        size="sm"
        variant="secondary"
        aria-label={t('spot.cancel.of', { order: name })}
        isBusy={isCancelling}
        disabled={order.entrustment === 'market'}
        onClick={() => cancel(order)}
      >
        {isCancelling ? t('spot.cancel.underWay') : t('spot.cancel.action')}
      </OnlineButton>
    </article>
  );
}
