import { payeeLimits } from '@tessera/shared/contract';
import type { SignedIn } from '../http/handler';
import { holdSession } from '../identity/holdPerson';
import type { Random } from '../platform/random';
import type { SecretBox } from '../platform/secretBox';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import type { ReadPayee } from './readPayee';
import type { AddressDeps } from './refuseAddress';
import { refusePayee } from './refusePayee';
import { sealCard } from './sealedCard';
import type { PayeeRow } from './tables';
import type { TellPayee } from './tellPayee';

interface Adding extends AddressDeps {
  readonly db: Db;
  readonly random: Pick<Random, 'token'>;
  readonly box: SecretBox;
  readonly tell: TellPayee;
}
interface Confirmed {
  readonly payee: ReadPayee;
  readonly cardHash: string;
  readonly nowMs: number;
}

/** Confirmed now, and told. Throws AUTH_SESSION_ENDED, and as refusePayee, for what changed while the person confirmed it. */
export async function addPayee(
  { db, random, box, tell, ...deps }: Adding,
  signedIn: SignedIn,
  { payee, cardHash, nowMs }: Confirmed,
): Promise<PayeeRow> {
  const userId = rowId(signedIn.userId);
  const { kind, label, masked } = payee;
  const own =
    kind === 'wallet'
      ? { asset: payee.asset, network: payee.network, address: payee.address, sealed: null, cardHash: null }
      : { asset: null, network: null, address: null, sealed: await sealCard(box, userId, payee.card), cardHash };
  return db.transaction().execute(async (tx) => {
    const held = await holdSession(tx, signedIn, nowMs);
    await refusePayee(tx, deps, { userId, payee, cardHash, nowMs, isProven: true });
    const row = await tx
      .insertInto('payee')
      .values({
        ...own,
        publicId: random.token(128),
        userId,
        kind,
        label,
        masked,
        confirmedAtMs: nowMs,
        usableFromMs: nowMs + payeeLimits.waitMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tell(tx, held, { kind: 'payee_added', masked, nowMs });
    return row;
  });
}
