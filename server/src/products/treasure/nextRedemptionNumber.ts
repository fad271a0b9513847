import type { Db, Tx } from '../../store/database';

/** The number of an order's next redemption, from 1. Stable while the caller holds the order. */
export async function nextRedemptionNumber(db: Db | Tx, orderId: number): Promise<number> {
  const { turns } = await db
    .selectFrom('treasureRedemption')
    .select((of) => of.fn.countAll<number>().as('turns'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return turns + 1;
}
