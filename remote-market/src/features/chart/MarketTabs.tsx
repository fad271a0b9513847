import { useState } from 'react';
import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { Tabs } from '@tessera/shared/ui';
import { BookTab } from './BookTab';
import styles from './Chart.module.css';
import { TradingHours } from './TradingHours';
import { Specification } from './Specification';

type Tab = 'book' | 'trades' | 'info' | 'sessions';
/** Crypto never closes; forex and metals have no book. */
const tabsOf = ({ assetClass }: SymbolInfo): readonly Tab[] =>
  assetClass === 'crypto' ? ['book', 'trades', 'info'] : ['info', 'sessions'];

/** Below the chart: the book and the trades of a crypto market, what is traded, and when. */
export function MarketTabs({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation('market');
  const [chosen, setChosen] = useState<Tab>();
  const tabs = tabsOf(info);
  const tab = tabs.find((one) => one === chosen) ?? tabs[0] ?? 'info';
  const labels: Readonly<Record<Tab, string>> = {
    book: t('info.book'),
    trades: t('info.trades'),
    info: t(info.assetClass === 'crypto' ? 'info.title' : 'info.spec'),
    sessions: t('info.sessions'),
  };
  return (
    <section className={styles.info} aria-label={t('info.about')}>
      <Tabs label={t('info.about')} tabs={tabs.map((id) => ({ id, label: labels[id] }))} selected={tab} onSelect={setChosen}>
        <div className={styles.infoBody}>
          {(tab === 'book' || tab === 'trades') && <BookTab info={info} part={tab} />}
          {tab === 'info' && <Specification info={info} />}
          {tab === 'sessions' && <TradingHours info={info} />}
        </div>
      </Tabs>
    </section>
  );
}
