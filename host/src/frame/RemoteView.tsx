import { useCallback, type ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { languageTag, useLanguage } from '@tessera/shared/i18n';
import { EmptyState, SkeletonRows, TriangleAlert } from '@tessera/shared/ui';
import { createRemoteContext } from '../bootstrap/createRemoteContext';
import { useHost } from '../bootstrap/HostServices';
import { RemoteOutlet, type CreateRemoteContext } from '../remotes/RemoteOutlet';
import type { HostLocation } from '../routes/HashHistory';
import { RemoteFailedCard } from './RemoteFailedCard';
import styles from './RemoteView.module.css';

/** One remote in the page: loading, shown, failed or switched off. The rest of the shell lives on in every case. */
export function RemoteView({ name, location }: { readonly name: string; readonly location: HostLocation }): ReactNode {
  const services = useHost();
  const { t } = useTranslation('host');
  const createContext = useCallback<CreateRemoteContext>(
    (remote, signal) => createRemoteContext(services, location, remote, signal),
    [services, location],
  );
  return (
    <RemoteOutlet
      key={name}
      remotes={services.remotes}
      name={name}
      createContext={createContext}
      skeleton={
        <div role="status" aria-label={t('loading')} className={styles.skeleton}>
          <SkeletonRows count={8} />
        </div>
      }
      renderFailed={(failure, retry) => <RemoteFailedCard failure={failure} onRetry={retry} />}
      renderDisabled={(message) => <SwitchedOff message={message} />}
    />
  );
}

function SwitchedOff({ message }: { readonly message: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useTranslation('host');
  const language = useLanguage();
  const words =
    message[language] ?? message[languageTag(language)] ?? message['en'] ?? Object.values(message)[0] ?? t('remote.disabledBody');
  return (
    <div className={styles.center}>
      <EmptyState icon={TriangleAlert} title={<h1 className={styles.heading}>{t('remote.disabledTitle')}</h1>} detail={words} />
    </div>
  );
}
