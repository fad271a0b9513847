/** What a quote says: what comes of it, at which rate and fee, and for how long it stands. */
import { shownAsset, type AccountMode, type FlashQuote } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { Amount } from '@tessera/shared/money';
import { useCountdown } from '@tessera/shared/react';
import { flashQuoteMs } from '@tessera/shared/trading';
import { LiveRegion, ProgressRing, Skeleton, type KeyValue } from '@tessera/shared/ui';
import { RateLine, useRateText } from './RateLine';
import styles from './Flash.module.css';

interface ReceivedLineProps {
  readonly quote: FlashQuote | undefined;
  readonly isAsking: boolean;
  /** As shown. */
  readonly asset: string;
  readonly available: Amount;
}

export function ReceivedLine({ quote, isAsking, asset, available }: ReceivedLineProps) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  return (
    <div className={styles.received}>
      <span className={styles.soft}>{t('youReceive')}</span>
      <LiveRegion>
        <output className={styles.figure}>
          {isAsking ? <Skeleton width="8em" /> : quote === undefined ? '–' : `${format.figure(quote.received)} ${asset}`}
        </output>
      </LiveRegion>
      <span className={styles.soft}>{t('available', { amount: format.figure(available), asset })}</span>
    </div>
  );
}

export function QuoteLines({ quote, mode }: { readonly quote: FlashQuote; readonly mode: AccountMode }) {
  const { t } = useTranslation('flash');
  const { t: tActions } = useTranslation('actions');
  const feeText = useFeeText(mode);
  const { seconds, remainingMs, isOver } = useCountdown(quote.expiresAtMs);
  return (
    <div className={styles.lines}>
      <RateLine quote={quote} mode={mode} />
      <p className={styles.soft}>{t('feeLine', { fee: feeText(quote) })}</p>
      <p className={styles.validity}>
        {isOver ? (
          tActions('expired')
        ) : (
          <>
            <ProgressRing fraction={remainingMs / flashQuoteMs} size={32}>
              <span aria-hidden>{seconds}</span>
            </ProgressRing>
            {tActions('validFor', { seconds })}
          </>
        )}
      </p>
    </div>
  );
}

function useFeeText(mode: AccountMode) {
  const { t } = useTranslation('flash');
  const format = useFormat();
  return ({ fee, feeRate, to }: FlashQuote): string =>
    t('feeText', { fee: format.figure(fee), asset: shownAsset(to, mode), share: format.rate(feeRate) });
}

/** What the person agrees to. */
export function useSums(mode: AccountMode): (quote: FlashQuote) => readonly KeyValue[] {
  const { t } = useTranslation('flash');
  const format = useFormat();
  const rateText = useRateText(mode);
  const feeText = useFeeText(mode);
  return (quote) => [
    { key: 'given', label: t('amount'), value: `${format.figure(quote.given)} ${shownAsset(quote.from, mode)}` },
    { key: 'rate', label: t('sum.rate'), value: rateText(quote) },
    { key: 'fee', label: t('sum.fee'), value: feeText(quote) },
    {
      key: 'received',
      label: t('youReceive'),
      value: `${format.figure(quote.received)} ${shownAsset(quote.to, mode)}`,
      isStrong: true,
    },
  ];
}
