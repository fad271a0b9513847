/**
 * The order book of a symbol. `compact` stands beside the spot ticket: asks above, bids below, the last price between them,
 * and a tap on a level hands its price on. `full` stands on the chart page: bids and asks side by side.
 * Every state has the same height, so that nothing around it moves.
 */
import { useTranslation } from '@tessera/shared/kernel';
import type { BookFrame } from '../../../domain/contract';
import { BookOpen } from '../icons';
import { EmptyState } from '../state/EmptyState';
import { dataOf, type Loadable } from '../state/Loadable';
import { LoadablePanel } from '../state/LoadablePanel';
import { BookNote } from './BookNote';
import { BookSkeleton } from './BookSkeleton';
import { rowHeightPx } from './bookRows';
import { CompactBook } from './CompactBook';
import { FullBook } from './FullBook';
import styles from './OrderBook.module.css';
import type { OrderBookProps } from './OrderBookProps';

export function OrderBook(props: OrderBookProps) {
  const { book, symbol, onRetry, variant, levels = variant === 'compact' ? 7 : 15 } = props;
  const { t } = useTranslation('common');
  const data = dataOf(book);
  // What is known stays in its place when it is old; the note under it says so.
  const shown: Loadable<BookFrame> = data === undefined ? book : { state: 'ready', data };
  return (
    <section
      aria-label={t('book.name', { symbol })}
      className={styles.book}
      data-variant={variant}
      data-old={book.state === 'stale' || book.state === 'failed' || undefined}
    >
      <div className={styles.body} style={{ minHeight: `${bodyHeight(variant, levels) / 16}rem` }}>
        <LoadablePanel
          loadable={shown}
          onRetry={onRetry}
          skeleton={<BookSkeleton variant={variant} levels={levels} />}
          isEmpty={({ bids, asks }) => bids.length === 0 && asks.length === 0}
          empty={<EmptyState icon={BookOpen} title={t('book.empty')} detail={t('book.emptyDetail')} />}
        >
          {(frame) =>
            props.variant === 'compact' ? (
              <CompactBook key={symbol} {...props} frame={frame} levels={levels} />
            ) : (
              <FullBook {...props} frame={frame} levels={levels} />
            )
          }
        </LoadablePanel>
      </div>
      <BookNote loadable={book} isModelled={data?.isModelled === true} about="book" onRetry={onRetry} />
    </section>
  );
}

const headHeightPx = { compact: 32, full: 24 };
const barHeightPx = 52;
const bodyHeight = (variant: 'compact' | 'full', levels: number): number =>
  headHeightPx[variant] + barHeightPx + (variant === 'compact' ? 2 : 1) * levels * rowHeightPx;
