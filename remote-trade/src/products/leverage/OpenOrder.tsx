/** One open position with what it is worth now. A figure without a live price is a dash. */
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, Badge, Button, Card, KeyValueList, PriceText, Row, Stack } from '@tessera/shared/ui';
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
      <Stack gap={3}>
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
            <span className={styles.rate}>
              {figures?.rate === undefined ? '–' : format.rate(figures.rate, { sign: 'always' })}
            </span>
          </div>
        </div>
        <KeyValueList
          layout="grid"
          columns={3}
          items={[
            { key: 'lots', label: t('leverage.lots'), value: format.figure(order.openLots) },
            { key: 'entry', label: t('leverage.line.entry'), value: price(order.openPrice) },
            { key: 'mark', label: t('leverage.mark'), value: <PriceText price={figures?.mark} scale={info?.digits} /> },
            { key: 'margin', label: t('leverage.margin'), value: <AmountText amount={order.margin} scale={2} /> },
            {
              key: 'liquidation',
              label: t('leverage.line.liquidation'),
              value: order.marginMode === 'cross' ? t('leverage.cross') : price(order.liquidationPrice),
            },
            { key: 'swap', label: t('leverage.swap'), value: <AmountText amount={order.swap} leastScale={2} /> },
            { key: 'tp', label: t('leverage.line.takeProfit'), value: price(order.takeProfit) },
            { key: 'sl', label: t('leverage.line.stopLoss'), value: price(order.stopLoss) },
            { key: 'fee', label: t('leverage.fee'), value: <AmountText amount={order.fee} leastScale={2} /> },
          ]}
        />
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
      </Stack>
    </Card>
  );
}
