/**
 * A market in a list. Price and change are live and write themselves without rendering the row; because a row subscribes
 * only while it is drawn, a virtual list subscribes to what is in sight and to nothing else.
 */
import { memo } from 'react';
import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { useFormat, type Format } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { LiveChange, LivePrice, useClock, useMarketState } from '@tessera/shared/react';
import { AssetIcon, IconButton, Star } from '@tessera/shared/ui';
import styles from './MarketRow.module.css';
import { StateBadge } from './StateBadge';
import { SymbolName } from './SymbolName';

export interface MarketRowProps {
  readonly info: SymbolInfo;
  /** The newest known quote, renewed once a second: volume and the last close. */
  readonly quote: Quote | undefined;
  /** In dollars, as text. Absent: not known. */
  readonly turnover: string | undefined;
  /** 1, 2, 3 … in a ranking. */
  readonly rank?: number | undefined;
  readonly isFavourite?: boolean | undefined;
  readonly onOpen: (info: SymbolInfo) => void;
  /** Without it the row has no star. */
  readonly onToggleFavourite?: ((symbol: string) => void) | undefined;
}

/** At letters of the usual size, as in MarketRow.module.css. */
export const marketRowHeight = 60;

export const MarketRow = memo(function MarketRow({
  info,
  quote,
  turnover,
  rank,
  isFavourite = false,
  onOpen,
  onToggleFavourite,
}: MarketRowProps) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const clock = useClock();
  const { symbol, digits } = info;
  const state = useMarketState(info, quote?.state);
  const isClosed = state === 'closed';
  const name = symbol.replace('-', '/');
  return (
    <div className={styles.row} data-has-star={onToggleFavourite !== undefined || undefined}>
      <button type="button" className={styles.main} onClick={() => onOpen(info)}>
        {rank !== undefined && <span className={styles.rank}>{rank}</span>}
        <AssetIcon of={symbol} />
        <span className={styles.texts}>
          <SymbolName of={symbol} />
          <span className={styles.detail}>
            <StateBadge state={state} />
            {isClosed && quote !== undefined && <span>{lastCloseText(quote.atMs, clock.now(), format)}</span>}
            {!isClosed && turnover !== undefined && t('row.turnover', { amount: format.compact(turnover) })}
          </span>
        </span>
        <span className={styles.figures}>
          <LivePrice
            symbol={symbol}
            digits={digits}
            size="md"
            staleAfterMs={info.staleAfterMs}
            showsAge={false}
            snapshot={quote}
          />
          <span className={styles.change}>
            <LiveChange symbol={symbol} variant="pill" snapshot={quote} />
          </span>
        </span>
      </button>
      {onToggleFavourite !== undefined && (
        <IconButton
          className={styles.star}
          label={t(isFavourite ? 'favourites.remove' : 'favourites.add', { symbol: name })}
          icon={Star}
          iconSize={18}
          isPressed={isFavourite}
          onClick={() => onToggleFavourite(symbol)}
        />
      )}
    </div>
  );
});

const weekMs = 7 * 86_400_000;

/** "Fri 22:59": short enough for a small phone. Only after a week's closure it takes a date. */
const lastCloseText = (atMs: number, nowMs: number, format: Format): string =>
  nowMs - atMs < weekMs ? format.weekTime(atMs) : format.date(atMs);
