/** Interest Treasure, projects and loans. */
import * as z from 'zod/mini';
import { assetId, decimalText, id, instantMs, page, paging, positiveText, request, shortText } from './wire';

/** Interest Treasure order states in the specification's order. */
export const treasureStatus = z.enum(['pending_review', 'in_custody', 'completed', 'cancelled']);
const treasureProduct = z.object({
  id,
  name: z.string(),
  asset: assetId,
  rate: positiveText,
  rateKind: z.enum(['term', 'annual']),
  days: z.int(),
  min: positiveText,
  max: positiveText,
  singleLimit: z.nullable(positiveText),
  capacity: z.nullable(positiveText),
  taken: positiveText,
  penalty: z.object({ kind: z.enum(['forfeit_rewards', 'days_of_interest', 'percent_principal']), value: positiveText }),
});
const treasureOrder = z.object({
  id,
  productId: id,
  orderNumber: z.string(),
  asset: assetId,
  principal: positiveText,
  expectedIncome: positiveText,
  totalIncome: positiveText,
  profit: decimalText,
  lockedAtMs: instantMs,
  expiresAtMs: instantMs,
  status: treasureStatus,
});
export const treasureProducts = { request: request({}), response: z.object({ products: z.array(treasureProduct) }) };
export const treasureSummary = {
  request: request({}),
  response: z.object({
    asset: assetId,
    inCustody: positiveText,
    earned: positiveText,
    earnedToday: positiveText,
    expected: positiveText,
  }),
};
export const treasureOrders = {
  request: request({ status: z.optional(treasureStatus), ...paging }),
  response: page(treasureOrder),
};
export const treasureRecords = {
  request: request({ orderId: z.optional(id), ...paging }),
  response: page(z.object({ orderId: id, date: z.string(), amount: positiveText, atMs: instantMs })),
};
export const treasureDeposit = {
  request: request({ productId: id, amount: positiveText, paymentPassword: z.optional(shortText) }),
  response: treasureOrder,
};
export const treasureCancel = {
  request: request({ orderId: id }),
  response: z.object({ order: treasureOrder, penalty: positiveText, returned: positiveText }),
};

export const projects = { request: request({ ...paging }), response: page(treasureProduct) };
export const projectOrder = { request: request({ productId: id, amount: positiveText }), response: treasureOrder };

const loanOrder = z.object({
  id,
  asset: assetId,
  principal: positiveText,
  interest: positiveText,
  repaid: positiveText,
  owed: positiveText,
  dailyRate: positiveText,
  days: z.int(),
  status: z.enum(['pending_review', 'open', 'repaid', 'rejected', 'overdue']),
  startsAtMs: z.nullable(instantMs),
  dueAtMs: z.nullable(instantMs),
});
export const loanStatistics = {
  request: request({}),
  response: z.object({ asset: assetId, limit: positiveText, outstanding: positiveText, loanToValue: z.nullable(positiveText) }),
};
export const whDeposits = { request: request({ ...paging }), response: page(treasureOrder) };
export const loanConfig = {
  request: request({}),
  response: z.object({
    asset: assetId,
    terms: z.array(z.object({ id, days: z.int(), dailyRate: positiveText, min: positiveText, max: positiveText })),
    callAt: positiveText,
    liquidateAt: positiveText,
  }),
};
export const loanOrders = { request: request({ ...paging }), response: page(loanOrder) };
export const loanSubmit = { request: request({ termId: id, amount: positiveText }), response: loanOrder };
export const loanRepay = { request: request({ orderId: id, amount: positiveText }), response: loanOrder };
