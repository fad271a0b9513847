import type { CSSProperties } from 'react';
import { useLanguage } from '../../../remote-kit/i18n/useFormat';
import { formatRate } from '../../../remote-kit/i18n/figures';
import styles from './PercentSlider.module.css';

export interface PercentSliderProps {
  readonly label: string;
  /** A whole percentage, 0 to 100. The form turns it into an exact share of what is available. */
  readonly percent: number;
  readonly onChange: (percent: number) => void;
  readonly disabled?: boolean | undefined;
}

const stops = [0, 25, 50, 75, 100] as const;

/** How much of what is available, with stops to tap. */
export function PercentSlider({ label, percent, onChange, disabled }: PercentSliderProps) {
  const language = useLanguage();
  const text = (share: number): string => formatRate(wholePercentAsRate(share), language, { scale: 0 });
  // The track's filled part; a custom property set through the object model, which a strict style policy admits.
  const fill = { '--fill': `${percent}%` } as CSSProperties;
  return (
    <div className={styles.slider} style={fill}>
      <input
        type="range"
        className={styles.range}
        min={0}
        max={100}
        step={1}
        aria-label={label}
        aria-valuetext={text(percent)}
        value={percent}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      <div className={styles.stops}>
        {stops.map((stop) => (
          <button
            key={stop}
            type="button"
            className={styles.stop}
            disabled={disabled}
            aria-label={`${label}: ${text(stop)}`}
            aria-pressed={percent === stop}
            onClick={() => onChange(stop)}
          >
            {text(stop)}
          </button>
        ))}
      </div>
    </div>
  );
}

const wholePercentAsRate = (percent: number): string => (percent >= 100 ? '1' : `0.${String(percent).padStart(2, '0')}`);
