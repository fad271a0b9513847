/** What a rollback does, before anybody is asked: from what to what, and how many pages that concerns. */
import type { RemoteStatus } from '@tessera/release';
import { Version } from '../Version';
import { texts } from '../../texts/releases';
import styles from './RollbackSummary.module.css';

export function RollbackSummary({
  remote: { stable, canary, lock, sessions },
  to,
}: {
  readonly remote: RemoteStatus;
  readonly to: string;
}) {
  const affected = (version: string): number | null => (sessions === null ? null : (sessions[version] ?? 0));
  return (
    <div className={styles['summary']}>
      <p className={styles['versions']}>
        <span>
          <span className="hidden">{texts.rollback.from}</span> <Version version={stable ?? texts.none} />
        </span>
        <span aria-hidden="true">→</span>
        <span>
          <span className="hidden">{texts.rollback.to}</span> {to === '' ? texts.rollback.choose : <Version version={to} />}
        </span>
      </p>
      <p>{texts.rollback.affected(stable === null ? null : affected(stable))}</p>
      {canary === null || canary.isHalted ? null : <p>{texts.rollback.canaryEnds(canary.version, affected(canary.version))}</p>}
      {lock === null ? null : <p>{texts.rollback.locked(lock.by, lock.reason)}</p>}
    </div>
  );
}
