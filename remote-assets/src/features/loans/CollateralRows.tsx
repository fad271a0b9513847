import { shownAsset, type AccountMode, type CollateralRow } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Card, KeyValueList, Stack } from '@tessera/shared/ui';
import { usePriceText } from './usePriceText';

interface CollateralRowsProps {
  readonly rows: readonly CollateralRow[];
  /** The asset in which values are shown. */
  readonly asset: string;
  readonly mode: AccountMode;
}

/** Each piece of collateral with its price and value. */
export function CollateralRows({ rows, asset, mode }: CollateralRowsProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const priceText = usePriceText();
  return (
    <Stack gap={2}>
      {rows.map(({ kind, asset: of, orderId, amount: sum, weight, price, worth }) => (
        <Card key={`${kind} ${of} ${orderId ?? ''}`} tone="sunken">
          <KeyValueList
            items={[
              {
                key: 'amount',
                label: kind === 'treasure' ? t('collateral.treasureOrder') : shownAsset(of, mode),
                value: `${format.figure(sum)} ${shownAsset(of, mode)}`,
              },
              ...(kind === 'treasure' || of === asset
                ? []
                : [
                    {
                      key: 'price',
                      label: t('loan.price'),
                      value: price === null ? t('loan.noPrice') : priceText.price(price.price, price.symbol),
                      ...(price === null
                        ? {}
                        : {
                            detail: t('loan.tick', {
                              seq: String(price.seq),
                              symbol: price.symbol,
                              time: format.dateTime(price.atMs),
                              mean: priceText.mean(price.mean, price.symbol),
                            }),
                          }),
                    },
                  ]),
              ...(weight === '1'
                ? []
                : [{ key: 'weight', label: t('loan.weight'), value: format.rate(weight, { leastScale: 0 }) }]),
              {
                key: 'worth',
                label: t('loan.worth'),
                value: worth === null ? '–' : `${format.figure(worth, { scale: 2 })} ${shownAsset(asset, mode)}`,
              },
            ]}
          />
        </Card>
      ))}
    </Stack>
  );
}
