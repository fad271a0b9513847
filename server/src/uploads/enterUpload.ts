import { uploadLimits } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import type { Random } from '../platform/random';
import type { Tx } from '../store/database';
import type { Picture } from './encodeAnew';
import type { PaperVault } from './PaperVault';
import type { KeptPurpose, UploadTable } from './tables';

/** An upload that is bound to nothing is lost after a day. */
export const unusedMs = 86_400_000;
/** Who has paid in for years goes on doing so. */
const countedMs = 30 * 86_400_000;

export interface EnteredUpload {
  /** In whose name it is kept; his row is held. */
  readonly userId: number;
  readonly purpose: KeptPurpose;
  readonly field: string;
  readonly picture: Picture;
  readonly nowMs: number;
}

/** The row of a new picture, or of the same one that was sent before for the same field. Throws UPLOAD_EXISTS, UPLOAD_TOO_MANY. */
export async function enterUpload(
  tx: Tx,
  { vault, random }: { readonly vault: Pick<PaperVault, 'drawKey' | 'hashOf'>; readonly random: Random },
  { userId, purpose, field, picture, nowMs }: EnteredUpload,
): Promise<UploadTable> {
  const contentHash = await vault.hashOf(picture.bytes);
  const living = tx
    .selectFrom('upload')
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where((row) => row.or([row('usedBy', 'is not', null), row('createdAtMs', '>', nowMs - unusedMs)]));
  const alike = await living.selectAll().where('contentHash', '=', contentHash).execute();
  const same = alike.find((row) => row.usedBy === null && row.field === field);
  if (same !== undefined) return same;
  // Who talks may show a picture twice; a document is one side of one paper, and one payment is paid once.
  if (alike.length > 0 && (purpose === 'paper' || purpose === 'topup')) throw new AppError('UPLOAD_EXISTS');
  const counted = purpose === 'topup' ? living.where('createdAtMs', '>', nowMs - countedMs) : living;
  const { files } = await counted.select((row) => row.fn.countAll<number>().as('files')).executeTakeFirstOrThrow();
  const most = uploadLimits.files[purpose];
  if (files >= most) throw new AppError('UPLOAD_TOO_MANY', { params: { max: String(most) } });
  const id = random.token(128);
  const name = random.bytes(16).toString('hex');
  const row = {
    id,
    userId,
    purpose,
    field,
    contentHash,
    bytes: picture.bytes.length,
    width: picture.width,
    height: picture.height,
    blobKey: `${purpose}/${name.slice(0, 2)}/${name}`,
    wrappedKey: await vault.drawKey(id),
    createdAtMs: nowMs,
  };
  return tx.insertInto('upload').values(row).returningAll().executeTakeFirstOrThrow();
}
