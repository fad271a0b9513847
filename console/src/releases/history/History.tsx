/** Who changed what, when and why; an entry that no known key signed is marked. */
import { useState } from 'react';
import type { ReleasesApi } from '../releasesApi';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { dateTime } from '../../parts/times';
import { problemText, texts } from '../../texts/releases';
import { ago } from '../../texts/ago';
import styles from './History.module.css';
import { useHistory, type ToldChange } from './useHistory';

const fewEntries = 20;
/** What the server answers at most. */
const maxEntries = 200;

export interface HistoryProps {
  readonly api: ReleasesApi;
  readonly remotes: readonly string[];
  readonly serial: number;
  /** The live one. */
  readonly host: string | null;
  readonly isPresent: boolean;
  /** The server's. */
  readonly nowMs: number;
}

export function History({ api, remotes, serial, host, isPresent, nowMs }: HistoryProps) {
  const [remote, setRemote] = useState<string>();
  const [limit, setLimit] = useState(fewEntries);
  const answer = useHistory(api, { remote, limit }, { serial, host, isPresent });
  return (
    <section className="card" aria-labelledby="history">
      <h2 id="history">{texts.history.heading}</h2>
      <div className={styles['filter']}>
        <Field label={texts.history.of}>
          <select value={remote ?? ''} onChange={({ target }) => setRemote(target.value === '' ? undefined : target.value)}>
            <option value="">{texts.history.all}</option>
            {[...remotes, 'host'].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </Field>
      </div>
      {answer?.is === 'problem' ? <p className="problem">{problemText(answer)}</p> : null}
      {answer?.is === 'answer' ? (
        <>
          {answer.value.length === 0 ? <p className="soft">{texts.history.empty}</p> : null}
          <ol className={styles['entries']}>
            {answer.value.map((entry) => (
              <Entry key={entry.key} entry={entry} nowMs={nowMs} />
            ))}
          </ol>
          {limit < maxEntries && answer.value.length >= limit ? (
            <div>
              <Button onClick={() => setLimit(maxEntries)}>{texts.history.more}</Button>
            </div>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

function Entry({
  entry: { serial, atMs, by, reason, changes, isSigned },
  nowMs,
}: {
  readonly entry: ToldChange;
  readonly nowMs: number;
}) {
  return (
    <li className={styles['entry']}>
      <p className={styles['who']}>
        {serial === null ? null : <span className="soft">{texts.history.serial(serial)} </span>}
        <strong>{by}</strong>{' '}
        <time className="soft" dateTime={new Date(atMs).toISOString()} title={dateTime(atMs)}>
          {ago(nowMs - atMs)}
        </time>
        {isSigned ? null : <strong className={styles['unsigned']}>{texts.history.unsigned}</strong>}
      </p>
      <div>
        {changes.map((change) => (
          <p key={change}>{change}</p>
        ))}
        <p className="soft">{texts.history.reason(reason)}</p>
      </div>
    </li>
  );
}
