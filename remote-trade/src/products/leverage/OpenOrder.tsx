/** One open position with what it is worth now. A figure without a live price is a dash. */
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, Badge, Button, Card, PriceText, Row } from '@tessera/shared/ui';
import type { PositionFigures } from './positionFigures';
import { useLeverageTexts } from './useTexts';
import styles from './OpenOrder.module.css';

interface PositionCardProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo | undefined;
  readonly figures: PositionFigures | undefined;
  readonly onStops: () => void;
  readonly onClose: () => void;
}

export function PositionCard({ order, info, figures, onStops, onClose }: PositionCardProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const isClosing = order.status === 'closing';
  const isMarketClosed = info?.market.state === 'closed';
  const price = (figure: string | null) => <PriceText price={figure} scale={info?.digits} />;
  return (
    <Card as="article" aria-label={`${order.symbol} ${texts.direction(order)}`} data-order={order.id} data-status={order.status}>
      <div className={styles.head}>
        <div className={styles.name}>
          <strong>{order.symbol}</strong>
          <span className={styles.badges}>
            <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
            <Badge>{texts.leverage(order.leverage)}</Badge>
            {isClosing && <Badge tone="warning">{t('positions.closing')}</Badge>}
          </span>
        </div>
        <div className={styles.profit}>
          <AmountText amount={figures?.profit} asset={texts.unit} scale={2} tone="profit" size="lg" />
          <span className={styles.rate}>{figures?.rate === undefined ? '–' : format.rate(figures.rate, { sign: 'always' })}</span>
        </div>
      </div>
      <dl className={styles.figures}>
        <Figure label={t('leverage.lots')} value={format.figure(order.openLots)} />
        <Figure label={t('leverage.line.entry')} value={price(order.openPrice)} />
        <Figure label={t('leverage.mark')} value={<PriceText price={figures?.mark} scale={info?.digits} />} />
        <Figure label={t('leverage.margin')} value={<AmountText amount={order.margin} scale={2} />} />
        <Figure
          label={t('leverage.line.liquidation')}
          value={order.marginMode === 'cross' ? t('leverage.cross') : price(order.liquidationPrice)}
        />
        <Figure label={t('leverage.swap')} value={<AmountText amount={order.swap} scale={2} />} />
        <Figure label={t('leverage.line.takeProfit')} value={price(order.takeProfit)} />
        <Figure label={t('leverage.line.stopLoss')} value={price(order.stopLoss)} />
        <Figure label={t('leverage.fee')} value={<AmountText amount={order.fee} scale={2} />} />
      </dl>
      <Row gap={2} isEven isWrapping>
        <Button size="md" variant="secondary" isBlock disabled={isClosing} onClick={onStops}>
          {t('positions.stops')}
        </Button>
        <Button
          size="md"
          variant="secondary"
          isBlock
          isBusy={isClosing}
          disabled={isMarketClosed && !isClosing}
          onClick={onClose}
        >
          {isClosing ? t('positions.closing') : isMarketClosed ? t('problem.marketClosed') : t('positions.close')}
        </Button>
      </Row>
    </Card>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: React.ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
