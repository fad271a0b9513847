/** Which bucket the releases lie in, by the settings that docs/releases.md lists. */
import { join } from 'node:path';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import { DirectoryBucket } from './DirectoryBucket';

/** RELEASE_STORE and the S3_* of docs/releases.md; other names are left alone, so that process.env can be handed in. */
export type StoreSettings = Readonly<Record<string, string | undefined>>;

const s3Address = /^s3:\/\/([a-z0-9][a-z0-9.-]+[a-z0-9])(?:\/([^/].*?))?\/?$/;

export async function openBucket(env: StoreSettings, dataDir: string): Promise<Bucket> {
  const address = env['RELEASE_STORE'] ?? '';
  if (address === '') return new DirectoryBucket(join(dataDir, 'releases'));
  const [, bucket, folder] = s3Address.exec(address) ?? [];
  if (bucket === undefined) {
    throw new ReleaseProblem(
      'usage',
      `RELEASE_STORE is "${address}"; expected nothing (DATA_DIR/releases) or s3://<bucket>/<prefix>`,
    );
  }
  const needed = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '')
      throw new ReleaseProblem('usage', `RELEASE_STORE is "${address}", so ${name} must be set`);
    return value;
  };
  const endpoint = env['S3_ENDPOINT'] ?? '';
  const settings = {
    bucket,
    prefix: folder === undefined ? '' : `${folder}/`,
    ...(endpoint === '' ? {} : { endpoint }),
    region: env['S3_REGION'] ?? 'us-east-1',
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
  };
  // The client is large: who keeps releases in a directory never loads it.
  const { S3Bucket } = await import('./S3Bucket');
  return new S3Bucket(settings);
}
