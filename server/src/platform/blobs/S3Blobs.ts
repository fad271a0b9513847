/** Blobs in an S3-compatible object store. An object is there as a whole or not at all. */
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { BlobStore } from './BlobStore';

export interface S3Settings {
  readonly bucket: string;
  /** Put before every key; empty or ending in "/". */
  readonly prefix: string;
  /** Absent: the provider that the client knows by the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

// These and the client's settings below are also in release/src/store/S3Bucket.ts: the two programs import nothing of each other, and
// what they ask of a store is not the same.
const connectMs = 5_000;
const requestMs = 10_000;
const attempts = 3;

// The client says at its first use that its releases of 2027 will need a newer Node. The one that is pinned here does not.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

export function createS3Blobs({ bucket, prefix, endpoint, region, accessKeyId, secretAccessKey }: S3Settings): BlobStore {
  const client = new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: requestMs,
    },
    // The newer trailing checksums are unknown to many compatible servers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  return {
    async read(key) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(key)));
        return Body === undefined ? undefined : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    async write(key, bytes) {
      const headers = { ContentType: 'application/octet-stream', CacheControl: 'no-store' };
      await client.send(new PutObjectCommand({ ...at(key), ...headers, Body: bytes }));
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    removeDrafts: () => Promise.resolve(),
  };
}
