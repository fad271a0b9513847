import type { Tx } from '../../store/database';

/** Of a redemption, from 1. With the order held. */
export async function nextTurn(tx: Tx, orderId: number): Promise<number> {
  const { turns } = await tx
    .selectFrom('treasureRedemption')
    .select((of) => of.fn.countAll<number>().as('turns'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  return turns + 1;
}
