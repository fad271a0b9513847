import type { MerchantDesk } from '../c2c/MerchantDesk';
import { rowId } from '../store/rowId';
import { usualLimit } from './nextOf';
import type { OperationHandlers } from './OperationHandler';

export function merchantCalls(desk: MerchantDesk) {
  return {
    merchantsList: async ({ nowMs }) => desk.list(nowMs),
    merchantsGet: async ({ request: { id }, nowMs }) => desk.get(rowId(id), nowMs),
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
    merchantsEntryWithdraw: async ({ request, operator, nowMs }) => desk.withdrawEntry(request, operator, nowMs),
    merchantsDispute: async ({ request, operator, nowMs }) => desk.dispute(request, operator, nowMs),
  } satisfies Partial<OperationHandlers>;
}
