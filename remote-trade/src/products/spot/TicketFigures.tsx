import type { Side, SpotTerms, SymbolInfo } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { Amount } from '@tessera/shared/money';
import { AmountText, ArrowLeftRight, IconButton, Plus } from '@tessera/shared/ui';
import { useSpotTexts } from './useTexts';
import type { SpotFigures, SpotScales } from './figures';
import styles from './TicketFigures.module.css';

interface TicketFiguresProps {
  readonly info: SymbolInfo;
  readonly terms: SpotTerms;
  readonly scales: SpotScales;
  readonly side: Side;
  readonly spent: string;
  readonly available: Amount | undefined;
  readonly figures: SpotFigures | undefined;
  /** A purchase by total: what it comes to is the quantity. */
  readonly isByTotal: boolean;
  /** To where what is missing can be brought from. */
  readonly onFunds: () => void;
}

/** What is there, what the order comes to, and the fee with what it is taken of. */
export function TicketFigures({ info, terms, scales, side, spent, available, figures, isByTotal, onFunds }: TicketFiguresProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useSpotTexts();
  const about = figures?.isEstimate === true ? '≈ ' : '';
  return (
    <dl className={styles.figures}>
      <div className={styles.line}>
        <dt>{t('spot.available')}</dt>
        <dd className={styles.funds}>
          <AmountText
            amount={available}
            asset={texts.asset(spent)}
            scale={spent === info.quote ? scales.quoteShown : undefined}
          />
          <IconButton
            className={styles.icon}
            label={t(side === 'buy' ? 'spot.transfer' : 'spot.topUp')}
            icon={side === 'buy' ? ArrowLeftRight : Plus}
            iconSize={16}
            onClick={onFunds}
          />
        </dd>
      </div>
      <div className={styles.line}>
        <dt>{isByTotal ? t('spot.youGet') : t('spot.total')}</dt>
        <dd>
          {about}
          {isByTotal ? (
            <AmountText amount={figures?.quantity} asset={texts.asset(info.base)} />
          ) : (
            <AmountText amount={figures?.total} asset={texts.asset(info.quote)} scale={scales.quoteShown} />
          )}
        </dd>
      </div>
      <div className={styles.line}>
        <dt>{t('spot.fee')}</dt>
        <dd>
          {about}
          <AmountText amount={figures?.fee} asset={texts.asset(info.quote)} />
        </dd>
        <dd className={styles.base}>{t(`spot.feeBase.${side}`, { rate: format.rate(terms.feeRate) })}</dd>
      </div>
    </dl>
  );
}
