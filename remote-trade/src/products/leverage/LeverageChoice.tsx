/** The leverage as a chip that opens a sheet with a slider over the offered steps. */
import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useReleaseGuard } from '@tessera/shared/react';
import { Button, ChevronDown, Chips, Notice, Sheet, Stack } from '@tessera/shared/ui';
import { useLeverageTexts } from './useTexts';
import styles from './LeverageChoice.module.css';

interface LeverageChoiceProps {
  readonly leverages: readonly number[];
  readonly value: number;
  readonly onChange: (leverage: number) => void;
}

export function LeverageChoice({ leverages, value, onChange }: LeverageChoiceProps) {
  const { t } = useTranslation('trade');
  const texts = useLeverageTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.chip}
        aria-haspopup="dialog"
        aria-label={`${t('leverage.leverage')}: ${texts.leverage(value)}`}
        onClick={() => setIsOpen(true)}
      >
        {texts.leverage(value)} <ChevronDown aria-hidden size={16} />
      </button>
      {isOpen && (
        <LeverageSheet
          leverages={leverages}
          value={value}
          onClose={() => setIsOpen(false)}
          onChoose={(next) => {
            onChange(next);
            setIsOpen(false);
          }}
        />
      )}
    </>
  );
}

interface LeverageSheetProps extends Omit<LeverageChoiceProps, 'onChange'> {
  readonly onClose: () => void;
  readonly onChoose: (leverage: number) => void;
}

function LeverageSheet({ leverages, value, onClose, onChoose }: LeverageSheetProps) {
  const { t } = useTranslation('trade');
  const texts = useLeverageTexts();
  const [chosen, setChosen] = useState(value);
  const title = t('leverage.leverage');
  useReleaseGuard(title);
  return (
    <Sheet
      isOpen
      title={title}
      onClose={onClose}
      footer={
        <Button isBlock size="lg" onClick={() => onChoose(chosen)}>
          {t('leverage.useLeverage', { leverage: texts.leverage(chosen) })}
        </Button>
      }
    >
      <Stack gap={4}>
        <p className={styles.present} aria-live="polite">
          {texts.leverage(chosen)}
        </p>
        <input
          type="range"
          className={styles.range}
          aria-label={title}
          aria-valuetext={texts.leverage(chosen)}
          min={0}
          max={leverages.length - 1}
          step={1}
          value={Math.max(0, leverages.indexOf(chosen))}
          onChange={(event) => setChosen(leverages[event.currentTarget.valueAsNumber] ?? chosen)}
        />
        <Chips
          label={t('leverage.marks')}
          value={String(chosen)}
          onChange={(next) => setChosen(Number(next))}
          options={leverages.map((leverage) => ({ value: String(leverage), label: texts.leverage(leverage) }))}
        />
        <Notice>{t('leverage.leverageHint')}</Notice>
      </Stack>
    </Sheet>
  );
}
