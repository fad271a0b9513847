/** Orders as they are read and shown. */
import type { C2cOrder, C2cStatus } from '@tessera/shared/contract';
import { amount, price, toText, fiatText } from '@tessera/shared/money';
import type { Selectable } from 'kysely';
import { SealBroken, type SecretBox } from '../platform/secretBox';
import type { Db, Tx } from '../store/database';
import { rowId } from '../store/rowId';
import { openWay } from './sealedWay';
import type { C2cOrderTable } from './tables';

const prefix = 'c2c:';
/** How a review names the order that it decides. */
export const refOf = (id: number): string => `${prefix}${id}`;
export const idOf = (ref: string): number => rowId(ref.slice(prefix.length));

export const openStatuses = ['reserved', 'paid', 'disputed'] as const satisfies readonly C2cStatus[];
const isOpen = (status: C2cStatus): boolean => openStatuses.some((one) => one === status);

export interface OrderRow extends Selectable<C2cOrderTable> {
  readonly merchant: string;
  readonly way: string;
  readonly sealed: Buffer;
}

export const orderRows = (of: Db | Tx) =>
  of
    .selectFrom('c2cOrder')
    .innerJoin('c2cMerchant', 'c2cMerchant.id', 'c2cOrder.merchantId')
    .innerJoin('c2cWay', 'c2cWay.id', 'c2cOrder.wayId')
    .selectAll('c2cOrder')
    .select(['c2cMerchant.name as merchant', 'c2cWay.name as way', 'c2cWay.sealed']);

export const findOrder = (
  of: Db | Tx,
  { userId, publicId }: { readonly userId: number; readonly publicId: string },
): Promise<OrderRow | undefined> =>
  orderRows(of).where('c2cOrder.userId', '=', userId).where('c2cOrder.publicId', '=', publicId).executeTakeFirst();

function nullWhereBroken(error: unknown): null {
  if (error instanceof SealBroken) return null;
  throw error;
}

/** As their person sees them. Where to pay is null as well where it cannot be opened: the key was changed, or the row was. */
export async function shownOrder(box: SecretBox, row: OrderRow): Promise<C2cOrder> {
  const { disputedBy, dispute, disputedAtMs } = row;
  return {
    id: row.publicId,
    merchant: row.merchant,
    asset: row.asset,
    amount: toText(amount(row.amount)),
    currency: row.currency,
    price: toText(price(row.price)),
    fiatAmount: fiatText(row.fiatAmount, row.currency),
    way: row.way,
    status: row.status,
    atMs: row.reservedAtMs,
    payByMs: row.payByMs,
    paidAtMs: row.paidAtMs,
    dispute:
      disputedBy === null || dispute === null || disputedAtMs === null
        ? null
        : { by: disputedBy, text: dispute, atMs: disputedAtMs },
    endedAtMs: row.endedAtMs,
    reason: row.reason,
    turnoverNeed: toText(amount(row.turnoverNeed)),
    payTo: isOpen(row.status) ? await openWay(box, row.merchantId, row.sealed).catch(nullWhereBroken) : null,
  };
}
