/**
 * A release's style sheets apply only while it is on screen. They are switched off rather than taken out: the release's own
 * code remembers that it has loaded them and would not ask again when it comes back.
 */
import type { ReleaseReference } from '@tessera/shared/federation';

export function setReleaseStyles(release: ReleaseReference, isOnScreen: boolean): void {
  const folder = new URL('.', new URL(release.entry, document.baseURI)).href;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    if (link.sheet !== null && link.href.startsWith(folder)) link.sheet.disabled = !isOnScreen;
  }
}
