import type { Direction } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import type { Amount } from '@tessera/shared/money';
import { Button } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';
import type { SideFigures } from './figures';
import { useLeverageTexts } from './useTexts';

interface SideButtonsProps {
  /** Why nothing can be placed now: one button says it instead of two that do nothing. */
  readonly problem: string | undefined;
  /** What stands against one direction only. */
  readonly sideProblems: Readonly<Record<Direction, string | undefined>>;
  readonly sides: Readonly<Record<Direction, SideFigures | undefined>>;
  /** What is ordered: the buttons say it. */
  readonly lots: Amount | undefined;
  readonly digits: number;
  readonly preferred: Direction | undefined;
  readonly onChoose: (direction: Direction) => void;
}

export function SideButtons({ problem, sideProblems, sides, lots, digits, preferred, onChoose }: SideButtonsProps) {
  const { t } = useTranslation('trade');
  const format = useFormat();
  const texts = useLeverageTexts();
  if (problem !== undefined) {
    return (
      <div className={styles.bar}>
        <Button size="lg" isBlock disabled>
          {problem}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      {(['long', 'short'] as const).map((direction) => {
        const against = sideProblems[direction];
        const price = sides[direction]?.price;
        return (
          <Button
            key={direction}
            size="lg"
            isBlock
            variant={direction}
            disabled={against !== undefined || price === undefined}
            data-preferred={direction === preferred || undefined}
            detail={against ?? ordered(price)}
            onClick={() => onChoose(direction)}
          >
            {t(`ticket.${direction}`)}
          </Button>
        );
      })}
    </div>
  );

  /** How many lots at which price. */
  function ordered(price: SideFigures['price'] | undefined): string {
    const at = price === undefined ? '–' : format.figure(price, { scale: digits });
    return lots === undefined ? at : `${texts.lots(lots)} · ${at}`;
  }
}
