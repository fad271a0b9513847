/** What is live of every remote and of the host, what can be done about it, and what was done. */
import { useState } from 'react';
import { PartTitle } from '../parts/PartTitle';
import { ago } from '../texts/ago';
import { texts } from '../texts/releases';
import { ChangeDialog } from './changes/ChangeDialog';
import type { ChangeKind } from './changes/changeForm';
import { History } from './history/History';
import { HostCard } from './host/HostCard';
import { Patterns } from './Patterns';
import styles from './Releases.module.css';
import { releasesApi as api } from './releasesApi';
import { RemoteCard } from './remotes/RemoteCard';
import { Freshness } from './status/Freshness';
import { useStatus } from './status/useStatus';

interface Wish {
  readonly kind: ChangeKind;
  /** "host" for the host. */
  readonly name: string;
}

export function Releases() {
  const status = useStatus();
  const [wish, setWish] = useState<Wish>();
  const { latest, isPresent } = status;

  return (
    <>
      <Patterns />
      <PartTitle>{texts.title}</PartTitle>
      <Freshness status={status} />
      {latest === undefined ? null : (
        <>
          {/* What is old loses its colours; the line above says of when it is. */}
          <div className={isPresent ? styles['board'] : `${styles['board']} ${styles['past']}`}>
            <p className={styles['last']}>
              {texts.pointer(latest.value.channel, latest.value.serial)}
              {latest.value.changedAtMs === null
                ? ''
                : texts.lastChange(
                    ago(latest.serverMs - latest.value.changedAtMs),
                    latest.value.changedBy ?? texts.unknown,
                    latest.value.reason ?? '',
                  )}
              {' · '}
              {texts.servers(latest.value.nodes)}
            </p>
            <div className={styles['cards']}>
              {Object.entries(latest.value.remotes).map(([name, remote]) => (
                <RemoteCard
                  key={name}
                  name={name}
                  remote={remote}
                  nowMs={latest.serverMs}
                  onChange={(kind) => setWish({ kind, name })}
                />
              ))}
              <HostCard
                host={latest.value.host}
                isKnown={latest.value.nodes > 0}
                onRollback={() => setWish({ kind: 'rollbackHost', name: 'host' })}
              />
            </div>
            <History
              api={api}
              remotes={Object.keys(latest.value.remotes)}
              serial={latest.value.serial}
              host={latest.value.host.live}
              isPresent={isPresent}
              nowMs={latest.serverMs}
            />
          </div>
          {wish === undefined ? null : (
            <ChangeDialog
              api={api}
              kind={wish.kind}
              subject={{ name: wish.name, remote: latest.value.remotes[wish.name] ?? null }}
              serial={latest.value.serial}
              isPresent={isPresent}
              onChanged={status.refresh}
              onClose={() => setWish(undefined)}
            />
          )}
        </>
      )}
    </>
  );
}
