/** Orders that nobody said were paid end when their time is over, by this server's clock. */
import { amount, toText } from '@tessera/shared/money';
import { holdPerson } from '../identity/holdPerson';
import type { Job } from '../jobs/JobRunner';
import type { C2cDeps } from './C2c';
import { endUnpaid } from './endUnpaid';
import { orderRows } from './orderRows';

const atOnce = 50;
const everyMs = 5000;

/** What is reserved is free again the moment its time is over. */
async function untilNext(db: C2cDeps['db'], nowMs: number): Promise<number> {
  const next = await db
    .selectFrom('c2cOrder')
    .select((of) => of.fn.min('payByMs').as('atMs'))
    .where('status', '=', 'reserved')
    .where('payByMs', '>', nowMs)
    .executeTakeFirst();
  return Math.min(everyMs, (next?.atMs ?? Number.MAX_SAFE_INTEGER) - nowMs);
}

export const expireOrders = ({
  db,
  clock,
  log,
  messages,
  wakeOutbox,
}: Pick<C2cDeps, 'db' | 'clock' | 'log' | 'messages' | 'wakeOutbox'>): Job => ({
  name: 'expired-c2c-orders',
  everyMs,
  async run() {
    const due = await db
      .selectFrom('c2cOrder')
      .select(['id', 'userId'])
      .where('status', '=', 'reserved')
      .where('payByMs', '<=', clock.now())
      .orderBy('payByMs')
      .limit(atOnce)
      .execute();
    for (const { id, userId } of due) {
      // Each alone: one that cannot be ended does not keep the others.
      await db
        .transaction()
        .execute(async (tx) => {
          await holdPerson(tx, userId);
          const order = await orderRows(tx).where('c2cOrder.id', '=', id).executeTakeFirstOrThrow();
          if (order.status !== 'reserved') return;
          const nowMs = clock.now();
          await endUnpaid(tx, order, 'expired', nowMs);
          const params = { number: order.publicId, amount: toText(amount(order.amount)), asset: order.asset };
          await messages.send(tx, { userId, kind: 'c2c_expired', params, nowMs });
        })
        .catch((error: unknown) => log.error({ err: error, order: id }, 'an order of a merchant could not be ended'));
    }
    if (due.length > 0) wakeOutbox();
    return due.length === atOnce ? 0 : untilNext(db, clock.now());
  },
});
