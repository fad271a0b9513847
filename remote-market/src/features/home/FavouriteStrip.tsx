import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useNavigation } from '@tessera/shared/react';
import { AssetIcon, dataOf, ScrollArea, SectionHeading, type Loadable } from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import { SymbolName } from '../../components/SymbolName';
import type { Market } from '../../components/useMarket';
import styles from './Home.module.css';

/** Favourites side by side. Nothing is shown before there are any: the rankings below say the rest. */
export function FavouriteStrip({
  market,
  favourites,
}: {
  readonly market: Loadable<Market>;
  readonly favourites: readonly string[];
}) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const known = dataOf(market);
  const shown: readonly SymbolInfo[] = favourites.flatMap((symbol) => known?.bySymbol.get(symbol) ?? []);
  if (known === undefined || shown.length === 0) return null;
  return (
    <section>
      <SectionHeading>{t('favourites.title')}</SectionHeading>
      <ScrollArea label={t('favourites.title')} axis="x" className={styles.strip}>
        {shown.map((info) => {
          const snapshot = known.snapshot.get(info.symbol);
          return (
            <button key={info.symbol} type="button" className={styles.card} onClick={() => openChart(navigation, info)}>
              <span className={styles.cardName}>
                <AssetIcon of={info.symbol} size={22} />
                <SymbolName of={info.symbol} />
              </span>
              <LivePrice
                symbol={info.symbol}
                digits={info.digits}
                size="lg"
                staleAfterMs={info.staleAfterMs}
                showsAge={false}
                snapshot={snapshot}
              />
              <LiveChange symbol={info.symbol} snapshot={snapshot} />
            </button>
          );
        })}
      </ScrollArea>
    </section>
  );
}
