/**
 * Pictures that people hand in: taken, encoded anew, kept, bound to what they are for, shown, and removed when nothing wants them.
 * A row is there before its bytes and goes after them, so that nothing lies in the blob store that no row knows of, whenever a
 * process ends.
 */
import { AppError } from '@tessera/shared/errors';
import { holdPerson, holdSession } from '../identity/holdPerson';
import { SealBroken } from '../platform/secretBox';
import { addressOf, readAddress } from '../platform/signedAddress';
import { encodeAnew } from './encodeAnew';
import { enterUpload, unusedMs, type EnteredUpload } from './enterUpload';
import { createDecoderTurns } from './decoderTurns';
import { isSessionLive } from './isSessionLive';
import { createPaperVault } from './PaperVault';
import { pictureRoute } from './pictureRoute';
import type { Handlers } from '../http/handler';
import type { Job } from '../jobs/JobRunner';
import type { BlobStore } from '../platform/blobs/BlobStore';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import type { Db, Tx } from '../store/database';
import type { User } from '../identity/users';
import type { KeptPurpose, UploadTable } from './tables';

/** Whom a picture is shown to: "user:10000001", "operator:ann"; and the number of his session, with which the address ends. */
export interface Viewer {
  readonly viewer: `${'user' | 'operator'}:${string}`;
  readonly session: string;
}

export interface Claim {
  readonly userId: number;
  readonly ids: readonly string[];
  readonly purpose: KeptPurpose;
  /** The record that they now belong to: "identity:12". */
  readonly usedBy: string;
  readonly nowMs: number;
}

/** A picture that customer service sends to a person. */
export interface AnswerPicture {
  readonly userId: number;
  /** Who sends it: decoders are shared out by this name. */
  readonly operator: string;
  readonly field: string;
  readonly bytes: Buffer;
}

export interface Uploads {
  readonly handlers: Handlers;
  readonly job: Job;
  /** Its id, for a claim. Throws as `upload` does, and AUTH_USER_NOT_FOUND. */
  keepAnswer(picture: AnswerPicture): Promise<string>;
  /** Within the transaction that makes the record, which holds the person. Throws DATA_NOT_FOUND unless all are his, for this, and free. */
  claim(tx: Tx, claim: Claim): Promise<void>;
  /** Path at which the picture is shown to this viewer for two minutes, unless his session ends before. Whether he may see it is for the caller to know. */
  addressOf(id: string, viewer: Viewer): Promise<string>;
  /** What an address shows, once it is written down who sees it. Throws DATA_NOT_FOUND for any address that shows nothing. */
  show(query: unknown): Promise<Buffer>;
}

export interface UploadNeeds {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** What pictures of documents are sealed with. */
  readonly key: () => Promise<string>;
  /** Tests hand in their own. */
  readonly encode?: typeof encodeAnew;
}

function explainSeal(error: unknown, log: Log): never {
  if (!(error instanceof SealBroken)) throw error;
  log.error({ err: error }, 'a picture does not open: is ACCOUNT_KEY the one it was sealed with?');
  throw new AppError('FEATURE_UNAVAILABLE', { cause: error });
}

/** What is removed nobody can have bound or repeated for an hour. */
const removedMs = unusedMs + 3_600_000;
const removedAtOnce = 200;
/** All that a person may send in ten minutes (limits.ts), at a second and a half each; of a decoder's time a tenth is his. */
const decoding = { atOnce: 2, waitLimitMs: 30_000, shareMs: 90_000, refill: 0.1 };

export function createUploads({ db, blobs, clock, random, log, key, encode = encodeAnew }: UploadNeeds): Uploads {
  const vault = createPaperVault(key, random);
  const decoders = createDecoderTurns({ clock, ...decoding });
  const addressFor = (id: string, viewer: Viewer) =>
    addressOf({ sign: vault.signatureOf, route: pictureRoute }, { id, ...viewer }, clock.now());

  /** `by`: whose share of the decoders it costs. `hold`: the person in whose name it is kept. */
  async function keep(
    sent: Buffer,
    {
      by,
      hold,
      nowMs,
      ...asked
    }: Pick<EnteredUpload, 'purpose' | 'field'> & { readonly by: string; hold(tx: Tx): Promise<User>; readonly nowMs: number },
  ): Promise<UploadTable> {
    const picture = await decoders.run(by, () => encode(sent));
    const row = await db
      .transaction()
      .execute(async (tx) => enterUpload(tx, { vault, random }, { ...asked, userId: (await hold(tx)).id, picture, nowMs }));
    if (row.storedAtMs === null) {
      const sealed = await vault.seal(row.id, row.wrappedKey, picture.bytes);
      await blobs.write(row.blobKey, sealed).catch((error: unknown) => {
        log.error({ err: error }, 'a picture could not be stored');
        throw new AppError('UPLOAD_FAILED', { cause: error, isRetryable: true });
      });
      await db.updateTable('upload').set({ storedAtMs: clock.now() }).where('id', '=', row.id).execute();
    }
    return row;
  }

  const handlers: Handlers = {
    async upload({ request: { purpose, field, file }, user, nowMs }) {
      const sent = Buffer.from(await file.arrayBuffer());
      const hold = (tx: Tx) => holdSession(tx, user, nowMs);
      const row = await keep(sent, { by: user.userId, hold, purpose, field, nowMs });
      const { id, bytes, width, height } = row;
      const address = await addressFor(id, { viewer: `user:${user.userId}`, session: user.sessionId });
      return { id, bytes, width, height, address };
    },
  };

  async function removeUnused(): Promise<void> {
    const before = clock.now() - removedMs;
    for (;;) {
      const rows = await db
        .selectFrom('upload')
        .select(['id', 'blobKey'])
        .where('usedBy', 'is', null)
        .where('createdAtMs', '<', before)
        .limit(removedAtOnce)
        .execute();
      for (const { id, blobKey } of rows) {
        await blobs.remove(blobKey);
        await db.deleteFrom('upload').where('id', '=', id).where('usedBy', 'is', null).execute();
      }
      if (rows.length < removedAtOnce) break;
    }
    await blobs.removeDrafts(before);
  }

  return {
    handlers,
    job: { name: 'remove-unused-uploads', everyMs: 3_600_000, run: removeUnused },
    async keepAnswer({ userId, operator, field, bytes }) {
      const hold = (tx: Tx) => holdPerson(tx, userId);
      const { id } = await keep(bytes, { by: `operator:${operator}`, hold, purpose: 'answer', field, nowMs: clock.now() });
      return id;
    },
    async claim(tx, { userId, ids, purpose, usedBy, nowMs }) {
      const { numUpdatedRows } = await tx
        .updateTable('upload')
        .set({ usedBy })
        .where('id', 'in', [...ids])
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .where('usedBy', 'is', null)
        .where('storedAtMs', 'is not', null)
        .where('createdAtMs', '>', nowMs - unusedMs)
        .executeTakeFirst();
      if (numUpdatedRows !== BigInt(ids.length)) throw new AppError('DATA_NOT_FOUND');
    },
    addressOf: addressFor,
    async show(query) {
      const nowMs = clock.now();
      const shown = await readAddress(
        { sign: vault.signatureOf, isSessionLive: (of) => isSessionLive(db, of, nowMs) },
        query,
        nowMs,
      );
      const row =
        shown &&
        (await db.selectFrom('upload').select(['id', 'blobKey', 'wrappedKey']).where('id', '=', shown.id).executeTakeFirst());
      const sealed = row && (await blobs.read(row.blobKey));
      if (shown === undefined || row === undefined || sealed === undefined) throw new AppError('DATA_NOT_FOUND');
      const picture = await vault.open(row.id, row.wrappedKey, sealed).catch((error: unknown) => explainSeal(error, log));
      await db.insertInto('uploadView').values({ uploadId: row.id, viewer: shown.viewer, atMs: nowMs }).execute();
      return picture;
    },
  };
}
