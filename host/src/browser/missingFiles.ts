/**
 * A page that was open while hosts were released may ask for a file of its own that is gone by now. Loading the page again
 * brings the host of today: once for each build, so that a file that stays missing makes no loop, and never over something
 * that a remote says it would lose. In those cases the person is asked to do it when it suits.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { LiveValue } from '@tessera/shared/federation';

export const reloadedForKey = 'tessera.reloadedFor';

export interface MissingFilesDeps {
  readonly page: EventTarget;
  /** Where the host's own files lie; what a remote misses is the loader's affair. */
  readonly folder: string;
  /** The build of the host that this page runs. */
  readonly build: string;
  /** The server's answer for an address: its status; rejects without a network. */
  statusOf(address: string): Promise<number>;
  /** Kept as long as the tab lives. May throw where the browser keeps nothing; then the page is not loaded again by itself. */
  readonly memory: { read(key: string): string | null; write(key: string, value: string): void };
  mayReload(): boolean;
  reload(): void;
}

/** True once a file is missing and only the person can say when to load the page again. */
export function watchMissingFiles(parts: MissingFilesDeps): LiveValue<boolean> {
  const isOutdated = new BehaviorSubject(false);
  let isAtWork = false;

  async function recover(address: string): Promise<void> {
    const status = await parts.statusOf(address).catch(() => undefined);
    // Without a network, or with a server out of order, another try would fail just the same.
    if (status === undefined || status >= 500) return;
    if (parts.mayReload() && isFirstReload(parts)) parts.reload();
    else isOutdated.next(true);
  }

  // Failures of scripts and sheets do not bubble; they are seen on their way down.
  parts.page.addEventListener(
    'error',
    ({ target }) => {
      const address = addressOf(target);
      if (isAtWork || address === undefined || !address.startsWith(parts.folder)) return;
      isAtWork = true;
      void recover(address).finally(() => (isAtWork = false));
    },
    true,
  );
  return isOutdated;
}

function isFirstReload({ memory, build }: MissingFilesDeps): boolean {
  try {
    if (memory.read(reloadedForKey) === build) return false;
    memory.write(reloadedForKey, build);
    return true;
  } catch {
    return false;
  }
}

function addressOf(target: EventTarget | null): string | undefined {
  if (target instanceof HTMLScriptElement) return target.src;
  return target instanceof HTMLLinkElement && target.rel === 'stylesheet' ? target.href : undefined;
}
