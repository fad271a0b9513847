/** What is traded here, and on which terms. Terms of leverage are a signed-in person's; those of spot are for everybody. */
import type { LeverageTerms, SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useFormat, type Format } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useSession, useSessionState } from '@tessera/shared/react';
import {
  AmountText,
  Badge,
  Button,
  KeyValueList,
  LoadablePanel,
  Notice,
  SectionHeading,
  SkeletonRows,
  type KeyValue,
} from '@tessera/shared/ui';
import { products } from './chartSettings';

export function Specification({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const items: KeyValue[] = [
    { key: 'class', label: t('info.class'), value: t(`common:market.${info.assetClass}`) },
    { key: 'pair', label: t('info.pair'), value: t('info.pairValue', { base: info.base, quote: info.quote }) },
    { key: 'tick', label: t('info.tickSize'), value: <AmountText amount={info.tickSize} asset={info.quote} /> },
    ...(info.assetClass === 'crypto'
      ? []
      : [{ key: 'pip', label: t('info.pipSize'), value: <AmountText amount={info.pipSize} asset={info.quote} /> }]),
    { key: 'contract', label: t('info.contractSize'), value: <AmountText amount={info.contractSize} asset={info.base} /> },
    ...products
      .filter((product) => product !== 'spot' || info.assetClass === 'crypto')
      .map((product) => ({
        key: product,
        label: t(`product.${product}`),
        value: (
          <Badge tone={info.products[product] ? 'success' : 'neutral'}>
            {t(info.products[product] ? 'info.open' : 'info.notOpen')}
          </Badge>
        ),
      })),
  ];
  return (
    <>
      <KeyValueList items={items} />
      {info.products.leverage && <LeverageSection info={info} />}
      {info.products.spot && <SpotSection info={info} />}
      {info.isVolumeModelled && <Notice>{t('info.volumeModelled')}</Notice>}
    </>
  );
}

function LeverageSection({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const { loadable, refetch } = useEndpoint('leverageTerms', { symbol: info.symbol }, { isEnabled: isSignedIn });
  return (
    <section aria-label={t('product.leverage')}>
      <SectionHeading>{t('product.leverage')}</SectionHeading>
      {isSignedIn ? (
        <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
          {(terms) => <KeyValueList items={leverageItems(terms, info, t, format)} />}
        </LoadablePanel>
      ) : (
        <Notice
          action={
            <Button size="sm" onClick={() => session.requestLogin()}>
              {t('home.signIn')}
            </Button>
          }
        >
          {t('terms.signIn')}
        </Notice>
      )}
    </section>
  );
}

function SpotSection({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { loadable, refetch } = useEndpoint('spotTerms', { symbol: info.symbol });
  return (
    <section aria-label={t('product.spot')}>
      <SectionHeading>{t('product.spot')}</SectionHeading>
      <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={4} />}>
        {(terms) => <KeyValueList items={spotItems(terms, info, t, format)} />}
      </LoadablePanel>
    </section>
  );
}

type Translate = ReturnType<typeof useTranslation<'market'>>['t'];
const share = (format: Format, rate: string) => format.rate(rate, { scale: 3 });

function leverageItems(terms: LeverageTerms, info: SymbolInfo, t: Translate, format: Format): KeyValue[] {
  const swap = (points: string) =>
    terms.swapMode === 'rate' ? share(format, points) : t('terms.points', { points: format.figure(points, { sign: 'always' }) });
  const isIsolated = terms.marginMode === 'isolated';
  return [
    {
      key: 'mode',
      label: t('terms.marginMode'),
      value: t(`terms.mode.${terms.marginMode}`),
      detail: t(`terms.modeDetail.${terms.marginMode}`),
    },
    {
      key: 'leverage',
      label: t('terms.leverages'),
      value: terms.leverages.map((leverage) => t('terms.times', { leverage })).join(' · '),
    },
    {
      key: 'lots',
      label: t('info.lots'),
      value: (
        <>
          <AmountText amount={terms.lotMin} /> – <AmountText amount={terms.lotMax} />
        </>
      ),
      detail: (
        <>
          {t('info.lotStep')} <AmountText amount={terms.lotStep} />
        </>
      ),
    },
    { key: 'fee', label: t('terms.fee'), value: share(format, terms.feeRate), detail: t('terms.feeDetail') },
    {
      key: 'spread',
      label: t('terms.spread'),
      value: (
        <>
          <AmountText amount={terms.spreadBelow} /> / <AmountText amount={terms.spreadAbove} asset={info.quote} />
        </>
      ),
    },
    isIsolated
      ? { key: 'maintenance', label: t('terms.maintenance'), value: share(format, terms.maintenanceRate) }
      : {
          key: 'levels',
          label: t('terms.levels'),
          value: `${format.rate(terms.marginCallLevel, { scale: 0 })} / ${format.rate(terms.stopOutLevel, { scale: 0 })}`,
        },
    {
      key: 'swap',
      label: t('terms.swap'),
      value: `${swap(terms.swapLong)} / ${swap(terms.swapShort)}`,
      detail: t('terms.swapDetail', { time: minuteText(terms.rolloverMinute) }),
    },
  ];
}

const minuteText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function spotItems(terms: SpotTerms, info: SymbolInfo, t: Translate, format: Format): KeyValue[] {
  return [
    {
      key: 'quantity',
      label: t('terms.quantity'),
      value: (
        <>
          <AmountText amount={terms.quantityMin} /> – <AmountText amount={terms.quantityMax} asset={info.base} />
        </>
      ),
      detail: (
        <>
          {t('info.lotStep')} <AmountText amount={terms.quantityStep} />
        </>
      ),
    },
    { key: 'total', label: t('terms.totalMin'), value: <AmountText amount={terms.totalMin} asset={info.quote} /> },
    { key: 'fee', label: t('terms.fee'), value: share(format, terms.feeRate) },
    {
      key: 'band',
      label: t('terms.priceBand'),
      value: format.rate(terms.priceBand, { scale: 1 }),
      detail: t('terms.priceBandDetail'),
    },
    {
      key: 'slippage',
      label: t('terms.slippage'),
      value: format.rate(terms.slippageCap, { scale: 2 }),
      detail: t('terms.slippageDetail'),
    },
  ];
}
