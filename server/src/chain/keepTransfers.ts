/** What was read of a chain goes into the database: how far, and which payments are for us. Each step is one transaction. */
import { sql } from 'kysely';
import type { AssetNetwork } from '../networks/AssetNetwork';
import type { Db, Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { Fenced, type Cursor, type Fence } from './Fence';
import type { ReadBlock, ReadBlocks } from './findTransfers';

/** So many newest blocks are remembered: a reorganisation that reaches further is for people. */
const blocksKept = 2_000;

/** Takes the chain over from whoever read it before; at first from `start` on. */
export async function takeCursor(db: Db, { network, epoch }: Fence, start: Cursor, nowMs: number): Promise<Cursor> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ number: string; hash: string; isNew: boolean }>`
      insert into chain_cursor as held (network, epoch, block_number, block_hash, moved_at_ms)
      values (${network}, ${epoch}::bigint, ${start.number.toString()}::bigint, ${start.hash}, ${nowMs}::bigint)
      on conflict (network) do update set epoch = excluded.epoch
      returning block_number::text as number, block_hash as hash, xmax = 0 as is_new`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw new Fenced(`${network} is read by another process`);
    const cursor = { number: BigInt(row.number), hash: row.hash };
    if (row.isNew) await keepBlocks(tx, network, [cursor]);
    return cursor;
  });
}

/** The blocks after the cursor, with the payments in them that go to an address of ours. Answers how many were new. */
export async function keepTransfers(
  db: Db,
  fence: Fence,
  { read, assets, nowMs }: { readonly read: ReadBlocks; readonly assets: readonly WatchedAsset[]; readonly nowMs: number },
): Promise<number> {
  const last = read.blocks.at(-1);
  if (last === undefined) return 0;
  return db.transaction().execute(async (tx) => {
    await moveCursor(tx, fence, last, nowMs);
    await keepBlocks(tx, fence.network, read.blocks);
    let found = 0;
    for (const payment of await paymentsOf(tx, fence.network, read, assets)) {
      await keepPayment(tx, fence.network, payment, nowMs);
      found += 1;
    }
    return found;
  });
}

/** What lies above `common` is not in the chain any more. Answers whether payments were among it. */
export async function rewind(db: Db, fence: Fence, common: Cursor, nowMs: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const before = await moveCursor(tx, fence, common, nowMs);
    const above = common.number.toString();
    await sql`delete from chain_block where network = ${fence.network} and number > ${above}::bigint`.execute(tx);
    const { numAffectedRows = 0n } = await sql`
      update chain_deposit set moved_at_ms = ${nowMs}::bigint, gone_at_block = ${before.toString()}::bigint,
        state = case state when 'confirming' then 'gone' when 'final' then 'missing' else 'lost' end
      where network = ${fence.network} and block_number > ${above}::bigint and state in ('confirming', 'final', 'unmatched')`.execute(
      tx,
    );
    return numAffectedRows > 0n;
  });
}

/** Newest first. */
export async function knownBlocks(db: Db, network: string): Promise<readonly Cursor[]> {
  const { rows } = await sql<{ number: string; hash: string }>`
    select number::text as number, hash from chain_block where network = ${network} order by chain_block.number desc`.execute(db);
  return rows.map(({ number, hash }) => ({ number: BigInt(number), hash }));
}

/** Answers where it was. */
async function moveCursor(tx: Tx, { network, epoch }: Fence, to: Cursor, nowMs: number): Promise<bigint> {
  enterLock(tx, 'order');
  const { rows } = await sql<{ before: string }>`
    update chain_cursor new set block_number = ${to.number.toString()}::bigint, block_hash = ${to.hash}, moved_at_ms = ${nowMs}::bigint
    from chain_cursor old where new.network = ${network} and old.network = new.network and new.epoch = ${epoch}::bigint
    returning old.block_number::text as before`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Fenced(`${network} is read by another process`);
  return BigInt(row.before);
}

async function keepBlocks(tx: Tx, network: string, blocks: readonly Pick<ReadBlock, 'number' | 'hash'>[]): Promise<void> {
  const last = blocks.at(-1)?.number ?? 0n;
  await sql`
    insert into chain_block (network, number, hash)
    select ${network}, * from unnest(${blocks.map(({ number }) => number.toString())}::bigint[], ${blocks.map(({ hash }) => hash)}::text[])
    on conflict (network, number) do update set hash = excluded.hash`.execute(tx);
  await sql`delete from chain_block where network = ${network} and number <= ${(last - BigInt(blocksKept)).toString()}::bigint`.execute(
    tx,
  );
}

/** An asset that is looked for, as the catalogue has it on this network. */
export interface WatchedAsset extends Pick<AssetNetwork, 'asset' | 'tokenContract' | 'confirmations' | 'topUpMin'> {
  readonly decimals: number;
  /** Digits that the book keeps of it. */
  readonly scale: number;
}

interface Payment {
  readonly txid: string;
  readonly logIndex: number;
  readonly blockNumber: string;
  readonly blockHash: string;
  readonly sender: string;
  readonly addressId: number;
  readonly userId: number | null;
  readonly asset: string;
  readonly raw: string;
  readonly decimals: number;
  /** Null: more than the book can hold. */
  readonly amount: string | null;
  readonly isOwn: boolean;
}

/** Those of the transfers whose recipient is an address of ours; what they are worth is reckoned by the database, as decimals. */
async function paymentsOf(
  tx: Tx,
  network: string,
  { blocks, transfers }: ReadBlocks,
  assets: readonly WatchedAsset[],
): Promise<readonly Payment[]> {
  const numberOf = new Map(blocks.map(({ number, hash }) => [hash, number.toString()]));
  const given = transfers.flatMap((transfer) => {
    const asset = assets.find(({ tokenContract }) => tokenContract === transfer.contract);
    return asset === undefined ? [] : [{ ...transfer, ...wordsOf(asset), number: numberOf.get(transfer.block) }];
  });
  if (given.length === 0) return [];
  const { rows } = await sql<Payment>`
    select t.txid, t."logIndex" as log_index, t.number::text as block_number, t.block as block_hash, t."from" as sender, a.id as address_id,
      a.user_id, t.asset, t.raw, t.decimals,
      case when length(t.raw) <= t.decimals + 17 then trunc((t.raw || 'e-' || t.decimals)::numeric, t.scale)::text end as amount,
      exists (select from deposit_address s where s.network = ${network} and lower(s.address) = t."from"
        and (s.confirmed_by is not null or s.key_id is not null)) as is_own
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) t
      (txid text, "logIndex" int, number bigint, block text, "from" text, "to" text, raw text, asset text, decimals int, scale int)
    join deposit_address a on a.network = ${network} and lower(a.address) = t."to"
    order by t.number, t."logIndex", t.txid`.execute(tx);
  return rows;
}

const wordsOf = ({ asset, decimals, scale }: WatchedAsset) => ({ asset, decimals, scale });

async function keepPayment(tx: Tx, network: string, payment: Payment, nowMs: number): Promise<void> {
  const { txid, logIndex, blockNumber, blockHash, sender, addressId, userId, asset, raw, decimals, amount, isOwn } = payment;
  // The same payment in another block; its log may have another number there.
  const { numAffectedRows = 0n } = await sql`
    update chain_deposit set state = case state when 'gone' then 'confirming' else 'final' end, block_number = ${blockNumber}::bigint,
      block_hash = ${blockHash}, log_index = ${logIndex}, moved_at_ms = ${nowMs}::bigint
    where id = (
      select id from chain_deposit
      where network = ${network} and txid = ${txid} and state in ('gone', 'missing', 'owed') and address_id = ${addressId}::bigint
        and asset = ${asset} and raw = ${raw}::numeric and (log_index = -1) = (${logIndex}::int = -1)
      order by log_index <> ${logIndex}::int, log_index limit 1 for update)`.execute(tx);
  if (numAffectedRows > 0n) return;
  const why = amount === null ? 'vast' : isOwn ? 'own' : userId === null ? 'nobody' : /^[0.]*$/.test(amount) ? 'tiny' : null;
  await sql`
    insert into chain_deposit (network, txid, log_index, block_number, block_hash, sender, address_id, user_id, asset, raw, decimals, amount, rest,
      state, why, seen_at_ms, moved_at_ms)
    select ${network}, ${txid}, ${logIndex}, ${blockNumber}::bigint, ${blockHash}, ${sender}, ${addressId}::bigint, ${userId}::bigint, ${asset},
      ${raw}::numeric, ${decimals}, kept.amount, ${raw}::numeric - kept.amount * ('1e' || ${decimals}::int)::numeric,
      ${why === null ? 'confirming' : 'unmatched'}, ${why}, ${nowMs}::bigint, ${nowMs}::bigint
    from (select coalesce(${amount}::numeric, 0) as amount) kept
    on conflict do nothing`.execute(tx);
}
