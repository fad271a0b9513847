/**
 * The limits of people at the moment an order is accepted, in its transaction: their rows of the day are held until it ends, so
 * the orders of one person are judged one after the other, on whatever node and of whatever product. In the real account only:
 * a demo order is practice and has none.
 *
 *   const limits = await holdLimits(tx, [owner], nowMs);
 *   limits.refusal(owner, asked)      // an AppError, or nothing
 *   limits.take(owner, asked);
 *   await limits.keep(tx, [{ owner, stake }]);   // once the orders stand
 */
import type { AppError } from '@tessera/shared/errors';
import { add, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Owner } from '../ledger/takeLocks';
import type { Tx } from '../store/database';
import { enterLock } from '../store/lockOrder';
import { limitRefusal, withOrder, type AskedStake, type LimitUse } from './limitRefusal';

export interface HeldLimits {
  refusal(owner: Owner, asked: AskedStake): AppError | undefined;
  /** What this order takes is not there for the next one of the same transaction. */
  take(owner: Owner, asked: AskedStake): void;
  keep(tx: Tx, accepted: readonly { readonly owner: Owner; readonly stake: Amount }[]): Promise<void>;
}

/** Before the accounts are locked. */
export async function holdLimits(tx: Tx, owners: readonly Owner[], nowMs: number): Promise<HeldLimits> {
  const people = owners.filter(({ mode }) => mode === 'real').map(({ userId }) => userId);
  const uses = new Map((await readUses(tx, people, nowMs)).map((use) => [use.userId, use]));
  const useOf = ({ userId, mode }: Owner): LimitUse | undefined => (mode === 'real' ? uses.get(userId) : undefined);
  return {
    refusal(owner, asked) {
      const use = useOf(owner);
      return use === undefined ? undefined : limitRefusal(use, asked, nowMs);
    },
    take(owner, asked) {
      const use = useOf(owner);
      if (use !== undefined) uses.set(owner.userId, withOrder(use, asked));
    },
    async keep(inTx, accepted) {
      const staked = new Map<number, Amount>();
      for (const { owner, stake } of accepted) {
        if (useOf(owner) !== undefined) staked.set(owner.userId, add(staked.get(owner.userId) ?? zero, stake));
      }
      await keepStakes(inTx, staked, nowMs);
    },
  };
}

async function readUses(tx: Tx, people: readonly number[], nowMs: number): Promise<LimitUse[]> {
  if (people.length === 0) return [];
  enterLock(tx, 'limit');
  const { rows } = await sql<LimitUse>`select * from hold_limits(${people}::bigint[], ${nowMs}::bigint)`.execute(tx);
  return rows;
}

async function keepStakes(tx: Tx, staked: ReadonlyMap<number, Amount>, nowMs: number): Promise<void> {
  if (staked.size === 0) return;
  await sql`select use_limit_day(${[...staked.keys()]}::bigint[], ${[...staked.values()].map(toText)}::numeric[], ${nowMs}::bigint)`.execute(
    tx,
  );
}
