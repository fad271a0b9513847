/** One order: what is to be done now, how long there is, where to pay, and how it ended. */
import type { C2cOrder, C2cStatus } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import {
  Button,
  Card,
  EmptyState,
  KeyValueList,
  LiveRegion,
  LoadablePanel,
  Notice,
  SkeletonRows,
  Stack,
  type NoticeTone,
} from '@tessera/shared/ui';
import { DisputeForm } from './DisputeForm';
import { OrderBadge } from './OrderBadge';
import { PayStep } from './PayStep';
import { useFiat } from './useFiat';

const refetchEveryMs = 10_000;
const tones: Readonly<Record<C2cStatus, NoticeTone>> = {
  reserved: 'info',
  paid: 'info',
  disputed: 'warning',
  released: 'success',
  cancelled: 'info',
  expired: 'warning',
};

export function OrderView({ id }: { readonly id: string }) {
  const { t } = useTranslation('c2c');
  const refresh = useRefresh();
  const { isSignedIn, mode } = useSessionState();
  usePrivateEvents(({ type }) => {
    if (type === 'balance.changed' || type === 'notice') refresh('c2cOrders');
  });
  const isEnabled = isSignedIn && mode === 'real';
  const { loadable, refetch } = useEndpoint('c2cOrders', { id }, { isEnabled, freshMs: 0, refetchEveryMs });
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={6} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<EmptyState title={t('ordersEmpty')} />}
    >
      {({ items: [order] }) => (order === undefined ? null : <Shown order={order} />)}
    </LoadablePanel>
  );
}

function Shown({ order }: { readonly order: C2cOrder }) {
  const { t } = useTranslation('c2c');
  const navigation = useNavigation();
  const { status, reason, dispute } = order;
  return (
    <Stack gap={4}>
      <div>
        <OrderBadge status={status} />
      </div>
      <LiveRegion>
        <Notice tone={tones[status]}>{t(`stage.${status}`)}</Notice>
      </LiveRegion>
      {status === 'reserved' && <PayStep order={order} />}
      {dispute !== null && <Notice title={t(`disputedBy.${dispute.by}`)}>{dispute.text}</Notice>}
      {reason !== null && (
        <Notice tone="danger" title={t('reason')}>
          {reason}
        </Notice>
      )}
      <OrderFacts order={order} />
      {status === 'released' && (
        <Button size="lg" isBlock onClick={() => navigation.navigate('/pages/trade/index')}>
          {t('trade')}
        </Button>
      )}
      {status === 'paid' && <DisputeForm id={order.id} />}
      <Button variant="secondary" isBlock onClick={() => navigation.navigate('/pages/kefu/index')}>
        {t('service')}
      </Button>
    </Stack>
  );
}

function OrderFacts({ order }: { readonly order: C2cOrder }) {
  const { t } = useTranslation('c2c');
  const { t: tTopUp } = useTranslation('topup');
  const format = useFormat();
  const fiat = useFiat();
  const { merchant, asset, amount, currency, price, fiatAmount, way, atMs, paidAtMs, endedAtMs, turnoverNeed, status } = order;
  // Nothing was credited, so nothing has to be traded for it.
  const isOff = status === 'cancelled' || status === 'expired';
  return (
    <Card tone="sunken">
      <KeyValueList
        items={[
          { key: 'amount', label: t('amount'), value: `${format.figure(amount)} ${asset}`, isStrong: true },
          { key: 'fiat', label: t('youPay'), value: fiat(fiatAmount, currency), isStrong: true },
          { key: 'price', label: t('price'), value: `${format.figure(price, { leastScale: 2 })} ${currency}` },
          { key: 'merchant', label: t('merchant'), value: merchant },
          { key: 'way', label: t('way'), value: way },
          { key: 'ordered', label: t('orderedAt'), value: format.dateTime(atMs) },
          ...(paidAtMs === null ? [] : [{ key: 'paid', label: t('paidAt'), value: format.dateTime(paidAtMs) }]),
          ...(endedAtMs === null ? [] : [{ key: 'ended', label: t('endedAt'), value: format.dateTime(endedAtMs) }]),
          ...(isOff ? [] : [{ key: 'need', label: tTopUp('need'), value: `${format.figure(turnoverNeed)} USDT` }]),
        ]}
      />
    </Card>
  );
}
