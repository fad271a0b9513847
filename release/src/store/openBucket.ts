/** Which bucket the releases lie in, by the settings that docs/releases.md lists. */
import { join } from 'node:path';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import { DirectoryBucket } from './DirectoryBucket';

export type StoreSettings = Readonly<Record<string, string | undefined>>;

export async function openBucket(env: StoreSettings, dataDir: string): Promise<Bucket> {
  const place = env['RELEASE_STORE'] ?? '';
  if (place === '') return new DirectoryBucket(join(dataDir, 'releases'));
  throw new ReleaseProblem('usage', `RELEASE_STORE is "${place}"; expected nothing (DATA_DIR/releases) or s3://<bucket>/<prefix>`);
}
