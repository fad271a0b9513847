/** One line on what a change did to a remote: "stable 0.1.0+aa… -> 0.2.0+bb…, locked (blank page)". Empty: nothing. */
import type { RemotePointer } from '@tessera/shared/federation';

export function describedChange(before: RemotePointer | undefined, after: RemotePointer | undefined): string {
  const parts: string[] = [];
  if (after === undefined) return before === undefined ? '' : 'taken out';
  if (before?.stable.version !== after.stable.version)
    parts.push(`stable ${before === undefined ? '' : `${before.stable.version} -> `}${after.stable.version}`);
  parts.push(...canaryParts(before?.canary ?? null, after.canary));
  if (after.lock !== null && before?.lock?.atMs !== after.lock.atMs) parts.push(`locked (${after.lock.reason})`);
  if (after.lock === null && before?.lock) parts.push('unlocked');
  if (after.disabled !== null && JSON.stringify(before?.disabled) !== JSON.stringify(after.disabled))
    parts.push(`disabled (${Object.keys(after.disabled.message).join(', ')})`);
  if (after.disabled === null && before?.disabled) parts.push('enabled');
  if (parts.length > 0 && after.apply === 'now') parts.push('at once');
  return parts.join(', ');
}

type Canary = RemotePointer['canary'];

function canaryParts(before: Canary, after: Canary): readonly string[] {
  if (after === null) return before === null ? [] : [`canary ${before.release.version} ended`];
  const { release, percent, frozen } = after;
  if (before?.salt !== after.salt) return [`canary ${release.version} ${percent} %`];
  if (frozen !== before.frozen)
    return [frozen ? `canary ${release.version} halted at ${percent} %` : `canary ${release.version} taken up with ${percent} %`];
  return percent === before.percent ? [] : [`canary ${release.version} ${before.percent} % -> ${percent} %`];
}
