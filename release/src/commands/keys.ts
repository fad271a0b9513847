/**
 * keys: which keys hosts trust, and which one signs. keys rotate: the next key becomes the current one.
 *
 * Every host that was published before trusts the old current and the old next key, and it must accept the pointer at every
 * moment. So the pointer is first signed again by the next key; only then do the keys move up; and only then does index.html
 * name the new pair. Anyone who dies in between leaves a pointer that all hosts accept, and repeats the verb.
 */
import type { ReleasePointer } from '@tessera/shared/federation';
import { writeHostIndex } from '../host/hostIndex';
import { checkPrintable } from '../output/printable';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';
import type { KeyFingerprint } from '../signing/SigningKeys';
import type { Channel } from '../store/Channel';

/** What hosts trust: `current` signs, `next` will. A retired key is known for the log's sake only. */
export interface KeysReport {
  readonly current: KeyFingerprint;
  readonly next: KeyFingerprint;
  readonly retired: readonly KeyFingerprint[];
}

export interface RotateKeysRequest {
  readonly channel: Channel;
  readonly reason?: string | undefined;
  readonly dryRun?: boolean | undefined;
}

export interface KeyRotation {
  readonly outcome: 'changed' | 'would-change';
  /** Of the pointer as the new current key signed it; null when nothing was ever promoted. */
  readonly serial: number | null;
  readonly before: KeysReport;
  readonly after: KeysReport;
}

export const keys = ({ keys: { fingerprints } }: ReleaseContext): KeysReport => fingerprints;

export function keysText({ current, next, retired }: KeysReport): string {
  return [
    `${current}  signs`,
    `${next}  next: trusted already, signs after "keys rotate"`,
    ...retired.map((key) => `${key}  retired`),
  ].join('\n');
}

export async function rotateKeys(
  context: ReleaseContext,
  { channel, reason = 'keys rotated', dryRun = false }: RotateKeysRequest,
): Promise<KeyRotation> {
  checkPrintable('--reason', reason);
  checkPrintable('--by', context.by);
  const before = context.keys.fingerprints;
  const newest = await newestChange(context);
  if (dryRun) return { outcome: 'would-change', serial: newest === undefined ? null : newest.serial + 1, before, after: before };

  const anew = ({ serial, ...pointer }: ReleasePointer): ReleasePointer => ({
    ...pointer,
    serial: serial + 1,
    issuedAtMs: context.now(),
    by: context.by,
    reason,
  });
  if (newest !== undefined) await context.store.swapPointer(channel, anew(newest), 'next');
  context.keys.rotate();
  // Somebody may have made a change with the old key since: it would be refused by hosts that trust the new pair.
  const since = await newestChange(context);
  const signedSince = since === undefined || since.serial === (newest?.serial ?? 0) + 1 ? undefined : anew(since);
  if (signedSince !== undefined) await context.store.swapPointer(channel, signedSince);
  await writeHostIndex(context);
  return { outcome: 'changed', serial: signedSince?.serial ?? since?.serial ?? null, before, after: context.keys.fingerprints };
}

export function rotationText({ outcome, serial, before, after }: KeyRotation): string {
  if (outcome === 'would-change')
    return `${before.next} would sign from then on, ${before.current} would be retired\ndry run: nothing changed`;
  const pages =
    'Open pages trust the two keys from before: rotate again only when they are gone, or they follow no more changes until they are opened anew.';
  return [
    `${after.current} signs, ${after.next} is next, ${before.current} is retired`,
    ...(serial === null ? [] : [`the pointer is signed anew, serial ${serial}`]),
    pages,
  ].join('\n');
}

async function newestChange({ store }: ReleaseContext): Promise<ReleasePointer | undefined> {
  const newest = (await store.readLog(1))[0];
  if (newest?.isSigned === false)
    throw new ReleaseProblem(
      'refused',
      `change ${newest.pointer.serial} of the pointer is not signed by a key of this data directory`,
    );
  return newest?.pointer;
}
