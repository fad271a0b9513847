/** The host and which versions of it open pages run: a page keeps its host until it is opened again. */
import type { StatusReport } from '@tessera/release';
import { Bar } from '../Bar';
import { Button } from '../../parts/Button';
import { Swatch } from '../Patterns';
import { Version } from '../Version';
import { texts } from '../../texts/releases';

export interface HostCardProps {
  readonly host: StatusReport['host'];
  /** Some server tells what pages run. */
  readonly isKnown: boolean;
  readonly onRollback: () => void;
}

export function HostCard({ host: { live, contract, sessions }, isKnown, onRollback }: HostCardProps) {
  const versions = [...new Set([...(live === null ? [] : [live]), ...Object.keys(sessions)])];
  const placeOf = (version: string) => (version === live ? 'stable' : 'other');
  return (
    <section className="card" aria-labelledby="host">
      <h2 id="host">{texts.host.heading}</h2>
      <Bar parts={versions.map((version) => ({ place: placeOf(version), size: sessions[version] ?? 0 }))} />
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.place}</th>
            <th scope="col">{texts.version}</th>
            <th scope="col" className="number">
              {texts.sessions.heading}
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version}>
              <th scope="row">
                <Swatch place={placeOf(version)} /> {version === live ? texts.host.live : texts.sessions.draining}
              </th>
              <td>
                <Version version={version} />
              </td>
              <td className="number">{isKnown ? (sessions[version] ?? 0) : texts.sessions.unknown}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="soft small">{texts.host.contract(contract ?? texts.none)}</p>
      <div>
        <Button kind="danger" onClick={onRollback}>
          {texts.host.rollback}
        </Button>
      </div>
    </section>
  );
}
