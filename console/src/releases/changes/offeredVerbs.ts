import type { RemoteStatus } from '@tessera/release';
import type { ChangeVerb } from '../releasesApi';

/** What makes sense for a remote as it is. A lock hides nothing: what it forbids says so, and how to go on. */
export function offeredVerbs({ stable, canary, lock, disabled, published }: RemoteStatus): readonly ChangeVerb[] {
  const offered: readonly (readonly [verb: ChangeVerb, isOffered: boolean])[] = [
    ['rollback', stable !== null],
    ['halt', canary !== null && !canary.isHalted],
    ['promote', published.length > 0],
    ['canary', stable !== null],
    [lock === null ? 'lock' : 'unlock', stable !== null],
    [disabled === null ? 'disable' : 'enable', stable !== null],
  ];
  return offered.flatMap(([verb, isOffered]) => (isOffered ? [verb] : []));
}
