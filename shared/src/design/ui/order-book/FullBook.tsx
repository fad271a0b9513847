/** Bids and asks side by side, best on top; the bars grow from the middle with the running sum. */
import { memo, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import type { BookFrame } from '../../../domain/contract';
import { Segmented } from '../choice/Segmented';
import { bookRows, quantityScaleOf, type BookRow } from './bookRows';
import type { FullBookProps } from './OrderBookProps';
import styles from './OrderBook.module.css';

type Measure = 'quantity' | 'sum';

export function FullBook({
  frame,
  symbol,
  base,
  quote,
  digits,
  quantityScale,
  levels,
}: FullBookProps & { readonly frame: BookFrame; readonly levels: number }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [measure, setMeasure] = useState<Measure>('quantity');
  const { bids, asks, spread } = bookRows(frame, levels);
  const scale = quantityScale ?? quantityScaleOf([...bids, ...asks].map((row) => row.quantity));
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.spread}>
          {t('book.spread')} <b>{spread === undefined ? '–' : format.figure(spread, { scale: digits })}</b> <small>{quote}</small>
        </span>
        <Segmented
          size="sm"
          label={t('book.measure')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'quantity', label: t('book.quantity') },
            { value: 'sum', label: t('book.sum') },
          ]}
        />
      </div>
      <div role="table" aria-label={t('book.name', { symbol })} className={styles.table}>
        <div role="row" className={styles.pairHeads}>
          <span role="columnheader">
            {t(`book.${measure}`)} <small>{base}</small>
          </span>
          <span role="columnheader">{t('book.bid')}</span>
          <span role="columnheader">{t('book.ask')}</span>
          <span role="columnheader">
            {t(`book.${measure}`)} <small>{base}</small>
          </span>
        </div>
        {Array.from({ length: levels }, (_, index) => (
          <div role="row" key={index} className={styles.pair}>
            <Half side="bid" row={bids[index]} measure={measure} digits={digits} quantityScale={scale} />
            <Half side="ask" row={asks[index]} measure={measure} digits={digits} quantityScale={scale} />
          </div>
        ))}
      </div>
    </>
  );
}

interface HalfProps {
  readonly side: 'bid' | 'ask';
  readonly row: BookRow | undefined;
  readonly measure: Measure;
  readonly digits: number;
  readonly quantityScale: number;
}

const Half = memo(
  function Half({ side, row, measure, digits, quantityScale }: HalfProps) {
    const format = useFormat();
    const price = (
      <span role="cell" className={styles.levelPrice} data-side={side}>
        {row === undefined ? '' : format.figure(row.price, { scale: digits })}
      </span>
    );
    const quantity = (
      <span role="cell" className={styles.levelQuantity}>
        {row === undefined ? '' : format.figure(row[measure], { scale: quantityScale })}
      </span>
    );
    return (
      <span role="presentation" className={styles.half} data-side={side}>
        <span aria-hidden className={styles.depth} style={{ transform: `scaleX(${row?.share ?? 0})` }} />
        {side === 'bid' ? (
          <>
            {quantity}
            {price}
          </>
        ) : (
          <>
            {price}
            {quantity}
          </>
        )}
      </span>
    );
  },
  (a, b) =>
    a.measure === b.measure &&
    a.digits === b.digits &&
    a.quantityScale === b.quantityScale &&
    a.row?.price === b.row?.price &&
    a.row?.quantity === b.row?.quantity &&
    a.row?.sum === b.row?.sum &&
    a.row?.share === b.row?.share,
);
