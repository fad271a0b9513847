/**
 * A price that follows the shared quote stream without rendering: each change writes one text node. It flashes by a change
 * of an attribute, at most twice a second (never under reduced motion), and says its age once it is old.
 */
import { useEffect, useLayoutEffect, useRef } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import type { Quote } from '../../domain/contract';
import type { LiveQuote } from '../../federation/RemoteContract';
import { compare, parsePrice } from '../../domain/money';
import type { Format } from '../i18n/useFormat';
import { useFormat } from '../i18n/useFormat';
import type { FigureSize } from '../../design/ui/figures/AmountText';
import figures from '../../design/ui/figures/Figures.module.css';
import { writeText } from '../../design/ui/figures/writeText';
import { everySecond$ } from './everySecond';
import { latestQuote } from './latestQuote';
import { isQuoteOld, quoteAgeMs, defaultStaleAfterMs } from './quoteAge';
import { useClock, useQuoteStream } from './useLive';
import styles from './LivePrice.module.css';

export interface LivePriceProps {
  readonly symbol: string;
  /** The symbol's digits. */
  readonly digits?: number | undefined;
  readonly size?: FigureSize | undefined;
  /** The symbol's staleAfterMs. */
  readonly staleAfterMs?: number | undefined;
  /** Colours the figure by the last movement; a list leaves that to the flash. */
  readonly showsDirection?: boolean | undefined;
  /** Writes "12 s old" beside an old price. Default true; a dense list shows only the dotted line. */
  readonly showsAge?: boolean | undefined;
  readonly field?: 'price' | 'bid' | 'ask' | undefined;
  /** An answer over HTTP, shown until the stream brings its first quote. */
  readonly snapshot?: Quote | undefined;
  readonly className?: string | undefined;
}

const flashEveryMs = 500;

export function LivePrice({
  symbol,
  digits,
  size = 'inherit',
  staleAfterMs = defaultStaleAfterMs,
  showsDirection = false,
  showsAge = true,
  field = 'price',
  snapshot,
  className,
}: LivePriceProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const quotes = useQuoteStream();
  const clock = useClock();
  const root = useRef<HTMLSpanElement>(null);
  const price = useRef<HTMLSpanElement>(null);
  const age = useRef<HTMLSpanElement>(null);
  const latestSnapshot = useRef(snapshot);

  // Before paint: no frame shows the symbol before with the new symbol's name.
  useLayoutEffect(() => {
    latestSnapshot.current = snapshot;
    writeText(price.current, figureOf(latestQuote(quotes.peek(symbol), snapshot), field, digits, format));
  }, [quotes, symbol, field, digits, format, snapshot]);
  useLayoutEffect(() => {
    delete root.current?.dataset['move'];
  }, [symbol, field]);

  useEffect(() => {
    let shown = latestQuote(quotes.peek(symbol), latestSnapshot.current);
    let flashedAtMs = 0;
    let turn = 0;
    const onQuote = (quote: LiveQuote) => {
      const move = movement(shown?.[field], quote[field]);
      shown = quote;
      writeText(price.current, figureOf(quote, field, digits, format));
      writeAge();
      if (move === undefined || root.current === null) return;
      root.current.dataset['move'] = move;
      const nowMs = clock.now();
      if (nowMs - flashedAtMs < flashEveryMs) return;
      flashedAtMs = nowMs;
      turn = 1 - turn;
      // Two names for one animation: changing the name starts it again, without a timer.
      root.current.dataset['flash'] = `${move}${turn}`;
    };
    const writeAge = () => {
      const isOld = shown !== undefined && isQuoteOld(shown, clock.now(), staleAfterMs);
      root.current?.toggleAttribute('data-old', isOld);
      const text =
        isOld && shown !== undefined ? t('quote.age', { duration: format.duration(quoteAgeMs(shown, clock.now())) }) : '';
      writeText(age.current, text);
    };
    const subscription = quotes.watch([symbol]).subscribe((changed) => {
      const quote = changed.find((candidate) => candidate.symbol === symbol);
      if (quote !== undefined) onQuote(quote);
    });
    subscription.add(everySecond$.subscribe(writeAge));
    writeAge();
    return () => subscription.unsubscribe();
  }, [quotes, clock, symbol, field, digits, format, staleAfterMs, t]);

  return (
    <span
      ref={root}
      className={clsx(styles.live, figures['figure'], figures[`size-${size}`], showsDirection && styles.directed, className)}
    >
      <span ref={price} className={styles.price} />
      <span ref={age} className={clsx(styles.age, !showsAge && styles.spoken)} />
    </span>
  );
}

const figureOf = (quote: Quote | undefined, field: 'price' | 'bid' | 'ask', digits: number | undefined, format: Format): string =>
  quote === undefined ? '–' : format.figure(quote[field], { scale: digits });

function movement(before: string | undefined, after: string): 'up' | 'down' | undefined {
  if (before === undefined || before === after) return undefined;
  const [from, to] = [parsePrice(before), parsePrice(after)];
  if (from === undefined || to === undefined) return undefined;
  const order = compare(to, from);
  if (order === 0) return undefined;
  return order > 0 ? 'up' : 'down';
}
