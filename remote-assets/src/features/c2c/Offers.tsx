/** What can be bought now, the best price first, and below it one's own orders. */
import { useDeferredValue, useState } from 'react';
import type { C2cOffer } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import {
  AmountField,
  Button,
  Card,
  EmptyState,
  LoadablePanel,
  Notice,
  SectionHeading,
  SelectField,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import styles from './C2c.module.css';
import { OwnOrders } from './OwnOrders';

const scale = 6;
const refetchEveryMs = 20_000;

export function Offers({ asset }: { readonly asset: string }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const navigation = useNavigation();
  const { isSignedIn, mode } = useSessionState();
  const [typed, setTyped] = useState('');
  const [currency, setCurrency] = useState('');
  const parsed = format.parseTyped(useDeferredValue(typed), scale);
  const amount = parsed.ok && /[1-9]/.test(parsed.value) ? parsed.value : undefined;
  const asked = { asset, ...(currency === '' ? {} : { currency }), ...(amount === undefined ? {} : { amount }) };
  const { loadable, refetch } = useEndpoint('c2cOffers', asked, {
    isEnabled: isSignedIn && mode === 'real',
    freshMs: 0,
    refetchEveryMs,
  });
  return (
    <Stack gap={6}>
      <Stack gap={4}>
        <AmountField label={t('wanted')} name="wanted" value={typed} onChange={setTyped} unit={asset} scale={scale} />
        <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
          {({ items, currencies, slowedUntilMs }) => (
            <Stack gap={4}>
              {(currencies.length > 1 || currency !== '') && (
                <SelectField
                  label={t('currency')}
                  value={currency}
                  onChange={setCurrency}
                  options={[{ value: '', label: t('allCurrencies') }, ...currencies.map((one) => ({ value: one, label: one }))]}
                />
              )}
              {slowedUntilMs !== null && <Notice tone="warning">{t('slowed', { time: format.dateTime(slowedUntilMs) })}</Notice>}
              {items.length === 0 ? (
                <EmptyState title={t('none')} detail={t('noneHint')} />
              ) : (
                <ul className={styles.offers} aria-label={t('offers')}>
                  {items.map((offer) => (
                    <li key={offer.id}>
                      <OfferCard
                        offer={offer}
                        isDisabled={slowedUntilMs !== null}
                        onBuy={() =>
                          navigation.navigate('/pages/assets/c2c', {
                            asset,
                            offer: offer.id,
                            ...(amount === undefined ? {} : { amount }),
                          })
                        }
                      />
                    </li>
                  ))}
                </ul>
              )}
            </Stack>
          )}
        </LoadablePanel>
      </Stack>
      <Stack gap={3}>
        <SectionHeading>{t('orders')}</SectionHeading>
        <OwnOrders />
      </Stack>
    </Stack>
  );
}

function OfferCard({
  offer,
  isDisabled,
  onBuy,
}: {
  readonly offer: C2cOffer;
  readonly isDisabled: boolean;
  readonly onBuy: () => void;
}) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { merchant, asset, currency, price, min, max, ways } = offer;
  return (
    <Card>
      <Stack gap={3}>
        <div className={styles.offerHead}>
          <strong className={styles.merchant}>{merchant.name}</strong>
          <span className={styles.soft}>
            {merchant.completionRate === null
              ? t('noOrders')
              : `${t('completed', { count: merchant.completed, shown: format.figure(String(merchant.completed)) })} · ${format.rate(merchant.completionRate, { scale: 1 })}`}
          </span>
        </div>
        <div className={styles.price}>
          <strong>{format.figure(price, { leastScale: 2 })}</strong> {currency}
          <span className={styles.soft}>{t('per', { asset })}</span>
        </div>
        <div className={styles.soft}>
          <div>{t('bounds', { min: format.figure(min), max: format.figure(max), asset })}</div>
          <div>{ways.map(({ name }) => name).join(' · ')}</div>
        </div>
        <Button isBlock disabled={isDisabled} onClick={onBuy} aria-label={t('buyOf', { asset, merchant: merchant.name })}>
          {t('buy', { asset })}
        </Button>
      </Stack>
    </Card>
  );
}
