import { useTranslation } from '@tessera/shared/kernel';
import type { ErrorLike } from '../../../remote-kit/i18n/errorSentence';
import { useErrorText } from '../../../remote-kit/i18n/useErrorText';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import { History } from '../icons';
import styles from './State.module.css';

export interface StaleMarkProps {
  /** When what is shown was last true. */
  readonly sinceMs?: number | undefined;
  readonly error?: ErrorLike | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Above data that is known to be old: "Could not be updated · Updated 14:03:59". */
export function StaleMark({ sinceMs, error, onRetry }: StaleMarkProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const errorText = useErrorText();
  return (
    <div role="status" className={styles.stale}>
      <History aria-hidden size={14} />
      <span className={styles.staleText}>
        {error === undefined ? t('state.notUpdated') : errorText(error)}
        {sinceMs !== undefined && <> · {t('state.updatedAt', { time: format.time(sinceMs) })}</>}
      </span>
      {onRetry !== undefined && (
        <button type="button" className={styles.staleRetry} onClick={onRetry}>
          {t('action.retry')}
        </button>
      )}
    </div>
  );
}
