import type { SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useNavigation } from '@tessera/shared/react';
import { AssetIcon, dataOf, ScrollArea, SectionHeading, Skeleton, type Loadable } from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import { byMove, ranked } from '../../components/ranking';
import { SymbolName } from '../../components/SymbolName';
import type { Market } from '../../components/useMarket';
import styles from './Home.module.css';

const shownMoves = 6;

/** Prices side by side, before anybody scrolls: the favourites, or what moved most for who has none. */
export function MarketStrip({
  market,
  favourites,
}: {
  readonly market: Loadable<Market>;
  readonly favourites: readonly string[];
}) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const known = dataOf(market);
  // Without a market the rankings say what is wrong.
  if (known === undefined) return market.state === 'loading' ? <Skeleton shape="block" height={142} /> : null;
  const chosen: readonly SymbolInfo[] = favourites.flatMap((symbol) => known.bySymbol.get(symbol) ?? []);
  const shown = chosen.length > 0 ? chosen : ranked(known.symbols, known.snapshot, byMove).slice(0, shownMoves);
  if (shown.length === 0) return null;
  const title = t(chosen.length > 0 ? 'favourites.title' : 'home.moves');
  return (
    <section>
      <SectionHeading>{title}</SectionHeading>
      <ScrollArea label={title} axis="x" className={styles.strip}>
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
