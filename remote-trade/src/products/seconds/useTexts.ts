import { shownAsset, type SecondsOrder } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';

/** The words of an order that several pages say. */
export function useOrderTexts() {
  const { t } = useTranslation('trade');
  const { t: tCommon } = useTranslation('common');
  const format = useFormat();
  return {
    direction: ({ direction }: Pick<SecondsOrder, 'direction'>) => tCommon(`direction.${direction}`),
    duration: (seconds: number) =>
      seconds < 60 || seconds % 60 !== 0
        ? t('ticket.durationSeconds', { seconds })
        : t('ticket.durationMinutes', { minutes: seconds / 60 }),
    outcome: ({ outcome }: Pick<SecondsOrder, 'outcome'>) => (outcome === null ? '' : t(`outcome.${outcome}`)),
    asset: ({ asset, mode }: Pick<SecondsOrder, 'asset' | 'mode'>) => shownAsset(asset, mode),
    announcement: (order: SecondsOrder) =>
      order.outcome === null
        ? ''
        : t('result.announced', {
            symbol: order.symbol,
            direction: tCommon(`direction.${order.direction}`),
            outcome: t(`outcome.${order.outcome}`),
            amount: format.figure(order.profit ?? '0', { leastScale: 2, sign: 'always' }),
            asset: shownAsset(order.asset, order.mode),
          }),
  };
}
