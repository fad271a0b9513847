/** What came of an order that was just accepted: it waits for its tick, is open, or was not executed. */
import type { LeverageOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useSessionState } from '@tessera/shared/react';
import {
  Badge,
  Button,
  DemoMark,
  KeyValueList,
  LiveRegion,
  Notice,
  PriceText,
  Row,
  Sheet,
  Stack,
  type KeyValue,
} from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';

interface OutcomeSheetProps {
  readonly order: LeverageOrder;
  readonly digits: number | undefined;
  readonly onClose: () => void;
}

export function OutcomeSheet({ order, digits, onClose }: OutcomeSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  const { mode } = useSessionState();
  const isFailed = order.status === 'cancelled';
  // A limit that waits is what was asked for; a market order that waits is not decided yet.
  const isWaiting = order.status === 'pending' && order.entrustment === 'market';
  const shown = (figure: string) => format.figure(figure, { scale: digits });
  return (
    <Sheet
      isOpen
      title={t(`leverage.order.${isFailed ? 'failedTitle' : isWaiting ? 'placingTitle' : 'confirmedTitle'}`)}
      onClose={onClose}
      footer={
        <Button isBlock size="lg" isBusy={isWaiting} onClick={onClose}>
          {t(isFailed ? 'leverage.order.backToTicket' : isWaiting ? 'leverage.order.waitingShort' : 'result.done')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.leverage(order.leverage)}</Badge>
          <Badge tone="accent">{t(`leverage.entrustment.${order.entrustment}`)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        <LiveRegion isUrgent>
          {isWaiting && <Notice>{t('leverage.order.waiting')}</Notice>}
          {isFailed && (
            <Notice tone="danger" title={texts.why(order)}>
              {t('leverage.nothingTraded')}
            </Notice>
          )}
          {!isWaiting && !isFailed && (
            <Notice tone="success">
              {order.status === 'pending'
                ? t('leverage.order.limitWaits', { price: shown(order.limitPrice ?? '0') })
                : t('leverage.order.opened', { lots: texts.lots(order.lots), price: shown(order.openPrice ?? '0') })}
            </Notice>
          )}
        </LiveRegion>
        {!isFailed && <KeyValueList items={items()} />}
      </Stack>
    </Sheet>
  );

  function items(): readonly KeyValue[] {
    const at = order.openPrice ?? order.limitPrice;
    return [
      {
        key: 'price',
        label: t(order.openPrice === null ? 'leverage.line.limit' : 'leverage.line.entry'),
        value: at === null ? '–' : shown(at),
        isStrong: true,
      },
      { key: 'lots', label: t('leverage.lots'), value: format.figure(order.lots) },
      { key: 'margin', label: t('leverage.margin'), value: texts.amount(order.margin) },
      { key: 'fee', label: t('leverage.fee'), value: texts.amount(order.fee) },
      ...(order.marginMode === 'isolated'
        ? [
            {
              key: 'liquidation',
              label: t('leverage.line.liquidation'),
              value: <PriceText price={order.liquidationPrice} scale={digits} />,
            },
          ]
        : []),
      { key: 'number', label: t('positions.number'), value: order.id },
    ];
  }
}
