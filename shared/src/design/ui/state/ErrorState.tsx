import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import type { ErrorLike } from '../../../remote-kit/i18n/errorSentence';
import { useErrorText } from '../../../remote-kit/i18n/useErrorText';
import { Button } from '../button/Button';
import { RefreshCw, TriangleAlert } from '../icons';
import styles from './State.module.css';

export interface ErrorStateProps {
  /** What failed, where there is no catalogue error. */
  readonly title?: ReactNode;
  readonly error?: ErrorLike | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Something could not be loaded: what failed, the code to quote, and a way to try again. */
export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  const { t } = useTranslation('common');
  const errorText = useErrorText();
  return (
    <div role="alert" className={styles.center}>
      <span aria-hidden className={`${styles.emblem} ${styles.failed}`}>
        <TriangleAlert size={24} />
      </span>
      <p className={styles.title}>{title ?? t('state.failed')}</p>
      {error !== undefined && <p className={styles.detail}>{errorText(error)}</p>}
      {onRetry !== undefined && (
        <div className={styles.action}>
          <Button variant="secondary" size="sm" icon={RefreshCw} onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {error !== undefined && <p className={styles.code}>{t('state.failedCode', { code: error.code })}</p>}
    </div>
  );
}
