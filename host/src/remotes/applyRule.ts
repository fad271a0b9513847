/** When a running page takes up the release that it should show in place of the one that it shows. */
import type { ReleaseReference, RemotePointer } from '@tessera/shared/federation';

export type Apply = RemotePointer['apply'];

/** As the pointer says, with one exception: nobody is hurried into a canary, a ramp waits for a safe moment. */
export function applyRule(pointer: RemotePointer, wanted: ReleaseReference): Apply {
  const canary = pointer.canary?.release.version;
  if (wanted.version === canary && pointer.apply === 'now') return 'next-safe';
  return pointer.apply;
}
