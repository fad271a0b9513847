/** What one unit is worth, either way round. */
import { useState } from 'react';
import { shownAsset, type AccountMode, type FlashQuote } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { compare, divide, isZero, rate, toText } from '@tessera/shared/money';
import { ArrowLeftRight, IconButton } from '@tessera/shared/ui';
import styles from './Flash.module.css';

/** As many digits as say something, of a rate that may be far below one. */
const shownDigits = 8;
const maxScale = 18;

/** "0.000010125": cut, never rounded up. */
export function shownRate(text: string): string {
  const [whole = '0', fraction = ''] = text.split('.');
  const leading = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  const kept = fraction.slice(0, Math.max(2, leading + shownDigits)).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Units of the asset given for one of the asset received; undefined where the rate is too small to say. */
const inverse = (text: string): string | undefined =>
  isZero(rate(text)) ? undefined : toText(divide(rate('1'), rate(text), maxScale, 'down'));

interface RateLineProps {
  readonly quote: Pick<FlashQuote, 'from' | 'to' | 'rate'>;
  readonly mode: AccountMode;
}

export function RateLine({ quote, mode }: RateLineProps) {
  const { t } = useTranslation('flash');
  const text = useRateText(mode);
  const [isTurned, setTurned] = useState(false);
  return (
    <div className={styles.rate}>
      <span>{text(quote, isTurned)}</span>
      <IconButton icon={ArrowLeftRight} label={t('rateTurn')} onClick={() => setTurned(!isTurned)} />
    </div>
  );
}

/** "1 BTC = 100,000 USDT": first the way round in which the figure is not below one. */
export function useRateText(mode: AccountMode) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  return ({ from, to, rate: told }: RateLineProps['quote'], isTurned = false): string => {
    const isBelowOne = compare(rate(told), rate('1')) < 0;
    const turned = isBelowOne === isTurned ? undefined : inverse(told);
    const [one, other] = turned === undefined ? [from, to] : [to, from];
    return t('rateText', {
      one: shownAsset(one, mode),
      amount: format.figure(shownRate(turned ?? told)),
      other: shownAsset(other, mode),
    });
  };
}
