/** Which of a person's orders a list and its sums cover. */
import type { AccountMode } from '@tessera/shared/contract';
import { sql } from 'kysely';
import type { SignedIn } from '../http/handler';
import { rowId } from '../store/rowId';
import type { OrderPage } from './orderPage';

export type TalliedProduct = 'seconds' | 'spot' | 'leverage';

export interface OrderFilter {
  readonly product: TalliedProduct;
  readonly userId: number;
  readonly mode: AccountMode;
  readonly isCrypto: boolean;
  readonly symbol: string | undefined;
  readonly sides: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

export const orderFilter = (
  { userId, mode }: SignedIn,
  { symbol }: { readonly symbol?: string | undefined },
  { fromMs, toMs }: OrderPage,
  kinds: Pick<OrderFilter, 'product' | 'isCrypto' | 'sides'>,
): OrderFilter => ({ ...kinds, userId: rowId(userId), mode, symbol, fromMs, toMs });

/** Of the rows of an order table: whose, in which market and when; which sides and states there are is the product's own. */
export const isCovered = ({ userId, mode, symbol, fromMs, toMs }: OrderFilter) => sql`
  user_id = ${userId} and mode = ${mode} and ${symbol === undefined ? sql`true` : sql`symbol_id = ${symbol}`}
  and accepted_at_ms between ${fromMs}::bigint and ${toMs}::bigint`;
