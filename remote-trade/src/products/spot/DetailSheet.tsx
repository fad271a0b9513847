/** Everything about one order: what was asked, what it came to, every fill with the tick that decided it and its check. */
import type { SpotFill, SpotOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useNavigation, useReleaseGuard, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  Card,
  DemoMark,
  KeyValueList,
  Notice,
  Row,
  SectionHeading,
  Sheet,
  ShieldCheck,
  Stack,
} from '@tessera/shared/ui';
import { isEnded } from './orderFold';
import type { SpotCancel } from './useCancel';
import { assetsOf, useSpotTexts } from './useTexts';

interface SpotOrderSheetProps extends SpotCancel {
  readonly order: SpotOrder;
  readonly digits: number | undefined;
  readonly onClose: () => void;
}

export function SpotOrderSheet({ order, digits, busy, cancel, onClose }: SpotOrderSheetProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const { mode } = useSessionState();
  const { quote } = assetsOf(order.symbol);
  const title = t('spot.detail.title', { id: order.id });
  useReleaseGuard(title);
  const priceOf = (price: string | null) => (price === null ? t('result.none') : format.figure(price, { scale: digits }));
  const why = texts.why(order);
  return (
    <Sheet
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Stack gap={2}>
          {!isEnded(order) && order.entrustment === 'limit' && (
            <Button
              isBlock
              variant="secondary"
              isBusy={busy.has(order.id) || order.status === 'cancelling'}
              onClick={() => cancel(order)}
            >
              {t('spot.cancel.long')}
            </Button>
          )}
          <Button isBlock size="lg" onClick={onClose}>
            {t('result.done')}
          </Button>
        </Stack>
      }
    >
      <Stack gap={4}>
        <Row gap={2} isWrapping>
          <strong>{order.symbol}</strong>
          <Badge tone={order.side === 'buy' ? 'up' : 'down'}>{texts.side(order)}</Badge>
          <Badge>{texts.entrustment(order)}</Badge>
          <Badge tone={order.status === 'filled' ? 'success' : 'neutral'}>{texts.status(order)}</Badge>
          {mode === 'demo' && <DemoMark />}
        </Row>
        {why !== undefined && <Notice tone={order.endReason === 'user' ? 'info' : 'warning'}>{why}</Notice>}
        <KeyValueList
          items={[
            ...(order.price === null ? [] : [{ key: 'price', label: t('spot.confirm.limit'), value: priceOf(order.price) }]),
            { key: 'asked', label: t('spot.detail.asked'), value: texts.asked(order) },
            { key: 'filled', label: t('spot.detail.filled'), value: texts.progress(order), isStrong: true },
            { key: 'average', label: t('spot.detail.average'), value: priceOf(order.averagePrice) },
            { key: 'total', label: t('spot.total'), value: <AmountText amount={order.filledTotal} asset={texts.asset(quote)} /> },
            {
              key: 'fee',
              label: t('spot.fee'),
              value: <AmountText amount={order.fee} asset={texts.asset(order.feeAsset)} />,
              detail: t(`spot.feeBase.${order.side}`, { rate: format.rate(order.feeRate) }),
            },
            ...(isEnded(order)
              ? []
              : [
                  {
                    key: 'frozen',
                    label: t('spot.frozen'),
                    value: <AmountText amount={order.frozen} asset={texts.asset(order.frozenAsset)} />,
                  },
                ]),
            { key: 'accepted', label: t('spot.detail.accepted'), value: format.dateTime(order.acceptedAtMs) },
            { key: 'updated', label: t('spot.detail.updated'), value: format.dateTime(order.updatedAtMs) },
          ]}
        />
        <div>
          <SectionHeading level={3}>{t('spot.detail.fills', { count: order.fills.length })}</SectionHeading>
          {order.fills.length === 0 ? (
            <p>{t('spot.detail.noFills')}</p>
          ) : (
            <Stack gap={3}>
              {order.fills.map((fill) => (
                <Fill key={fill.id} order={order} fill={fill} digits={digits} onLeave={onClose} />
              ))}
            </Stack>
          )}
        </div>
      </Stack>
    </Sheet>
  );
}

interface FillProps extends Pick<SpotOrderSheetProps, 'order' | 'digits'> {
  readonly fill: SpotFill;
  readonly onLeave: () => void;
}

function Fill({ order, fill, digits, onLeave }: FillProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const navigation = useNavigation();
  const { base, quote } = assetsOf(order.symbol);
  return (
    <Card tone="sunken">
      <Stack gap={3}>
        <KeyValueList
          items={[
            {
              key: 'quantity',
              label: t('spot.quantity'),
              value: <AmountText amount={fill.quantity} asset={texts.asset(base)} />,
            },
            { key: 'price', label: t('spot.detail.average'), value: format.figure(fill.price, { scale: digits }) },
            { key: 'total', label: t('spot.total'), value: <AmountText amount={fill.total} asset={texts.asset(quote)} /> },
            { key: 'fee', label: t('spot.fee'), value: <AmountText amount={fill.fee} asset={texts.asset(order.feeAsset)} /> },
            {
              key: 'tick',
              label: t('spot.detail.tick'),
              value: format.figure(fill.tickPrice, { scale: digits }),
              detail: t('result.tick', { seq: String(fill.seq), time: format.timeMs(fill.atMs) }),
            },
          ]}
        />
        <Button
          isBlock
          size="sm"
          variant="secondary"
          icon={ShieldCheck}
          onClick={() => {
            onLeave();
            navigation.navigate('/pages/contract/proof', { product: 'spot', order: order.id, deal: fill.id });
          }}
        >
          {t('result.check')}
        </Button>
      </Stack>
    </Card>
  );
}
