/** One exchange that was made: what was given and received, at which rate, and the way to its check. */
import { shownAsset, type AccountMode, type FlashOrder } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, KeyValueList, Sheet, Stack } from '@tessera/shared/ui';
import { useRateText } from './RateLine';

interface FlashSheetProps {
  readonly order: FlashOrder;
  readonly mode: AccountMode;
  readonly title: string;
  readonly onClose: () => void;
}

export function FlashSheet({ order, mode, title, onClose }: FlashSheetProps) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  const navigation = useNavigation();
  const rateText = useRateText(mode);
  const figure = (sum: string, asset: string): string => `${format.figure(sum)} ${shownAsset(asset, mode)}`;
  return (
    <Sheet
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Stack gap={2}>
          <Button isBlock onClick={onClose}>
            {t('done.close')}
          </Button>
          <Button
            isBlock
            variant="secondary"
            onClick={() => navigation.navigate('/pages/contract/proof', { product: 'flash', deal: order.id })}
          >
            {t('done.check')}
          </Button>
        </Stack>
      }
    >
      <KeyValueList
        items={[
          { key: 'given', label: t('sum.given'), value: figure(order.given, order.from) },
          { key: 'received', label: t('sum.received'), value: figure(order.received, order.to), isStrong: true },
          { key: 'rate', label: t('sum.rate'), value: rateText(order) },
          { key: 'fee', label: t('sum.fee'), value: figure(order.fee, order.to) },
          { key: 'time', label: t('sum.time'), value: format.dateTime(order.atMs) },
          { key: 'number', label: t('sum.number'), value: order.id },
        ]}
      />
    </Sheet>
  );
}
