/** Tables of this module (migration 0404). Sums are decimal text. */
import type { ColumnType, Generated } from 'kysely';
import type { C2cStatus } from '@tessera/shared/contract';

export interface C2cTables {
  c2cMerchant: C2cMerchantTable;
  c2cWay: C2cWayTable;
  c2cOffer: C2cOfferTable;
  c2cOfferTerm: C2cOfferTermTable;
  c2cOrder: C2cOrderTable;
  c2cSettlement: C2cSettlementTable;
}

/** Operators write these through functions; what is owed and left follows the orders. */
type Read<Of> = ColumnType<Of, never, never>;
export type C2cState = 'open' | 'paused' | 'closed';

export interface C2cMerchantTable {
  id: Read<number>;
  name: Read<string>;
  asset: Read<string>;
  state: Read<C2cState>;
  liabilityLimit: Read<string>;
  owed: Read<string>;
  held: Read<string>;
  released: Read<number>;
  refused: Read<number>;
  addedBy: Read<number>;
  addedAtMs: Read<number>;
}
export interface C2cWayTable {
  id: Read<number>;
  merchantId: Read<number>;
  currency: Read<string>;
  name: Read<string>;
  sealed: Read<Buffer>;
  masked: Read<string>;
  addedBy: Read<number>;
  addedAtMs: Read<number>;
  confirmedBy: Read<number | null>;
  confirmedAtMs: Read<number | null>;
  retiredAtMs: Read<number | null>;
}
export interface C2cOfferTable {
  id: Read<number>;
  merchantId: Read<number>;
  currency: Read<string>;
  state: Read<C2cState>;
  available: Read<string>;
  version: Read<number>;
}
export interface C2cOfferTermTable {
  offerId: Read<number>;
  version: Read<number>;
  price: Read<string>;
  orderMin: Read<string>;
  orderMax: Read<string>;
  payMinutes: Read<number>;
  operatorId: Read<number>;
  atMs: Read<number>;
}
export interface C2cSettlementTable {
  id: Read<number>;
  merchantId: Read<number>;
  amount: Read<string>;
  network: Read<string>;
  transaction: Read<string>;
  operatorId: Read<number>;
  atMs: Read<number>;
}
export interface C2cOrderTable {
  id: Generated<number>;
  publicId: string;
  userId: number;
  merchantId: number;
  offerId: number;
  offerVersion: number;
  wayId: number;
  asset: string;
  amount: string;
  currency: string;
  price: string;
  fiatAmount: string;
  worth: string;
  turnoverNeed: string;
  catalogVersion: number;
  status: Generated<C2cStatus>;
  reservedAtMs: number;
  payByMs: number;
  paidAtMs: Generated<number | null>;
  topupId: Generated<number | null>;
  reviewId: Generated<string | null>;
  disputedBy: Generated<'person' | 'merchant' | null>;
  dispute: Generated<string | null>;
  disputedAtMs: Generated<number | null>;
  reason: Generated<string | null>;
  endedAtMs: Generated<number | null>;
}
