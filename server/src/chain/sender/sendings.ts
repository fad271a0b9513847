/**
 * What the sender keeps. Each write names its epoch: the database refuses one of a sender that is no longer it (SQLSTATE T0001), a second nonce
 * for a payout, and a success without a transaction that was stored for it.
 */
import { sql } from 'kysely';
import { keccak256, type Address, type Hash, type Hex } from 'viem';
import type { Db, Tx } from '../../store/database';
import type { NonceSeen } from './lookAtNonce';
import type { GasFees } from './payoutFees';
import { payoutOrder, type ChainAsset, type PayoutOrder } from './payoutOrder';
import type { PayoutWait } from './tables';

/** A wallet of the exchange while one process sends from it. */
export interface Sending {
  readonly network: string;
  /** In small letters. */
  readonly address: Address;
  readonly epoch: number;
}

/** Approved, and to be sent. */
export interface OrderedPayout {
  readonly id: number;
  readonly userId: number;
  readonly order: PayoutOrder;
  readonly confirmationsNeeded: number;
}

export interface StoredTransaction extends GasFees {
  readonly hash: Hash;
  readonly raw: Hex;
  readonly gasLimit: bigint;
  readonly storedAtMs: number;
}

export interface LivePayout extends OrderedPayout {
  readonly nonce: number;
  /** Of the transaction that is in a block; null: none is. */
  readonly blockNumber: number | null;
  readonly blockHash: Hash | null;
  readonly confirmations: number | null;
  /** Each pays more than the one before; at least one. */
  readonly transactions: readonly StoredTransaction[];
}

/** How the catalogue has an asset on the network; undefined: no program pays it there. */
export type ChainAssetOf = (asset: string) => (ChainAsset & { readonly confirmations: number }) | undefined;

const payouts = (db: Db, network: string) =>
  db
    .selectFrom('payout')
    .innerJoin('withdrawal', 'withdrawal.id', 'payout.withdrawalId')
    .leftJoin('payoutSending', 'payoutSending.payoutId', 'payout.id')
    .select(['payout.id', 'withdrawal.userId', 'withdrawal.asset', 'withdrawal.address as to'])
    .select(sql<string>`trim_scale(withdrawal.amount - withdrawal.fee)::text`.as('sum'))
    .where('payout.adapter', '=', 'evm')
    .where('payout.state', '=', 'ordered')
    .where('withdrawal.network', '=', network);

/** Some of those without a nonce, oldest first, after the payout `after`; and after which one to go on, from the start again at the end. */
export async function readOrdered(
  db: Db,
  network: string,
  assetOf: ChainAssetOf,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<{ readonly ordered: readonly OrderedPayout[]; readonly upTo: number }> {
  const rows = await payouts(db, network)
    .where('payoutSending.payoutId', 'is', null)
    .where('payout.id', '>', after)
    .orderBy('payout.id')
    .limit(limit)
    .execute();
  const ordered = rows.flatMap(({ id, userId, asset, to, sum }) => {
    const terms = assetOf(asset);
    if (terms === undefined) return [];
    return [{ id, userId, order: payoutOrder({ to, sum }, terms), confirmationsNeeded: terms.confirmations }];
  });
  return { ordered, upTo: rows.length < limit ? 0 : (rows.at(-1)?.id ?? 0) };
}

/** Those whose nonce is not decided, in the order of their nonces. */
export async function readLive(db: Db, network: string, assetOf: ChainAssetOf): Promise<readonly LivePayout[]> {
  const rows = await payouts(db, network)
    .where('payoutSending.state', '=', 'live')
    .select(['payoutSending.nonce', 'blockNumber', 'blockHash', 'confirmations', 'confirmationsNeeded'])
    .orderBy('payoutSending.nonce')
    .$narrowType<{ nonce: number; confirmationsNeeded: number }>()
    .execute();
  const ids = rows.map(({ id }) => id);
  const stored = await db
    .selectFrom('payoutTransaction')
    .selectAll()
    .where('payoutId', 'in', ids.length > 0 ? ids : [0])
    .execute();
  return rows.flatMap(({ asset, to, sum, ...row }) => {
    const terms = assetOf(asset);
    if (terms === undefined) return [];
    const transactions = stored
      .filter(({ payoutId }) => payoutId === row.id)
      .map(({ hash, raw, maxFee, priorityFee, gasLimit, storedAtMs }) => ({
        hash,
        raw,
        maxFee: BigInt(maxFee),
        priorityFee: BigInt(priorityFee),
        gasLimit: BigInt(gasLimit),
        storedAtMs,
      }))
      .sort((one, other) => (one.maxFee < other.maxFee ? -1 : 1));
    return [{ ...row, order: payoutOrder({ to, sum }, terms), transactions }];
  });
}

/** Wallets of this network, other than this one, from which something is on its way. */
export async function otherWallets(
  db: Db,
  { network, address }: Pick<Sending, 'network' | 'address'>,
): Promise<readonly Address[]> {
  const rows = await db
    .selectFrom('payoutSending')
    .select('address')
    .distinct()
    .where('network', '=', network)
    .where('state', '=', 'live')
    .where('address', '!=', address)
    .execute();
  return rows.map((row) => row.address);
}

/** In which a payout over this network was found. */
export async function highestBlock(db: Db, network: string): Promise<bigint> {
  const { highest } = await db
    .selectFrom('payoutSending')
    .select((of) => of.fn.max('blockNumber').as('highest'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  return BigInt(highest ?? 0);
}

interface Taken {
  readonly sending: Sending;
  readonly payout: OrderedPayout;
  /** How many nonces the chain has seen used. */
  readonly usedOnChain: number;
  readonly gasLimit: bigint;
  readonly fees: GasFees;
  readonly sign: (nonce: number) => Promise<Hex>;
  readonly nowMs: number;
}

/** The next nonce is this payout's, and its first transaction is written: both or neither. Answers its bytes. */
export async function takeNonce(db: Db, { sending, payout, usedOnChain, gasLimit, fees, sign, nowMs }: Taken): Promise<Hex> {
  const { network, address, epoch } = sending;
  return db.transaction().execute(async (tx) => {
    const { next } = await tx
      .selectFrom('payoutSending')
      .select(sql<number>`greatest(coalesce(max(nonce) + 1, 0), ${usedOnChain}::bigint)`.as('next'))
      .where('network', '=', network)
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('payoutSending')
      .values({
        payoutId: payout.id,
        network,
        address,
        nonce: next,
        state: 'live',
        epoch,
        takenAtMs: nowMs,
        lookedAtMs: nowMs,
        transaction: null,
        blockNumber: null,
        blockHash: null,
        confirmations: null,
        confirmationsNeeded: payout.confirmationsNeeded,
        gasPaid: null,
        endedAtMs: null,
      })
      .execute();
    const raw = await sign(next);
    await storeTransaction(tx, { payoutId: payout.id, raw, fees, gasLimit, epoch, nowMs });
    await tx.deleteFrom('payoutWait').where('payoutId', '=', payout.id).execute();
    return raw;
  });
}

/** Before it is sent. */
export async function storeTransaction(
  db: Db | Tx,
  stored: {
    readonly payoutId: number;
    readonly raw: Hex;
    readonly fees: GasFees;
    readonly gasLimit: bigint;
    readonly epoch: number;
    readonly nowMs: number;
  },
): Promise<void> {
  const { payoutId, raw, fees, gasLimit, epoch, nowMs } = stored;
  await db
    .insertInto('payoutTransaction')
    .values({
      hash: keccak256(raw),
      payoutId,
      raw,
      maxFee: String(fees.maxFee),
      priorityFee: String(fees.priorityFee),
      gasLimit: Number(gasLimit),
      epoch,
      storedAtMs: nowMs,
    })
    .execute();
}

const nowhere = { transaction: null, blockNumber: null, blockHash: null, confirmations: null, gasPaid: null };

/** Where it is in the chain, as the endpoints agreed just now. `state`: it is decided for good. */
export async function storeSeen(
  db: Db | Tx,
  payoutId: number,
  seen: NonceSeen,
  at: { readonly epoch: number; readonly nowMs: number; readonly state?: 'paid' | 'failed' | 'lost' },
): Promise<void> {
  const place =
    seen.is === 'mined'
      ? {
          transaction: seen.transaction,
          blockNumber: Number(seen.block.number),
          blockHash: seen.block.hash,
          confirmations: seen.confirmations,
          gasPaid: String(seen.gasPaid),
        }
      : nowhere;
  await db
    .updateTable('payoutSending')
    .set({ ...place, epoch: at.epoch, lookedAtMs: at.nowMs })
    .$if(at.state !== undefined, (query) => query.set({ state: at.state as 'paid', endedAtMs: at.nowMs }))
    .where('payoutId', '=', payoutId)
    .execute();
}

/** Kept since when it waits for that. */
export async function storeWait(db: Db, payoutId: number, why: PayoutWait, nowMs: number): Promise<void> {
  await db
    .insertInto('payoutWait')
    .values({ payoutId, why, sinceMs: nowMs })
    .onConflict((conflict) => conflict.column('payoutId').doUpdateSet({ why, sinceMs: nowMs }).where('payoutWait.why', '!=', why))
    .execute();
}
