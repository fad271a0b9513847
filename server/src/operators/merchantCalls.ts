import type { MerchantDesk } from '../c2c/MerchantDesk';
import { rowId } from '../store/rowId';
import { usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function merchantCalls(desk: MerchantDesk) {
  return {
    merchantsList: async () => ({ items: await desk.list() }),
    merchantsGet: async ({ request: { id } }) => desk.get(rowId(id)),
    merchantsOrders: async ({ request: { state = 'open', merchantId, cursor, limit = usualLimit } }) =>
      desk.orders({
        isOpen: state === 'open',
        merchantId: merchantId === undefined ? undefined : rowId(merchantId),
        cursor: cursor === undefined ? undefined : rowId(cursor),
        limit,
      }),
    merchantsSave: async ({ request, operator, nowMs }) => desk.save(request, operator, nowMs),
    merchantsWay: async ({ request, operator, nowMs }) => desk.enterWay(request, operator, nowMs),
    merchantsWayRetire: async ({ request, operator, nowMs }) => desk.retireWay(request, operator, nowMs),
    merchantsOffer: async ({ request, operator, nowMs }) => desk.saveOffer(request, operator, nowMs),
    merchantsSettle: async ({ request, operator, nowMs }) => desk.settle(request, operator, nowMs),
    merchantsDispute: async ({ request, operator, nowMs }) => desk.dispute(request, operator, nowMs),
  } satisfies Partial<OperationHandlers>;
}
