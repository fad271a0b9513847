/** Payments that a chain brought and that something is to be done about. */
import { sql } from 'kysely';
import { AppError } from '@tessera/shared/errors';
import type { ChainReader } from '../../chain/ChainReader';
import { holdCursor, type Cursor, type Fence } from '../../chain/Fence';
import { coinLogIndex, isInChain } from '../../chain/findTransfers';
import type { WatchedAsset } from '../../chain/keepTransfers';
import type { Db, Tx } from '../../store/database';

export interface DepositRow {
  readonly id: number;
  readonly txid: string;
  readonly logIndex: number;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly sender: string;
  readonly address: string;
  readonly addressId: number;
  readonly userId: number;
  readonly asset: string;
  readonly raw: string;
  readonly amount: string;
  readonly state: string;
  readonly topupId: number | null;
  readonly goneAtBlock: string | null;
  readonly movedAtMs: number;
}

const columns = sql`d.id, d.txid, d.log_index, d.block_number::text as block_number, d.block_hash, d.sender, lower(a.address) as address, d.address_id,
  d.user_id, d.asset, d.raw::text as raw, d.amount::text as amount, d.state, d.topup_id, d.gone_at_block::text as gone_at_block, d.moved_at_ms`;
const fromThem = sql`from chain_deposit d join deposit_address a on a.id = d.address_id`;
/** A round takes so many at most; the next one goes on. */
const atOnce = 200;

/** Of what waits because it is less than the minimum, a person is shown so many of the largest: anybody can send him more of them. */
const smallShown = 20;

/** Not shown to their people yet, and to be shown. Those of the minimum come first: no number of smaller ones keeps them waiting. */
export async function unannounced(
  db: Db,
  network: string,
  { asset, topUpMin }: Pick<WatchedAsset, 'asset' | 'topUpMin'>,
): Promise<readonly DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select * from (
      select ${columns}, d.amount >= ${String(topUpMin)}::numeric as is_enough,
        row_number() over (partition by d.user_id order by d.amount desc, d.id) as place ${fromThem}
      where d.network = ${network} and d.asset = ${asset} and d.state = 'confirming'
    ) found where topup_id is null and (is_enough or place <= ${smallShown}) order by is_enough desc, id limit ${atOnce}`.execute(
    db,
  );
  return rows;
}

/**
 * With enough blocks on top. Of what a person sent of an asset those wait that are less than the minimum together: once they reach it, all that
 * he was shown are credited, and the next of the small ones are shown.
 */
export async function ripe(
  db: Db,
  network: string,
  { asset, confirmations, topUpMin }: Pick<WatchedAsset, 'asset' | 'confirmations' | 'topUpMin'>,
  cursor: bigint,
): Promise<readonly DepositRow[]> {
  const deepest = (cursor - BigInt(confirmations)).toString();
  const { rows } = await sql<DepositRow>`
    select * from (
      select ${columns}, sum(d.amount) over (partition by d.user_id) as together ${fromThem}
      where d.network = ${network} and d.asset = ${asset} and d.state = 'confirming' and d.topup_id is not null
        and d.block_number <= ${deepest}::bigint
    ) found where together >= ${String(topUpMin)}::numeric
    order by found.amount::numeric >= ${String(topUpMin)}::numeric desc, id limit ${atOnce}`.execute(db);
  return rows;
}

export async function takenOut(db: Db, network: string, state: 'gone' | 'missing' | 'owed'): Promise<readonly DepositRow[]> {
  const { rows } = await sql<DepositRow>`
    select ${columns} ${fromThem} where d.network = ${network} and d.state = ${state} order by d.id limit ${atOnce}`.execute(db);
  return rows;
}

/**
 * With the person held: the payment as it was found, and the chain as it was read, until the transaction ends. Throws STATUS_ABNORMAL where
 * something has changed meanwhile, Fenced where another process reads the chain.
 */
export async function holdDeposit(tx: Tx, fence: Fence, { id, state, blockHash }: DepositRow): Promise<void> {
  await holdCursor(tx, fence);
  const held = await tx
    .selectFrom('chainDeposit')
    .select(['state', 'blockHash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (held?.state !== state || held.blockHash !== blockHash) throw new AppError('STATUS_ABNORMAL');
}

/**
 * By the receipt of its transaction, which every endpoint gives alike: a transaction that failed stands in its block, and moved nothing. Throws
 * ReceiptMissing while there is none, and ChainProblem.
 */
export function isThere(
  reader: ChainReader,
  cursor: Cursor,
  { txid, logIndex, blockHash: block, sender: from, address: to, raw }: DepositRow,
  { tokenContract }: WatchedAsset,
): Promise<boolean> {
  const contract = logIndex === coinLogIndex ? undefined : tokenContract;
  return isInChain(reader, cursor.number, { txid, logIndex, block, from, to, contract, raw });
}

/** By its receipt it is not there. Nobody is told of one that was not announced; it is given up as those that a reorganisation took out. */
export async function setAside(db: Db, fence: Fence, deposit: DepositRow, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdDeposit(tx, fence, deposit);
    await sql`update chain_deposit set state = 'gone', moved_at_ms = ${nowMs}::bigint, gone_at_block = c.block_number
      from chain_cursor c where c.network = ${fence.network} and chain_deposit.id = ${deposit.id}::bigint`.execute(tx);
  });
}

export const moveDeposit = (tx: Tx, { id }: DepositRow, state: 'final' | 'lost' | 'taken_back' | 'owed', nowMs: number) =>
  tx.updateTable('chainDeposit').set({ state, movedAtMs: nowMs }).where('id', '=', id).execute();
