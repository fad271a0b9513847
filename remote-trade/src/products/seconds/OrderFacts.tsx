import type { OrderTick, SecondsOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { AmountText, KeyValueList } from '@tessera/shared/ui';
import { useOrderTexts } from './useTexts';

/** The receipt's figures: both ticks that decided, the one after, and the money. */
export function OrderFacts({ order, digits }: { readonly order: SecondsOrder; readonly digits: number | undefined }) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useOrderTexts();
  const tick = (key: 'entry' | 'exit' | 'next', value: OrderTick | null) => ({
    key,
    label: t(`result.${key}`),
    value: value === null ? t('result.none') : format.figure(value.price, { scale: digits }),
    ...(value === null ? {} : { detail: t('result.tick', { seq: String(value.seq), time: format.timeMs(value.atMs) }) }),
  });
  return (
    <KeyValueList
      items={[
        tick('entry', order.entry),
        tick('exit', order.exit),
        tick('next', order.next),
        {
          key: 'stake',
          label: t('confirm.stake'),
          value: <AmountText amount={order.stake} asset={texts.asset(order)} leastScale={2} />,
        },
        {
          key: 'fee',
          label: t('confirm.fee'),
          value: <AmountText amount={order.fee} asset={texts.asset(order)} leastScale={2} />,
        },
        {
          key: 'returned',
          label: t('result.returned'),
          value: <AmountText amount={order.returned} asset={texts.asset(order)} leastScale={2} />,
          isStrong: true,
        },
      ]}
    />
  );
}
