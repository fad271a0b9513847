import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { artifactOrigin } from './change/artifactOrigin';
import type { ReleaseContext } from './ReleaseContext';
import { openSigningKeys } from './signing/SigningKeys';
import { createReleaseStore } from './store/createReleaseStore';
import { openBucket, type StoreSettings } from './store/openBucket';

export interface ContextSettings {
  readonly root: string;
  readonly dataDir: string;
  /** Where releases lie: RELEASE_STORE and S3_*; DATA_DIR/releases when absent. */
  readonly env?: StoreSettings;
  readonly by: string;
  now(): number;
  say(line: string): void;
}

/** Opens the release store of a data directory; makes folders and keys where they are missing. */
export async function openContext({ env = {}, ...settings }: ContextSettings): Promise<ReleaseContext> {
  mkdirSync(settings.dataDir, { recursive: true });
  const keys = openSigningKeys(join(settings.dataDir, 'keys'));
  const bucket = await openBucket(env, settings.dataDir);
  return { ...settings, keys, artifactOrigin: artifactOrigin(env), store: createReleaseStore(bucket, keys, settings.now) };
}
