/**
 * A bucket in an S3-compatible object store. Creating is a conditional write (If-None-Match: *), which the whole release store
 * rests on. A server that ignores the condition would let the later of two operators silently win, so the first create of
 * every process proves it: of several writers of one key at once, no more than one may be told that it was the one.
 */
import { randomUUID } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { ReleaseProblem } from '../ReleaseProblem';
import type { Bucket } from './Bucket';
import { objectHeaders } from './objectHeaders';

export interface S3Settings {
  readonly bucket: string;
  /** Put before every key; empty or ending in "/". */
  readonly prefix: string;
  /** Absent: the provider that the client knows by the region. */
  readonly endpoint?: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Keys per answer of a list; the server's own limit when absent. */
  readonly pageSize?: number;
}

const connectMs = 5_000;
const requestMs = 10_000;
const attempts = 3;
const probeWriters = 6;

// The client says at its first use that its releases of 2027 will need a newer Node. The one that is pinned here does not, and the
// README says what Node this project runs on; who wants to be told sets this to "false".
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

export class S3Bucket implements Bucket {
  readonly name: string;
  readonly #settings: S3Settings;
  readonly #client: S3Client;
  #proof: Promise<void> | undefined;

  constructor(settings: S3Settings) {
    const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = settings;
    this.name = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
    this.#settings = settings;
    this.#client = new S3Client({
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
      // The newer trailing checksums are unknown to many compatible servers; every release file carries its own hash.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#at(key)));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'NoSuchKey') return undefined;
      throw this.#fault('read', key, error);
    }
  }

  async create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    this.#proof ??= this.#proveCreateOnly().catch((error: unknown) => {
      this.#proof = undefined;
      throw error;
    });
    await this.#proof;
    return this.#createUnproven(key, bytes);
  }

  async replace(key: string, bytes: Uint8Array): Promise<void> {
    try {
      await this.#client.send(new PutObjectCommand(this.#object(key, bytes)));
    } catch (error) {
      throw this.#fault('write', key, error);
    }
  }

  async list(prefix: string): Promise<readonly string[]> {
    const { bucket, prefix: root, pageSize } = this.#settings;
    const keys: string[] = [];
    try {
      for (let token: string | undefined, isLast = false; !isLast;) {
        const page = await this.#client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${root}${prefix}`, MaxKeys: pageSize, ContinuationToken: token }),
        );
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key.slice(root.length)])));
        token = page.NextContinuationToken;
        isLast = token === undefined;
      }
    } catch (error) {
      throw this.#fault('list', prefix, error);
    }
    return keys;
  }

  async remove(key: string): Promise<void> {
    try {
      await this.#client.send(new DeleteObjectCommand(this.#at(key)));
    } catch (error) {
      throw this.#fault('remove', key, error);
    }
  }

  /** An object is there as a whole or not at all. */
  removeDrafts(): Promise<number> {
    return Promise.resolve(0);
  }

  /** A conflict (409) says that another write of the key is under way and may yet fail, so it is asked again. */
  async #createUnproven(key: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#client.send(new PutObjectCommand({ ...this.#object(key, bytes), IfNoneMatch: '*' }));
        return 'created';
      } catch (error) {
        if (statusOf(error) === 412) return 'exists';
        if (statusOf(error) === 501) throw this.#unfit('refuses');
        if (statusOf(error) !== 409 || attempt === attempts) throw this.#fault('create', key, error);
        if ((await this.read(key)) !== undefined) return 'exists';
      }
    }
  }

  async #proveCreateOnly(): Promise<void> {
    const key = `probe/${randomUUID()}`;
    const outcomes = await Promise.all(
      Array.from({ length: probeWriters }, (_, writer) => this.#createUnproven(key, Buffer.from(`${writer}`))),
    );
    const repeated = await this.#createUnproven(key, Buffer.from('again'));
    // Some operators' credentials may not remove; the probe is a few bytes.
    await this.remove(key).catch(() => undefined);
    if (repeated === 'created' || outcomes.filter((outcome) => outcome === 'created').length > 1) throw this.#unfit('ignores');
  }

  #unfit(what: 'ignores' | 'refuses'): ReleaseProblem {
    return new ReleaseProblem(
      'refused',
      `${this.name}: the server ${what} create-only writes (PUT with If-None-Match: *), so two operators at once could undo each other; use another object store`,
    );
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${key}` };
  }

  #object(key: string, bytes: Uint8Array): PutObjectCommandInput {
    return { ...this.#at(key), ...objectHeaders(key), Body: bytes };
  }

  #fault(verb: string, key: string, error: unknown): ReleaseProblem {
    if (error instanceof ReleaseProblem) return error;
    const { name, message } = error instanceof Error ? error : { name: 'fault', message: String(error) };
    return new ReleaseProblem(
      'unreachable',
      `${this.name}: cannot ${verb} ${key}: ${name}${message === '' ? '' : ` (${message})`}`,
    );
  }
}
