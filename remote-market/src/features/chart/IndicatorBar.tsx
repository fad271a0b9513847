import type { IndicatorKind } from '@tessera/shared/charts';
import { useTranslation } from '@tessera/shared/kernel';
import { IconButton, Table2, Settings } from '@tessera/shared/ui';
import styles from './IndicatorBar.module.css';
import { indicatorKinds, type IndicatorChoice } from './indicatorChoice';

export interface IndicatorBarProps {
  readonly choice: IndicatorChoice;
  readonly onToggle: (kind: IndicatorKind, isChosen: boolean) => void;
  readonly onSettings: () => void;
  readonly onTable: () => void;
}

/** Indicators on and off with one tap; the rest is in the settings. */
export function IndicatorBar({ choice, onToggle, onSettings, onTable }: IndicatorBarProps) {
  const { t } = useTranslation('market');
  return (
    <div className={styles.bar}>
      <div className={styles.kinds} role="group" aria-label={t('indicator.title')}>
        {indicatorKinds.map((kind) => {
          const isChosen = choice.chosen.includes(kind);
          return (
            <button
              key={kind}
              type="button"
              className={styles.kind}
              aria-pressed={isChosen}
              aria-label={t(`indicator.whole.${kind}`)}
              data-after={kind === 'vol' || undefined}
              onClick={() => onToggle(kind, !isChosen)}
            >
              {t(`indicator.short.${kind}`)}
            </button>
          );
        })}
      </div>
      <IconButton label={t('bars.title')} icon={Table2} iconSize={18} onClick={onTable} />
      <IconButton label={t('indicator.settings')} icon={Settings} iconSize={18} onClick={onSettings} />
    </div>
  );
}
