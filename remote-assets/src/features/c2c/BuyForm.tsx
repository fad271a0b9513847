/** One offer: how much, by which way, what it costs. The server freezes the price when the order is placed. */
import { useState } from 'react';
import { ReviewSheet, useMoneyAction, useResumedAction } from '@tessera/shared/actions';
import type { C2cOffer } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { amount, compare, fiatOf, fiatText, isPositive, rate, toText, type Amount } from '@tessera/shared/money';
import { OnlineButton, useDialogs, useEndpoint, useNavigation, useRefresh, useSessionState } from '@tessera/shared/react';
import {
  AmountField,
  Card,
  EmptyState,
  KeyValueList,
  LoadablePanel,
  Notice,
  SelectField,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { MoneyActionNotice } from '../../components/MoneyActionNotice';
import { useFiat } from './useFiat';
import { useOrderAdapter } from './useOrderAdapter';

const scale = 6;

interface BuyFormProps {
  readonly offerId: string;
  readonly asset: string;
  /** As decimal text; empty: not said yet. */
  readonly wanted: string;
}

export function BuyForm({ offerId, asset, wanted }: BuyFormProps) {
  const { t } = useTranslation('c2c');
  const { isSignedIn, mode } = useSessionState();
  const { loadable, refetch } = useEndpoint('c2cOffers', { asset }, { isEnabled: isSignedIn && mode === 'real', freshMs: 0 });
  return (
    <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={5} />}>
      {({ items, turnoverFactor }) => {
        const offer = items.find(({ id }) => id === offerId);
        return offer === undefined ? (
          <EmptyState title={t('gone')} detail={t('noneHint')} />
        ) : (
          <OfferForm offer={offer} turnoverFactor={turnoverFactor} wanted={wanted} />
        );
      }}
    </LoadablePanel>
  );
}

const problemOf = (sum: Amount | undefined, { min, max }: C2cOffer): 'missing' | 'below' | 'above' | undefined => {
  if (sum === undefined || !isPositive(sum)) return 'missing';
  if (compare(sum, amount(min)) < 0) return 'below';
  return compare(sum, amount(max)) > 0 ? 'above' : undefined;
};

function OfferForm({
  offer,
  turnoverFactor,
  wanted,
}: {
  readonly offer: C2cOffer;
  readonly turnoverFactor: string;
  readonly wanted: string;
}) {
  const { t } = useTranslation('c2c');
  const { t: tTopUp } = useTranslation('topup');
  const format = useFormat();
  const fiat = useFiat();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const refresh = useRefresh();
  const [typed, setTyped] = useState(wanted === '' ? '' : format.forInput(wanted));
  const [wayId, setWayId] = useState(offer.ways[0]?.id ?? '');
  const adapter = useOrderAdapter();
  useResumedAction(adapter);
  const order = useMoneyAction(adapter, {
    guard: t('placing'),
    onAccepted({ id }) {
      order.close();
      refresh('c2cOrders', 'c2cOffers');
      dialogs.toast(t('placed', { number: id }), { tone: 'success' });
      navigation.redirect('/pages/assets/c2c', { id });
    },
  });
  const { action, isUnderWay } = order;
  const { asset, currency, price, min, max, merchant, minutes, ways } = offer;
  const parsed = format.parseTyped(typed, scale);
  const sum = parsed.ok ? amount(parsed.value) : undefined;
  const problem = problemOf(sum, offer);
  const bounds = { min: format.figure(min), max: format.figure(max), asset };
  const problemText = problem === undefined ? undefined : t(`problem.${problem}`, bounds);
  const costs =
    sum === undefined || problem !== undefined ? undefined : fiat(fiatText(fiatOf(sum, price, currency), currency), currency);
  const turnover = isPositive(rate(turnoverFactor)) ? tTopUp('turnover', { factor: format.figure(turnoverFactor) }) : undefined;
  const way = ways.find(({ id }) => id === wayId) ?? ways[0];
  const sums = [
    { key: 'get', label: t('youGet'), value: `${format.figure(sum ?? '0')} ${asset}` },
    { key: 'price', label: t('price'), value: `${format.figure(price, { leastScale: 2 })} ${currency}` },
    { key: 'pay', label: t('youPay'), value: costs ?? '–', isStrong: true },
  ];
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (sum === undefined || problem !== undefined || isUnderWay || way === undefined) return;
        order.ask({ offerId: offer.id, version: offer.version, wayId: way.id, amount: toText(sum) }, { terms: undefined });
      }}
    >
      <Stack gap={4}>
        <Notice tone="warning">{t('ownName')}</Notice>
        <AmountField
          label={t('amount')}
          name="amount"
          value={typed}
          onChange={setTyped}
          unit={asset}
          scale={scale}
          disabled={isUnderWay}
          hint={t('bounds', bounds)}
          problem={problem === 'below' || problem === 'above' ? problemText : undefined}
        />
        <SelectField
          label={t('way')}
          value={way?.id ?? ''}
          onChange={setWayId}
          options={ways.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Card tone="sunken">
          <KeyValueList
            items={[
              { key: 'merchant', label: t('merchant'), value: merchant.name },
              ...sums,
              { key: 'time', label: t('time'), value: t('minutes', { minutes: format.figure(String(minutes)) }) },
            ]}
          />
        </Card>
        <Notice>{t('noFee')}</Notice>
        {turnover !== undefined && <Notice>{turnover}</Notice>}
        <MoneyActionNotice action={action} unknown={t('unknown')} />
        <OnlineButton type="submit" size="lg" isBlock isBusy={isUnderWay} disabled={problem !== undefined}>
          {problemText ?? t('submit')}
        </OnlineButton>
      </Stack>
      <ReviewSheet
        handle={order}
        title={t('review')}
        rows={[
          { key: 'merchant', label: t('merchant'), value: merchant.name },
          ...sums,
          { key: 'way', label: t('way'), value: way?.name ?? '' },
        ]}
        note={
          <>
            <p>{t('ownName')}</p>
            {turnover !== undefined && <p>{turnover}</p>}
          </>
        }
        unknown={t('unknown')}
        confirm={t('confirm')}
      />
    </form>
  );
}
