import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseContext } from './ReleaseContext';
import { openSigningKeys } from './signing/SigningKeys';
import { openDirectoryStore } from './store/DirectoryStore';

export interface ContextSettings {
  readonly root: string;
  readonly dataDir: string;
  readonly by: string;
  now(): number;
  say(line: string): void;
}

/** Opens the release store of a data directory; makes folders and keys where they are missing. */
export function openContext(settings: ContextSettings): ReleaseContext {
  mkdirSync(settings.dataDir, { recursive: true });
  const keys = openSigningKeys(join(settings.dataDir, 'keys'));
  return { ...settings, keys, store: openDirectoryStore(join(settings.dataDir, 'releases'), keys) };
}
