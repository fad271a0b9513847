/** One order that waits: a limit for its price, a market order for its tick. */
import { useState } from 'react';
import type { LeverageOrder, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { OnlineButton, useApi, useDialogs } from '@tessera/shared/react';
import { AmountText, Badge, Card, KeyValueList, Row, Stack } from '@tessera/shared/ui';
import { ActionNotice } from './ActionNotice';
import type { LeverageOrders } from './useOrders';
import { useLeverageTexts } from './useTexts';
import { useOrderAction } from './useOrderAction';

interface PendingCardProps {
  readonly order: LeverageOrder;
  readonly info: SymbolInfo | undefined;
  readonly orders: LeverageOrders;
}

export function PendingCard({ order, info, orders }: PendingCardProps) {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  const texts = useLeverageTexts();
  const api = useApi();
  const dialogs = useDialogs();
  const [isAsked, setIsAsked] = useState(false);
  const { action, isBusy, run } = useOrderAction(order, t('positions.cancelTitle'), orders.add);
  const price = (figure: string | null) => (figure === null ? '–' : format.figure(figure, { scale: info?.digits }));
  const cancel = async () => {
    setIsAsked(true);
    const isWanted = await dialogs.confirm({
      title: t('positions.cancelTitle'),
      body: t('positions.cancelBody', { symbol: order.symbol, direction: texts.direction(order), lots: texts.lots(order.lots) }),
      confirmLabel: t('positions.cancelOrder'),
      cancelLabel: tCommon('action.back'),
    });
    setIsAsked(false);
    if (!isWanted) return;
    run({
      asked: { name: 'leverageCancel' },
      send: (idempotencyKey) => api.call('leverageCancel', { id: order.id }, { toastErrors: false, idempotencyKey }),
      request: 'cancel',
      terms: {},
      isDone: ({ status }) => status !== 'pending',
    });
  };
  return (
    <Card as="article" aria-label={`${order.symbol} ${texts.direction(order)}`} data-order={order.id} data-status={order.status}>
      <Stack gap={3}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.direction === 'long' ? 'up' : 'down'}>{texts.direction(order)}</Badge>
          <Badge>{texts.leverage(order.leverage)}</Badge>
          <Badge tone="accent">{t(`leverage.entrustment.${order.entrustment}`)}</Badge>
        </Row>
        <KeyValueList
          layout="grid"
          items={[
            {
              key: 'limit',
              label: t('leverage.line.limit'),
              value: order.limitPrice === null ? t('leverage.waitingTick') : price(order.limitPrice),
            },
            { key: 'lots', label: t('leverage.lots'), value: format.figure(order.lots) },
            {
              key: 'margin',
              label: t('positions.reserved'),
              value: <AmountText amount={order.margin} asset={texts.unit} scale={2} />,
            },
            { key: 'since', label: t('positions.since'), value: format.dateTime(order.acceptedAtMs) },
            { key: 'tp', label: t('leverage.line.takeProfit'), value: price(order.takeProfit) },
            { key: 'sl', label: t('leverage.line.stopLoss'), value: price(order.stopLoss) },
          ]}
        />
        <ActionNotice action={action} />
        {order.entrustment === 'limit' && (
          <OnlineButton variant="secondary" isBlock isBusy={isBusy} disabled={isAsked} onClick={() => void cancel()}>
            {t('positions.cancelOrder')}
          </OnlineButton>
        )}
      </Stack>
    </Card>
  );
}
