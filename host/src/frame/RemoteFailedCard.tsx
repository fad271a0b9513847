import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Card, CloudOff, Copy, IconButton, RefreshCw, Stack } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { useIsOnline } from '../browser/useIsOnline';
import { mayBeRetried, mayPassByItself, supportCodeOf, type RemoteFailure } from '../remotes/RemoteFailure';
import styles from './RemoteFailedCard.module.css';

/**
 * In the place of a section that could not be loaded: what happened, a way to try again, and a code to read out to support. On a
 * device without a network nothing is wrong with the section, and it comes by itself with the connection.
 */
export function RemoteFailedCard({
  failure,
  onRetry,
}: {
  readonly failure: RemoteFailure;
  readonly onRetry: () => void;
}): ReactNode {
  const { dialogs } = useHost();
  const { t } = useTranslation('host');
  const isOffline = !useIsOnline() && mayPassByItself(failure);
  const code = supportCodeOf(failure);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    dialogs.toast(t('remote.copied'));
  };
  return (
    <div className={styles.center} role="alert">
      <Card>
        <Stack gap={4}>
          <div className={styles.head}>
            <span aria-hidden className={styles.emblem}>
              <CloudOff size={24} />
            </span>
            <h1 tabIndex={-1} className={styles.title}>
              {t(isOffline ? 'remote.offlineTitle' : 'remote.failedTitle')}
            </h1>
            <p className={styles.words}>
              {isOffline ? (
                t('remote.offlineBody')
              ) : (
                <>
                  {t(`remote.kind.${failure.kind}`)} {t('remote.failedBody')}
                </>
              )}
            </p>
          </div>
          {mayBeRetried(failure) && (
            <Button icon={RefreshCw} isBlock onClick={onRetry}>
              {t('remote.retry')}
            </Button>
          )}
          {!isOffline && (
            <div className={styles.code}>
              <span>
                <span className={styles.codeLabel}>{t('remote.supportCode')}</span>
                <code>{code}</code>
              </span>
              <IconButton
                label={t('remote.copyCode')}
                icon={Copy}
                iconSize={18}
                onClick={() => void copy().catch(() => undefined)}
              />
            </div>
          )}
        </Stack>
      </Card>
    </div>
  );
}
