import type { Duration } from '@tessera/shared/contract';
import { averageLossAtHalf, breakEvenRate, feeOf, payoutOf } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { add, isPositive, rate, type Amount } from '@tessera/shared/money';
import { AmountText, Card, KeyValueList } from '@tessera/shared/ui';
import styles from './TicketFigures.module.css';

interface TicketFiguresProps {
  readonly duration: Duration;
  readonly stake: Amount | undefined;
  readonly scale: number;
  readonly unit: string;
}

/** What the order pays and costs, and the odds in words: nobody has to work out what "85 %" means for them. */
export function TicketFigures({ duration, stake, scale, unit }: TicketFiguresProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const payoutRate = rate(duration.payoutRate);
  const feeRate = rate(duration.feeRate);
  const terms = stake === undefined ? undefined : { stake, payoutRate, feeRate, scale };
  const fee = terms === undefined ? undefined : feeOf(terms);
  const loss = terms === undefined ? undefined : averageLossAtHalf(terms);
  return (
    <Card tone="sunken">
      <KeyValueList
        items={[
          {
            key: 'right',
            label: t('ticket.ifRight'),
            value: <AmountText amount={terms === undefined ? undefined : payoutOf(terms)} asset={unit} leastScale={2} />,
            isStrong: true,
          },
          {
            key: 'wrong',
            label: t('ticket.ifWrong'),
            value: (
              <AmountText
                amount={stake === undefined || fee === undefined ? undefined : add(stake, fee)}
                asset={unit}
                leastScale={2}
              />
            ),
          },
          {
            key: 'fee',
            label: t('ticket.fee'),
            value: <AmountText amount={fee} asset={unit} leastScale={2} />,
            detail: t('ticket.feeBase', { rate: format.rate(feeRate) }),
          },
        ]}
      />
      <p className={styles.odds}>
        {t('ticket.breakEven', { rate: format.rate(breakEvenRate(payoutRate, feeRate)) })}{' '}
        {loss !== undefined &&
          isPositive(loss) &&
          t('ticket.averageLoss', { amount: format.figure(loss, { leastScale: 2 }), asset: unit })}
      </p>
    </Card>
  );
}
