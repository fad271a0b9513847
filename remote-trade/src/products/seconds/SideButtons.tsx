import type { Direction, Duration } from '@tessera/shared/contract';
import { payoutOf } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { rate, type Amount } from '@tessera/shared/money';
import { Button } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';

interface DirectionButtonsProps {
  readonly isSignedIn: boolean;
  /** Why nothing can be placed now: one button says it instead of two that do nothing. */
  readonly problem: string | undefined;
  readonly stake: Amount | undefined;
  readonly duration: Duration | undefined;
  readonly scale: number;
  readonly preferred: Direction | undefined;
  readonly onChoose: (direction: Direction) => void;
}

export function DirectionButtons({ isSignedIn, problem, stake, duration, scale, preferred, onChoose }: DirectionButtonsProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  if (!isSignedIn) {
    return (
      <div className={styles.bar}>
        <Button size="lg" isBlock onClick={() => onChoose(preferred ?? 'long')}>
          {t('ticket.logIn')}
        </Button>
      </div>
    );
  }
  if (problem !== undefined || stake === undefined || duration === undefined) {
    return (
      <div className={styles.bar}>
        <Button size="lg" isBlock disabled>
          {problem}
        </Button>
      </div>
    );
  }
  const payout = format.figure(payoutOf({ stake, payoutRate: rate(duration.payoutRate), scale }), { leastScale: 2 });
  return (
    <div className={styles.bar}>
      {(['long', 'short'] as const).map((direction) => (
        <Button
          key={direction}
          size="lg"
          isBlock
          variant={direction}
          data-preferred={direction === preferred || undefined}
          detail={t('ticket.get', { amount: payout })}
          onClick={() => onChoose(direction)}
        >
          {t(`ticket.${direction}`)}
        </Button>
      ))}
    </div>
  );
}
