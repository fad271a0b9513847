/** Which store people's files lie in, by the settings BLOB_STORE and S3_*. */
import type { BlobStore } from './BlobStore';
import { createDirectoryBlobs } from './DirectoryBlobs';
import type { S3Settings } from './S3Blobs';

export type BlobSettings = { readonly folder: string } | { readonly s3: S3Settings };

export async function openBlobs(settings: BlobSettings): Promise<BlobStore> {
  if ('folder' in settings) return createDirectoryBlobs(settings.folder);
  // The client is large: who keeps files in a directory never loads it.
  const { createS3Blobs } = await import('./S3Blobs');
  return createS3Blobs(settings.s3);
}
