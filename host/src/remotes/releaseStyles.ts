/**
 * A release's style sheets apply only while it is on screen. They are switched off rather than taken out: the release's own
 * code remembers that it has loaded them and would not ask again when it comes back. A release that is mounted again is for
 * a moment on screen twice, so the holders are counted.
 */
import type { ReleaseReference } from '@tessera/shared/federation';

const holders = new Map<string, number>();

/** The release is on screen until the returned function is called. */
export function holdReleaseStyles(release: ReleaseReference): () => void {
  const folder = new URL('.', new URL(release.entry, document.baseURI)).href;
  change(folder, 1);
  return () => change(folder, -1);
}

function change(folder: string, by: 1 | -1): void {
  const count = (holders.get(folder) ?? 0) + by;
  if (count === 0) holders.delete(folder);
  else holders.set(folder, count);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet !== null && link.href.startsWith(folder)) link.sheet.disabled = count === 0;
  }
}
