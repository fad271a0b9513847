/** The host's own files: a build whose files are gone from the server is loaded again, once, when no remote objects. */
import type { LiveValue } from '@tessera/shared/federation';
import { hostFolder } from '../browser/hostFolder';
import { watchMissingFiles } from '../browser/missingFiles';
import type { Remotes } from '../remotes/Remotes';

/** Whether only the person can say when to load the page again. */
export function watchHostFiles(page: Window, release: string, remotes: Pick<Remotes, 'isFree'>): LiveValue<boolean> {
  return watchMissingFiles({
    page,
    folder: new URL(hostFolder, page.location.origin).href,
    build: release,
    statusOf: async (address) => (await page.fetch(address, { method: 'HEAD', cache: 'no-store' })).status,
    memory: { read: (key) => page.sessionStorage.getItem(key), write: (key, value) => page.sessionStorage.setItem(key, value) },
    mayReload: () => remotes.isFree(),
    reload: () => page.location.reload(),
  });
}
