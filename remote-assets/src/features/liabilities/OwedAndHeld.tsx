import type { PublishedLiabilities } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, isNegative, isZero, subtract, toText } from '@tessera/shared/money';
import { AmountText, Card, KeyValueList, Notice, SectionHeading, Stack } from '@tessera/shared/ui';

/** Per asset what is owed, what lies in custody as booked, and the difference, also where it is below zero. */
export function OwedAndHeld({ published }: { readonly published: PublishedLiabilities }) {
  const { t } = useTranslation('liabilities');
  const format = useFormat();
  const { day, takenAtMs, persons, sums, payable, reserves } = published;
  const assets = [...new Set([sums, payable, reserves].flatMap((one) => Object.keys(one)))].sort();
  const of = (amounts: Readonly<Record<string, string>>, asset: string) => amount(amounts[asset] ?? '0');
  return (
    <section>
      <SectionHeading>{t('owedAndHeld', { day })}</SectionHeading>
      <Stack gap={3}>
        <Card>
          <KeyValueList
            items={[
              { key: 'taken', label: t('taken'), value: format.dateTime(takenAtMs) },
              { key: 'persons', label: t('persons'), value: format.figure(String(persons)) },
            ]}
          />
        </Card>
        {assets.map((asset) => {
          const [owed, merchants, held] = [of(sums, asset), of(payable, asset), of(reserves, asset)];
          const difference = subtract(subtract(held, owed), merchants);
          return (
            <Card key={asset}>
              <KeyValueList
                items={[
                  { key: 'owed', label: t('owed'), value: <AmountText amount={toText(owed)} asset={asset} /> },
                  ...(isZero(merchants)
                    ? []
                    : [
                        {
                          key: 'merchants',
                          label: t('owedToMerchants'),
                          value: <AmountText amount={toText(merchants)} asset={asset} />,
                        },
                      ]),
                  { key: 'held', label: t('held'), value: <AmountText amount={toText(held)} asset={asset} /> },
                  {
                    key: 'difference',
                    label: isNegative(difference) ? t('missing') : t('left'),
                    value: <AmountText amount={toText(difference)} asset={asset} tone="profit" />,
                    isStrong: true,
                  },
                ]}
              />
            </Card>
          );
        })}
        <Notice>{t('heldHint')}</Notice>
      </Stack>
    </section>
  );
}
