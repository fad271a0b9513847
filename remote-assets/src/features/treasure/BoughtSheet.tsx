import { shownAsset, type AccountMode, type TreasureOrder } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, KeyValueList, Notice, Sheet, Stack } from '@tessera/shared/ui';

interface BoughtSheetProps {
  readonly order: TreasureOrder;
  readonly mode: AccountMode;
  readonly onClose: () => void;
}

/** The outcome of a purchase: in custody, or under review. */
export function BoughtSheet({ order, mode, onClose }: BoughtSheetProps) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const navigation = useNavigation();
  const isPending = order.status === 'pending_review';
  const asset = shownAsset(order.asset, mode);
  return (
    <Sheet
      isOpen
      title={t(isPending ? 'buy.pending' : 'buy.accepted')}
      onClose={onClose}
      footer={
        <Stack gap={2}>
          <Button
            isBlock
            onClick={() => navigation.navigate('/pages/InterestTreasure/order', { status: order.status, id: order.id })}
          >
            {t('buy.seeOrder')}
          </Button>
          <Button isBlock variant="secondary" onClick={onClose}>
            {t('buy.done')}
          </Button>
        </Stack>
      }
    >
      <Stack gap={3}>
        <Notice tone={isPending ? 'info' : 'success'}>{t(isPending ? 'buy.pendingText' : 'buy.acceptedText')}</Notice>
        <KeyValueList
          items={[
            { key: 'amount', label: t('order.bought'), value: `${format.figure(order.amount)} ${asset}`, isStrong: true },
            { key: 'expected', label: t('order.expected'), value: `${format.figure(order.expectedIncome)} ${asset}` },
            ...(order.startsAtMs === null
              ? []
              : [{ key: 'starts', label: t('order.starts'), value: format.dateTime(order.startsAtMs) }]),
            ...(order.endsAtMs === null ? [] : [{ key: 'ends', label: t('order.ends'), value: format.dateTime(order.endsAtMs) }]),
            { key: 'number', label: t('order.number'), value: order.orderNumber },
          ]}
        />
      </Stack>
    </Sheet>
  );
}
