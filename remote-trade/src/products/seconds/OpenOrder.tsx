/** One running order on the server's time. At zero it says that it waits: what happened, only the server decides. */
import type { SecondsOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { formatCountdown, useFormat } from '@tessera/shared/i18n';
import { LivePrice, useCountdown, useQuote } from '@tessera/shared/react';
import { Badge, Card, DemoMark, ProgressRing, Row } from '@tessera/shared/ui';
import { provisionalOutcome } from './provisionalOutcome';
import { useOrderTexts } from './useTexts';
import styles from './OpenOrder.module.css';

interface RunningOrderProps {
  readonly order: SecondsOrder;
  readonly info: SymbolInfo | undefined;
}

export function RunningOrder({ order, info }: RunningOrderProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const { remainingMs, isOver } = useCountdown(order.expiresAtMs);
  const quote = useQuote(order.symbol);
  const now =
    order.entry === null || quote === undefined ? undefined : provisionalOutcome(order.direction, order.entry.price, quote.price);
  return (
    <Card as="article" aria-label={`${order.symbol} ${texts.direction(order)}`} data-order={order.id} data-status={order.status}>
      <div className={styles.order}>
        <ProgressRing
          fraction={remainingMs / (order.seconds * 1000)}
          size={96}
          tone={isOver ? 'warning' : now === 'winning' ? 'up' : now === 'losing' ? 'down' : 'accent'}
        >
          <span className={styles.left} role="timer" aria-label={t('running.remaining')}>
            {formatCountdown(remainingMs)}
          </span>
        </ProgressRing>
        <div className={styles.facts}>
          <Row gap={2} isWrapping>
            <strong>{order.symbol}</strong>
            <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
            {order.mode === 'demo' && <DemoMark />}
          </Row>
          <dl className={styles.figures}>
            <dt>{t('running.entry')}</dt>
            <dd>
              {order.entry === null ? t('running.waitingEntry') : format.figure(order.entry.price, { scale: info?.digits })}
            </dd>
            <dt>{t('running.now')}</dt>
            <dd>
              <LivePrice symbol={order.symbol} digits={info?.digits} staleAfterMs={info?.staleAfterMs} />
            </dd>
            <dt>{t('running.stake')}</dt>
            <dd>
              {format.figure(order.stake, { leastScale: 2 })} {texts.asset(order)}
            </dd>
          </dl>
          <p className={styles.outcome} data-outcome={isOver ? 'settling' : now}>
            {isOver ? t('running.settling') : now === undefined ? ' ' : t(`running.${now}`)}
          </p>
        </div>
      </div>
    </Card>
  );
}
