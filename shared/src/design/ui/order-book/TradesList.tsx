/** The latest trades of a symbol, newest first. The side is a word and an arrow before it is a colour. */
import { memo } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import type { BookFrame, PublicTrade } from '../../../domain/contract';
import { ArrowDownRight, ArrowUpRight, History } from '../icons';
import { EmptyState } from '../state/EmptyState';
import { dataOf, type Loadable } from '../state/Loadable';
import { LoadablePanel } from '../state/LoadablePanel';
import { Skeleton } from '../state/Skeleton';
import { BookNote } from './BookNote';
import { quantityScaleOf, rowHeightPx } from './bookRows';
import styles from './OrderBook.module.css';

export interface TradesListProps {
  /** From useBook(symbol): the trades are the book's. */
  readonly book: Loadable<BookFrame>;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of a price. */
  readonly digits: number;
  /** Decimals of a quantity; without it, as many as the trades have. */
  readonly quantityScale?: number | undefined;
  /** At most. Default 20; the list keeps the height of so many. */
  readonly count?: number | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export function TradesList({ book, symbol, base, quote, digits, quantityScale, count = 20, onRetry }: TradesListProps) {
  const { t } = useTranslation('common');
  const data = dataOf(book);
  const shown: Loadable<BookFrame> = data === undefined ? book : { state: 'ready', data };
  return (
    <section
      aria-label={t('book.trades.name', { symbol })}
      className={styles.book}
      data-old={book.state === 'stale' || book.state === 'failed' || undefined}
    >
      <div className={styles.body} style={{ minHeight: `${((count + 1) * rowHeightPx) / 16}rem` }}>
        <LoadablePanel
          loadable={shown}
          onRetry={onRetry}
          skeleton={
            <div aria-hidden>
              {Array.from({ length: count + 1 }, (_, index) => (
                <div key={index} className={styles.trade}>
                  <Skeleton width={48} />
                  <Skeleton width={40} />
                  <Skeleton width={56} />
                  <Skeleton width={40} />
                </div>
              ))}
            </div>
          }
          isEmpty={({ trades }) => trades.length === 0}
          empty={<EmptyState icon={History} title={t('book.trades.empty')} detail={t('book.trades.emptyDetail')} />}
        >
          {({ trades }) => {
            const newest = trades.slice(0, count);
            const scale = quantityScale ?? quantityScaleOf(newest.map((trade) => trade.quantity));
            return (
              <div role="table" aria-label={t('book.trades.name', { symbol })}>
                <div role="row" className={styles.tradeHeads}>
                  <span role="columnheader">{t('book.trades.time')}</span>
                  <span role="columnheader">{t('book.trades.side')}</span>
                  <span role="columnheader">
                    {t('book.price')} <small>{quote}</small>
                  </span>
                  <span role="columnheader">
                    {t('book.quantity')} <small>{base}</small>
                  </span>
                </div>
                {newest.map((trade) => (
                  <TradeRow key={trade.seq} trade={trade} digits={digits} quantityScale={scale} />
                ))}
              </div>
            );
          }}
        </LoadablePanel>
      </div>
      <BookNote loadable={book} isModelled={data?.isModelled === true} about="trades" onRetry={onRetry} />
    </section>
  );
}

const TradeRow = memo(
  function TradeRow({
    trade,
    digits,
    quantityScale,
  }: {
    readonly trade: PublicTrade;
    readonly digits: number;
    readonly quantityScale: number;
  }) {
    const { t } = useTranslation('common');
    const format = useFormat();
    const Arrow = trade.side === 'buy' ? ArrowUpRight : ArrowDownRight;
    return (
      <div role="row" className={styles.trade} data-side={trade.side}>
        <span role="cell" className={styles.tradeTime}>
          {format.time(trade.atMs)}
        </span>
        <span role="cell" className={styles.tradeSide}>
          <Arrow aria-hidden size={12} />
          <span>{t(`book.trades.${trade.side}`)}</span>
        </span>
        <span role="cell" className={styles.tradePrice}>
          {format.figure(trade.price, { scale: digits })}
        </span>
        <span role="cell" className={styles.levelQuantity}>
          {format.figure(trade.quantity, { scale: quantityScale })}
        </span>
      </div>
    );
  },
  (a, b) => a.trade.seq === b.trade.seq && a.digits === b.digits && a.quantityScale === b.quantityScale,
);
