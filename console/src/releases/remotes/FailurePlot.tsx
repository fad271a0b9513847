/**
 * Failures over the last hour: per minute how many pages loaded the remote (pale) and on how many a version of it failed (in
 * front). The same as a table for who does not see it.
 */
import type { RemoteStatus } from '@tessera/release';
import { fillOf } from '../Patterns';
import { clockMinute } from '../../parts/times';
import { texts } from '../../texts/releases';
import { failureColumns, highestColumn, shownMinutes, type FailureColumn } from './failureColumns';
import type { Place, PlacedVersion } from './placedVersions';
import styles from './FailurePlot.module.css';

/** In per cent: a single failure among thousands still shows. */
const minHeight = 5;
const slotWidth = 100 / shownMinutes;

export function FailurePlot({
  failures,
  versions,
  nowMs,
}: {
  readonly failures: RemoteStatus['failures'];
  readonly versions: readonly PlacedVersion[];
  readonly nowMs: number;
}) {
  const failing = versions.filter(({ failed }) => failed > 0);
  if (failing.length === 0)
    return <p className="soft small">{texts.failures.none(versions.reduce((sum, { loaded }) => sum + loaded, 0))}</p>;

  const columns = failureColumns(
    failures,
    failing.map(({ version }) => version),
    nowMs,
  );
  const highest = highestColumn(columns);
  const placeOf = new Map(failing.map(({ version, place }) => [version, place]));
  return (
    <figure className={styles['plot']}>
      <figcaption>
        {failing.map(({ version, failed, loaded }) => texts.failures.summary(version, failed, loaded)).join('; ')}
      </figcaption>
      <div className={styles['scale']} aria-hidden="true">
        <span>{highest}</span>
        <span>0</span>
      </div>
      <svg className={styles['columns']} role="img" aria-label={texts.failures.plot}>
        <line x1="0" x2="100%" y1="0.5" y2="0.5" className={styles['grid']} />
        {columns.map((column) => (
          <Column key={column.slot} column={column} highest={highest} placeOf={placeOf} />
        ))}
      </svg>
      <div className={styles['minutes']} aria-hidden="true">
        {texts.failures.axis.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <details>
        <summary>{texts.failures.asTable}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.failures.minute}</th>
              <th scope="col">{texts.version}</th>
              <th scope="col" className="number">
                {texts.failures.failed}
              </th>
              <th scope="col" className="number">
                {texts.failures.loaded}
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.flatMap(({ slot, minuteMs, loaded, failed }) =>
              failed.map(({ version, count }) => (
                <tr key={`${slot} ${version}`}>
                  <td>{clockMinute(minuteMs)}</td>
                  <td className="code">{version}</td>
                  <td className="number">{count}</td>
                  <td className="number">{loaded}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Column({
  column,
  highest,
  placeOf,
}: {
  readonly column: FailureColumn;
  readonly highest: number;
  readonly placeOf: ReadonlyMap<string, Place>;
}) {
  const { slot, loaded, failed } = column;
  const heights = failed.map(({ count }) => Math.max(minHeight, (100 * count) / highest));
  const rect = (height: number, below: number) => ({
    x: `${slot * slotWidth}%`,
    width: `${slotWidth * 0.8}%`,
    y: `${100 - below - height}%`,
    height: `${height}%`,
  });
  return (
    <g>
      {loaded === 0 ? null : <rect {...rect((100 * loaded) / highest, 0)} className={styles['loaded']} />}
      {failed.map(({ version }, index) => (
        <rect
          key={version}
          {...rect(
            heights[index] ?? 0,
            heights.slice(0, index).reduce((sum, height) => sum + height, 0),
          )}
          fill={fillOf(placeOf.get(version) ?? 'other')}
        />
      ))}
    </g>
  );
}
