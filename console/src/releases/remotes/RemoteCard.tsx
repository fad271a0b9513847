/** One remote: what people get of it, what pages run, what failed, and what can be done about it. */
import type { RemoteStatus } from '@tessera/release';
import type { ChangeVerb } from '../releasesApi';
import { offeredVerbs } from '../changes/offeredVerbs';
import { Button } from '../../parts/Button';
import { texts } from '../../texts/releases';
import { ago } from '../../texts/ago';
import { FailurePlot } from './FailurePlot';
import { placedVersions } from './placedVersions';
import { PublishedVersions } from './PublishedVersions';
import { VersionTable } from './VersionTable';
import styles from './RemoteCard.module.css';

export interface RemoteCardProps {
  readonly name: string;
  readonly remote: RemoteStatus;
  /** The server's. */
  readonly nowMs: number;
  readonly onChange: (verb: ChangeVerb) => void;
}

export function RemoteCard({ name, remote, nowMs, onChange }: RemoteCardProps) {
  const { lock, disabled, canary, failures, published } = remote;
  const versions = placedVersions(remote);
  return (
    <section className="card" aria-labelledby={`remote-${name}`}>
      <h2 id={`remote-${name}`}>{name}</h2>
      {disabled === null ? null : (
        <div className={styles['disabled']}>
          <strong>{texts.disabled}</strong>
          <ul>
            {Object.entries(disabled).map(([language, text]) => (
              <li key={language}>
                <span className="code">{language}</span> <span lang={language}>{text}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {lock === null ? null : <p className={styles['locked']}>{texts.locked(lock.by, ago(nowMs - lock.atMs), lock.reason)}</p>}
      {versions.length === 0 ? (
        <p className="soft">{texts.nothingPromoted}</p>
      ) : (
        <VersionTable versions={versions} canary={canary} />
      )}
      {versions.length === 0 ? null : <FailurePlot failures={failures} versions={versions} nowMs={nowMs} />}
      <PublishedVersions published={published} nowMs={nowMs} />
      <div className={styles['actions']} role="group" aria-label={texts.actionsOf(name)}>
        {offeredVerbs(remote).map((verb) => (
          <Button key={verb} kind={verb === 'rollback' ? 'danger' : 'plain'} onClick={() => onChange(verb)}>
            {texts.verbs[verb].button}
          </Button>
        ))}
      </div>
    </section>
  );
}
