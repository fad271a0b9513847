/** The board itself: what is live, what can be done about it, and what was done. */
import { useState } from 'react';
import type { BoardApi } from './api/boardApi';
import { ChangeDialog } from './changes/ChangeDialog';
import type { ChangeKind } from './changes/changeForm';
import { History } from './history/History';
import { HostCard } from './host/HostCard';
import { Button } from './parts/Button';
import { Patterns } from './parts/Patterns';
import { RemoteCard } from './remotes/RemoteCard';
import styles from './Releases.module.css';
import { Freshness } from './status/Freshness';
import { useStatus } from './status/useStatus';
import { problemText, texts } from './boardTexts';
import { ago } from './texts/ago';

export interface ReleasesProps {
  readonly api: BoardApi;
  readonly operatorName: string;
  /** Signs out; says why when it was not wished. */
  readonly onLeave: (why: string) => void;
}

interface Wish {
  readonly kind: ChangeKind;
  /** "host" for the host. */
  readonly name: string;
}

export function Releases({ api, operatorName, onLeave }: ReleasesProps) {
  const status = useStatus(api, (problem) => onLeave(problemText(problem)));
  const [wish, setWish] = useState<Wish>();
  const { latest, isPresent } = status;

  return (
    <>
      <Patterns />
      <header className={styles['header']}>
        <h1>{texts.title}</h1>
        <p className={styles['operator']}>
          {texts.signedInAs} <strong>{operatorName}</strong>
        </p>
        <Button onClick={() => onLeave('')}>{texts.signOut}</Button>
      </header>
      <Freshness status={status} />
      {latest === undefined ? null : (
        <main className={styles['main']}>
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
        </main>
      )}
    </>
  );
}
