/**
 * One side of the compact book. Where a price can be picked, the side is one control: a list box of 24-pixel levels, with
 * one stop for Tab, arrows between the levels and Enter to pick; a finger needs to meet only the side, and the price
 * field it fills can still be corrected. The book moves under the finger: what is picked is what stood there when it came down.
 */
import { memo, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import type { BookRow } from './bookRows';
import styles from './OrderBook.module.css';

export interface LadderProps {
  readonly side: 'bid' | 'ask';
  /** Best first. */
  readonly rows: readonly BookRow[];
  readonly levels: number;
  readonly digits: number;
  readonly quantityScale: number;
  readonly base: string;
  readonly onPickPrice: ((price: string, side: 'bid' | 'ask') => void) | undefined;
}

export function Ladder({ side, rows, levels, digits, quantityScale, base, onPickPrice }: LadderProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const pressed = useRef<string>(undefined);
  const active = Math.min(chosen, rows.length - 1);
  const label = t(`book.${side === 'ask' ? 'asks' : 'bids'}`);
  // Of the asks the best is the lowest on the screen.
  const places = Array.from({ length: levels }, (_, index) => (side === 'ask' ? levels - 1 - index : index));
  const rowAt = (index: number) => {
    const row = rows[index];
    if (row === undefined) return <div key={index} aria-hidden className={styles.level} />;
    return (
      <Level
        key={index}
        id={`${id}${index}`}
        side={side}
        price={row.price}
        quantity={row.quantity}
        share={row.share}
        digits={digits}
        quantityScale={quantityScale}
        base={base}
        isActive={onPickPrice === undefined ? undefined : index === active}
      />
    );
  };
  if (onPickPrice === undefined)
    return (
      <div role="list" aria-label={label} className={styles.levels} data-side={side}>
        {places.map(rowAt)}
      </div>
    );

  const pick = (price: string | undefined) => {
    if (price !== undefined) onPickPrice(price, side);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const outwards = side === 'ask' ? 'ArrowUp' : 'ArrowDown';
    const inwards = side === 'ask' ? 'ArrowDown' : 'ArrowUp';
    const next = {
      [outwards]: active + 1,
      [inwards]: active - 1,
      Home: side === 'ask' ? rows.length - 1 : 0,
      End: side === 'ask' ? 0 : rows.length - 1,
    }[event.key];
    if (next !== undefined) setChosen(Math.max(0, Math.min(rows.length - 1, next)));
    else if (event.key === 'Enter' || event.key === ' ') pick(rows[active]?.price);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={t('book.pick', { side: label })}
      aria-activedescendant={rows.length === 0 ? undefined : `${id}${active}`}
      className={styles.levels}
      data-side={side}
      onKeyDown={onKeyDown}
      onPointerDown={(event: PointerEvent) => {
        pressed.current = priceUnder(event.target);
      }}
      onClick={(event) => {
        pick(pressed.current ?? priceUnder(event.target));
        pressed.current = undefined;
      }}
    >
      {places.map(rowAt)}
    </div>
  );
}

const priceUnder = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-price]')?.dataset['price'] : undefined;

interface LevelProps extends Pick<BookRow, 'price' | 'quantity' | 'share'> {
  readonly id: string;
  readonly side: 'bid' | 'ask';
  readonly digits: number;
  readonly quantityScale: number;
  readonly base: string;
  /** undefined: nothing can be picked here. */
  readonly isActive: boolean | undefined;
}

const Level = memo(function Level({ id, side, price, quantity, share, digits, quantityScale, base, isActive }: LevelProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [priceText, quantityText] = [format.figure(price, { scale: digits }), format.figure(quantity, { scale: quantityScale })];
  const content = (
    <>
      <span aria-hidden className={styles.depth} style={{ transform: `scaleX(${share})` }} />
      <span className={styles.levelPrice} data-side={side}>
        {priceText}
      </span>
      <span className={styles.levelQuantity}>{quantityText}</span>
    </>
  );
  if (isActive === undefined)
    return (
      <div role="listitem" className={styles.level}>
        {content}
      </div>
    );
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-label={t('book.level', { price: priceText, quantity: quantityText, asset: base })}
      className={styles.level}
      data-price={price}
    >
      {content}
    </div>
  );
});
