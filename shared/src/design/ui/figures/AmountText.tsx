import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import type { Figure } from '../../../remote-kit/i18n/figures';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import { isNegative, isPositive, parseAmount, type Exact } from '../../../domain/money';
import { ArrowDownRight, ArrowUpRight } from '../icons';
import styles from './Figures.module.css';

export type FigureSize = 'inherit' | 'sm' | 'md' | 'lg' | 'xl' | '2xl' | '3xl';

interface FigureTextProps {
  readonly scale?: number | undefined;
  readonly size?: FigureSize | undefined;
  readonly className?: string | undefined;
}

export interface AmountTextProps extends FigureTextProps {
  /** undefined while it is not known: a dash is shown, never a zero. */
  readonly amount: Figure | undefined | null;
  readonly asset?: string | undefined;
  /** Instead of a scale: at least so many digits, and all that the amount has. */
  readonly leastScale?: number | undefined;
  /** always: + before gains. */
  readonly sign?: 'auto' | 'always' | undefined;
  /** profit: coloured by its sign (which is also written). */
  readonly tone?: 'plain' | 'profit' | undefined;
  /** The eye is closed: dots instead of figures. */
  readonly isHidden?: boolean | undefined;
}

/** An amount of one asset, in the reader's notation. */
export function AmountText({
  amount,
  asset,
  scale,
  leastScale,
  sign = 'auto',
  tone = 'plain',
  size = 'inherit',
  isHidden = false,
  className,
}: AmountTextProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const isKnown = amount !== undefined && amount !== null;
  const direction = tone === 'profit' && isKnown && !isHidden ? directionOf(amount) : undefined;
  return (
    <span className={clsx(styles.figure, styles[`size-${size}`], direction !== undefined && styles[direction], className)}>
      {isHidden ? (
        <>
          <span aria-hidden>••••••</span>
          <span className={styles.spoken}>{t('amount.hidden')}</span>
        </>
      ) : isKnown ? (
        format.figure(amount, { scale, leastScale, sign: tone === 'profit' ? 'always' : sign })
      ) : (
        '–'
      )}
      {asset !== undefined && <span className={styles.asset}>{asset}</span>}
    </span>
  );
}

export interface PriceTextProps extends FigureTextProps {
  readonly price: Figure | undefined | null;
  readonly tone?: 'plain' | 'up' | 'down' | undefined;
}

/** A price at its symbol's digits. */
export function PriceText({ price, scale, tone = 'plain', size = 'inherit', className }: PriceTextProps) {
  const format = useFormat();
  const isKnown = price !== undefined && price !== null;
  return (
    <span className={clsx(styles.figure, styles[`size-${size}`], tone !== 'plain' && styles[tone], className)}>
      {isKnown ? format.figure(price, { scale }) : '–'}
    </span>
  );
}

export interface ChangeProps {
  /** 0.0123 is +1.23 %. null or undefined: not known. */
  readonly rate: Figure | undefined | null;
  readonly scale?: number | undefined;
  readonly className?: string | undefined;
}

/** A change as text with sign and arrow: colour is never alone. */
export function ChangeText({ rate, scale, className }: ChangeProps) {
  return <Change rate={rate} scale={scale} className={clsx(styles.change, className)} />;
}

/** A change on a soft tile of fixed width, for the end of a list row. */
export function ChangePill({ rate, scale, className }: ChangeProps) {
  return <Change rate={rate} scale={scale} className={clsx(styles.pill, className)} />;
}

function Change({ rate, scale, className }: ChangeProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  if (rate === undefined || rate === null)
    return (
      <span className={className} aria-label={t('change.unknown')}>
        –
      </span>
    );
  const direction = directionOf(rate);
  return (
    <span className={clsx(className, direction !== undefined && styles[direction])}>
      {direction === 'up' && <ArrowUpRight aria-hidden size={14} />}
      {direction === 'down' && <ArrowDownRight aria-hidden size={14} />}
      <span className={styles.spoken}>{t(`change.${direction ?? 'unchanged'}`)} </span>
      {format.rate(rate, { sign: 'always', scale })}
    </span>
  );
}

/** Up, down, or undefined for zero and for what cannot be read. */
export function directionOf(figure: Figure): 'up' | 'down' | undefined {
  const exact: Exact | undefined = typeof figure === 'string' ? parseAmount(figure) : figure;
  if (exact === undefined) return undefined;
  if (isPositive(exact)) return 'up';
  return isNegative(exact) ? 'down' : undefined;
}
