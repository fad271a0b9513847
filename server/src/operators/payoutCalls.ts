import { rowId } from '../store/rowId';
import type { PayoutDesk } from '../withdrawals/PayoutDesk';
import { usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function payoutCalls(desk: PayoutDesk) {
  return {
    async payoutsList({ request: { state = 'ordered', cursor, limit = usualLimit } }) {
      const items = await desk.list({ state, cursor: cursor === undefined ? undefined : rowId(cursor), limit });
      return { items: [...items], next: items.length < limit ? null : (items.at(-1)?.id ?? null) };
    },
    payoutsCard: async ({ request: { id }, operator, nowMs }) => desk.card(rowId(id), operator, nowMs),
    payoutsPaid: async ({ request: { id, transaction }, operator, nowMs }) =>
      desk.end(rowId(id), { transaction }, operator, nowMs),
    payoutsFail: async ({ request: { id, reason }, operator, nowMs }) => desk.end(rowId(id), { reason }, operator, nowMs),
    payoutsHandOver: async ({ request: { id }, operator, nowMs }) => desk.handOver(rowId(id), operator, nowMs),
  } satisfies Partial<OperationHandlers>;
}
