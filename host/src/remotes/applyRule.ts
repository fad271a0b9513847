/** When a running page takes up the release that it should show in place of the one that it shows. */
import type { ReleaseReference, RemotePointer } from '@tessera/shared/federation';

export type Apply = RemotePointer['apply'];

/**
 * As the pointer says, with two exceptions. Nobody is hurried into a canary: a ramp waits for a safe moment. And nobody
 * keeps a canary that was halted until the next start.
 */
export function applyRule(pointer: RemotePointer, shown: ReleaseReference, wanted: ReleaseReference): Apply {
  const canary = pointer.canary?.release.version;
  if (wanted.version === canary && pointer.apply === 'now') return 'next-safe';
  if (shown.version === canary && pointer.apply === 'next-boot') return 'next-safe';
  return pointer.apply;
}
