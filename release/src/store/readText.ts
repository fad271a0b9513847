import type { Bucket } from './Bucket';

/** Undefined: there is no such object. */
export async function readText(bucket: Bucket, key: string): Promise<string | undefined> {
  const bytes = await bucket.read(key);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}
