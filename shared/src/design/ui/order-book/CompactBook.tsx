/** Asks above, bids below, the best of both at the last price between them. */
import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import type { BookFrame } from '../../../domain/contract';
import { ArrowDownRight, ArrowUpRight } from '../icons';
import { bookRows, lastMove, narrowScaleOf } from './bookRows';
import { Ladder } from './Ladder';
import type { CompactBookProps } from './OrderBookProps';
import styles from './OrderBook.module.css';

export function CompactBook({
  frame,
  base,
  quote,
  digits,
  quantityScale,
  onPickPrice,
  lastPrice,
  levels,
}: CompactBookProps & { readonly frame: BookFrame; readonly levels: number }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const { bids, asks } = bookRows(frame, levels);
  // Of the first frame of a symbol: a column that changed its notation from frame to frame could not be read.
  const [roomFor] = useState(() => narrowScaleOf([...bids, ...asks].map((row) => row.quantity)));
  const move = lastMove(frame.trades);
  const last = frame.trades[0]?.price;
  const ladder = { levels, digits, quantityScale: quantityScale ?? roomFor, base, onPickPrice };
  return (
    <>
      <div aria-hidden className={styles.heads}>
        <span>
          {t('book.price')} <small>{quote}</small>
        </span>
        <span>
          {t('book.quantityShort')} <small>{base}</small>
        </span>
      </div>
      <Ladder {...ladder} side="ask" rows={asks} />
      <div className={styles.bar}>
        {lastPrice ?? (
          <span className={styles.last} data-move={move}>
            <span className={styles.spoken}>{t('book.last')} </span>
            {last === undefined ? '–' : format.figure(last, { scale: digits })}
            {move === 'up' && <ArrowUpRight aria-hidden size={16} />}
            {move === 'down' && <ArrowDownRight aria-hidden size={16} />}
          </span>
        )}
      </div>
      <Ladder {...ladder} side="bid" rows={bids} />
    </>
  );
}
