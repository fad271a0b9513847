/**
 * The transitions in this folder say what each verb makes of one remote's part of the pointer. They are pure, so that a test can
 * try every order of verbs. Each answers `before` itself when there is nothing to change, and throws a refused ReleaseProblem
 * when a rule forbids it. `disabled` belongs to disable and enable alone, `lock` to lock, unlock, rollback and promote.
 */
import type { RemotePointer } from '@tessera/shared/federation';
import { ReleaseProblem } from '../ReleaseProblem';

/** The change that a transition would be part of. */
export interface ChangeMeta {
  readonly remote: string;
  /** The number of the change. */
  readonly serial: number;
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
  /** When running pages follow. */
  readonly apply: RemotePointer['apply'];
}

export const refusal = (message: string): ReleaseProblem => new ReleaseProblem('refused', message);

export function promotedBefore(before: RemotePointer | undefined, { remote }: ChangeMeta): RemotePointer {
  if (before === undefined) throw refusal(`${remote} was never promoted; run: promote ${remote}`);
  return before;
}

export function refuseWhenLocked({ lock }: RemotePointer, { remote }: ChangeMeta, wayOut: string): void {
  if (lock !== null) throw refusal(`${remote} is locked by ${lock.by} (${lock.reason}); ${wayOut}`);
}
