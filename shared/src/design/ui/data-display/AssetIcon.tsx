/**
 * The mark of an asset: a monogram on a tile of mosaic stones. Colour and pattern follow from the asset's name alone, so
 * an asset looks the same everywhere and a new one needs no picture. No third party's logo is used.
 */
import { clsx } from 'clsx';
import styles from './AssetIcon.module.css';

export interface AssetIconProps {
  /** "BTC", or a symbol such as "EUR-USD": a currency pair shows both its tiles. */
  readonly of: string;
  readonly size?: number | undefined;
}

const hueCount = 14;
const patternCount = 6;

export function AssetIcon({ of, size = 36 }: AssetIconProps) {
  const [base = of, quote] = of.split('-');
  if (quote !== undefined && isCurrency(quote) && isCurrency(base)) {
    const small = Math.round(size * 0.68);
    return (
      <span aria-hidden className={styles.pair} style={{ width: size, height: size }}>
        <Tile name={quote} size={small} className={styles.back} />
        <Tile name={base} size={small} className={styles.front} />
      </span>
    );
  }
  return <Tile name={base} size={size} />;
}

/** Forex pairs are told by both currencies; everything else by what is bought. */
const currencies: ReadonlySet<string> = new Set([
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'AUD',
  'CAD',
  'NZD',
  'CNH',
  'SEK',
  'NOK',
  'SGD',
  'HKD',
  'MXN',
  'ZAR',
  'TRY',
]);
const isCurrency = (name: string): boolean => currencies.has(name);

/** Where the four stones of a tile are lighter or darker: opacities of the corners, clockwise. */
const patterns: readonly (readonly [number, number, number, number])[] = [
  [0.16, 0, 0.1, 0.04],
  [0, 0.14, 0.04, 0.1],
  [0.1, 0.04, 0.16, 0],
  [0.04, 0.16, 0, 0.1],
  [0.12, 0.02, 0.02, 0.12],
  [0, 0.1, 0.14, 0.02],
];

/** By the number of letters, in a tile of 36. */
const letterSizes: Readonly<Record<number, number>> = { 2: 13.5, 3: 11, 4: 9.25 };

function Tile({
  name,
  size,
  className,
}: {
  readonly name: string;
  readonly size: number;
  readonly className?: string | undefined;
}) {
  const seed = hash(name);
  const stones = patterns[Math.floor(seed / hueCount) % patternCount] ?? [0.1, 0, 0.1, 0];
  const letters = name.length <= 4 ? name : name.slice(0, 3);
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 36 36"
      className={clsx(styles.tile, styles[`hue${seed % hueCount}`], className)}
    >
      <rect width="36" height="36" rx="10" className={styles.ground} />
      <g className={styles.stones}>
        <path d="M10 0H17.5V17.5H0V10A10 10 0 0 1 10 0Z" opacity={stones[0]} />
        <path d="M18.5 0H26A10 10 0 0 1 36 10V17.5H18.5Z" opacity={stones[1]} />
        <path d="M18.5 18.5H36V26A10 10 0 0 1 26 36H18.5Z" opacity={stones[2]} />
        <path d="M0 18.5H17.5V36H10A10 10 0 0 1 0 26Z" opacity={stones[3]} />
      </g>
      <text
        x="18"
        y="18"
        dy="0.355em"
        textAnchor="middle"
        className={styles.letters}
        fontSize={letterSizes[letters.length] ?? 11}
      >
        {letters}
      </text>
    </svg>
  );
}

/**
 * FNV-1a: small and stable. The start value was searched for: with it the twelve coins of the first catalogue get twelve
 * different colours.
 */
function hash(text: string): number {
  let value = 8685;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return value;
}
