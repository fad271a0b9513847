/**
 * Only one process reads a chain: it holds the lease. What it writes carries the lease's epoch, and the row of the cursor refuses an older one,
 * so that a process which slept past its time changes nothing when it wakes.
 */
import { sql } from 'kysely';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';

export interface Fence {
  readonly network: string;
  readonly epoch: number;
}
export interface Cursor {
  readonly number: bigint;
  readonly hash: string;
}

export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Holds the cursor as it is until the transaction ends. Throws Fenced once another process reads the chain. */
export async function holdCursor(tx: Tx, { network, epoch }: Fence): Promise<Cursor> {
  enterLock(tx, 'order');
  const { rows } = await sql<{ number: string; hash: string }>`
    select block_number::text as number, block_hash as hash from chain_cursor
    where network = ${network} and epoch = ${epoch}::bigint for share`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Fenced(`${network} is read by another process`);
  return { number: BigInt(row.number), hash: row.hash };
}
