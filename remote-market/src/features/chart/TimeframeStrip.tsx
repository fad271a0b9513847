import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { ChevronDown, Chips, IconButton, Maximize2, Sheet } from '@tessera/shared/ui';
import { firstTimeframes, timeframes, type Timeframe } from './timeframes';
import styles from './TimeframeStrip.module.css';

export interface TimeframeStripProps {
  readonly value: Timeframe;
  readonly onChange: (timeframe: Timeframe) => void;
  readonly onFullScreen?: (() => void) | undefined;
}

/** Line 1m 5m … and a button for the rest, which takes the chosen one's name; the way to full screen at the end. */
export function TimeframeStrip({ value, onChange, onFullScreen }: TimeframeStripProps) {
  const { t } = useTranslation(['market', 'common']);
  const [isOpen, setIsOpen] = useState(false);
  const isOther = !firstTimeframes.includes(value);
  return (
    <div className={styles.strip}>
      <div className={styles.frames} role="group" aria-label={t('chart.timeframe')}>
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
        <button
          type="button"
          className={styles.frame}
          data-chosen={isOther || undefined}
          aria-haspopup="dialog"
          aria-label={t('chart.moreFrames')}
          onClick={() => setIsOpen(true)}
        >
          {isOther ? t(`frame.${value}`) : t('common:action.more')}
          <ChevronDown aria-hidden size={14} />
        </button>
      </div>
      {onFullScreen !== undefined && <IconButton label={t('chart.full')} icon={Maximize2} iconSize={17} onClick={onFullScreen} />}
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
