import type { RemoteStatus } from '@tessera/release';
import { Version } from '../Version';
import { dateTime } from '../../parts/times';
import { texts } from '../../texts/releases';
import { ago } from '../../texts/ago';
import styles from './PublishedVersions.module.css';

/** Everything that could be promoted, newest first. */
export function PublishedVersions({
  published,
  nowMs,
}: {
  readonly published: RemoteStatus['published'];
  readonly nowMs: number;
}) {
  if (published.length === 0) return <p className="soft small">{texts.published.nothing}</p>;
  return (
    <details>
      <summary>{texts.published.heading(published.length)}</summary>
      <div className={styles['list']} role="region" aria-label={texts.published.heading(published.length)} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.version}</th>
              <th scope="col">{texts.published.built}</th>
              <th scope="col">{texts.published.contract}</th>
              <th scope="col">{texts.published.conformance}</th>
            </tr>
          </thead>
          <tbody>
            {published.map(({ version, builtAtMs, contract, isProven, note }) => (
              <tr key={version}>
                <td>
                  <Version version={version} />
                  {note !== null && <div className="soft small">{note}</div>}
                </td>
                <td title={dateTime(builtAtMs)}>{ago(nowMs - builtAtMs)}</td>
                <td className="code">{contract}</td>
                <td className={isProven ? '' : styles['unproven']} title={isProven ? undefined : texts.published.unprovenMeans}>
                  {isProven ? texts.published.proven : texts.published.unproven}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
