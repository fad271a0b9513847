import { useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock } from '@tessera/shared/react';
import { AmountText, Badge, KeyValueList, Notice, Tabs, type KeyValue } from '@tessera/shared/ui';
import styles from './Chart.module.css';

type InfoTab = 'spec' | 'sessions';

/** What is traded here and when. Crypto never closes: it has no sessions. */
export function MarketInfo({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const [tab, setTab] = useState<InfoTab>('spec');
  const hasSessions = info.assetClass !== 'crypto';
  const tabs = [
    { id: 'spec' as const, label: t(hasSessions ? 'info.spec' : 'info.title') },
    ...(hasSessions ? [{ id: 'sessions' as const, label: t('info.sessions') }] : []),
  ];
  const shown = hasSessions ? tab : 'spec';
  return (
    <section className={styles.info} aria-label={t('info.title')}>
      <Tabs label={t('info.title')} tabs={tabs} selected={shown} onSelect={setTab}>
        <div className={styles.infoBody}>{shown === 'spec' ? <Specification info={info} /> : <Sessions info={info} />}</div>
      </Tabs>
    </section>
  );
}

function Specification({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const items: KeyValue[] = [
    { key: 'class', label: t('info.class'), value: t(`common:market.${info.assetClass}`) },
    { key: 'pair', label: t('info.pair'), value: t('info.pairValue', { base: info.base, quote: info.quote }) },
    { key: 'tick', label: t('info.tickSize'), value: <AmountText amount={info.tickSize} asset={info.quote} /> },
    ...(info.assetClass === 'crypto' ? [] : [{ key: 'pip', label: t('info.pipSize'), value: <AmountText amount={info.pipSize} asset={info.quote} /> }]),
    { key: 'contract', label: t('info.contractSize'), value: <AmountText amount={info.contractSize} asset={info.base} /> },
    { key: 'lots', label: t('info.lots'), value: <><AmountText amount={info.lotMin} /> – <AmountText amount={info.lotMax} /></>, detail: <>{t('info.lotStep')} <AmountText amount={info.lotStep} /></> },
    ...(['seconds', 'spot', 'leverage'] as const).map((product) => ({
      key: product,
      label: t(`product.${product}`),
      value: <Badge tone={info.products[product] ? 'success' : 'neutral'}>{t(info.products[product] ? 'info.open' : 'info.notOpen')}</Badge>,
    })),
  ];
  return (
    <>
      <KeyValueList items={items} />
      {info.isVolumeModelled && <Notice>{t('info.volumeModelled')}</Notice>}
    </>
  );
}

function Sessions({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  const clock = useClock();
  const { state, nextChangeAtMs } = info.market;
  const items: KeyValue[] = [
    { key: 'now', label: t('info.now'), value: <Badge tone={state === 'trading' ? 'success' : state === 'closing' ? 'warning' : 'neutral'}>{t(`common:market.${state}`)}</Badge> },
    ...(nextChangeAtMs === null
      ? []
      : [{
          key: 'next',
          label: t(state === 'closed' ? 'info.opens' : 'info.closes'),
          value: format.dateTime(nextChangeAtMs),
          detail: format.relative(nextChangeAtMs, clock.now()),
        }]),
  ];
  return (
    <>
      <KeyValueList items={items} />
      <Notice>{t('info.sessionsNotice')}</Notice>
    </>
  );
}
