/** Which version is where, how many pages run it, and how often it failed; above it the same sessions as a bar. */
import type { RemoteStatus } from '@tessera/release';
import { Bar } from '../Bar';
import { Swatch } from '../Patterns';
import { Version } from '../Version';
import { texts } from '../../texts/releases';
import type { PlacedVersion } from './placedVersions';
import styles from './VersionTable.module.css';

export function VersionTable({
  versions,
  canary,
}: {
  readonly versions: readonly PlacedVersion[];
  readonly canary: RemoteStatus['canary'];
}) {
  return (
    <>
      <Bar parts={versions.map(({ place, sessions }) => ({ place, size: sessions ?? 0 }))} />
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{texts.place}</th>
            <th scope="col">{texts.version}</th>
            <th scope="col" className="number">
              {texts.sessions.heading}
            </th>
            <th scope="col" className="number">
              {texts.failures.inOneHour}
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, place, sessions, isDraining, loaded, failed }) => (
            <tr key={version}>
              <th scope="row">
                <Swatch place={place} /> {texts.places[place]}
                {place === 'canary' && canary !== null ? <CanaryShare canary={canary} /> : null}
              </th>
              <td>
                <Version version={version} />
              </td>
              <td className="number">
                {sessions ?? texts.sessions.unknown}
                {isDraining ? <span className={styles['draining']}>{texts.sessions.draining}</span> : null}
              </td>
              <td className={`number ${failed > 0 ? styles['failed'] : ''}`}>
                {failed + loaded === 0 ? texts.none : texts.failures.ofLoaded(failed, loaded)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function CanaryShare({ canary: { percent, isHalted } }: { readonly canary: NonNullable<RemoteStatus['canary']> }) {
  return (
    <span className={styles['share']}>
      <Bar parts={[{ place: isHalted ? 'other' : 'canary', size: percent }]} whole={100} />
      <span className={isHalted ? styles['halted'] : ''}>
        {isHalted ? texts.canary.halted(percent) : texts.canary.share(percent)}
      </span>
    </span>
  );
}
