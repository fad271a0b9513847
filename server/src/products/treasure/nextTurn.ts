import type { Db, Tx } from '../../store/database';

/** Of a redemption, from 1. It stays that with the order held. */
export async function nextTurn(db: Db | Tx, orderId: number): Promise<number> {
  const { turns } = await db
    .selectFrom('treasureRedemption')
    .select((of) => of.fn.countAll<number>().as('turns'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return turns + 1;
}
