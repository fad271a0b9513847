import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { ChevronDown, Chips, Sheet } from '@tessera/shared/ui';
import { firstTimeframes, timeframes, type Timeframe } from './timeframes';
import styles from './TimeframeStrip.module.css';

/** Line 1m 5m … and a button for the rest, which takes the chosen one's name. */
export function TimeframeStrip({ value, onChange }: { readonly value: Timeframe; readonly onChange: (timeframe: Timeframe) => void }) {
  const { t } = useTranslation(['market', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const isOther = !firstTimeframes.includes(value);
  return (
    <div className={styles.strip} role="group" aria-label={t('chart.timeframe')}>
      {firstTimeframes.map((timeframe) => (
        <button
          key={timeframe}
          type="button"
          className={styles.frame}
          data-chosen={timeframe === value || undefined}
          aria-pressed={timeframe === value}
          aria-label={t(`frame.whole.${timeframe}`)}
          onClick={() => onChange(timeframe)}
        >
          {t(`frame.${timeframe}`)}
        </button>
      ))}
      <button type="button" className={styles.frame} data-chosen={isOther || undefined} aria-haspopup="dialog" aria-label={t('chart.moreFrames')} onClick={() => setIsOpen(true)}>
        {isOther ? t(`frame.${value}`) : t('common:action.more')}
        <ChevronDown aria-hidden size={14} />
      </button>
      <Sheet isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('chart.timeframe')}>
        <Chips
          label={t('chart.timeframe')}
          options={timeframes.map((timeframe) => ({ value: timeframe, label: t(`frame.whole.${timeframe}`) }))}
          value={value}
          onChange={(timeframe) => {
            onChange(timeframe);
            setIsOpen(false);
          }}
        />
      </Sheet>
    </div>
  );
}
