/** Interest Treasure: its calls, its daily booking, and its invariants of the ledger. */
import type { Catalog } from '../../catalog/Catalog';
import type { DailyBooking } from '../../calendar/Calendar';
import type { Messages } from '../../content/messages';
import type { Handlers } from '../../http/handler';
import type { Identity } from '../../identity/Identity';
import type { InvariantRule } from '../../ledger/invariants';
import type { Reviews } from '../../reviews/Reviews';
import type { Db } from '../../store/database';
import { treasureBooking } from './bookDays';
import { buyTreasure } from './buyTreasure';
import { treasureLedgerRules } from './invariants';
import { listDays, listOrders, listProducts, sumUp } from './lists';
import { pledgedDeposits } from './pledgedDeposits';
import { quoteRedemption, redeemTreasure } from './redeemTreasure';

export interface TreasureDeps {
  readonly db: Db;
  readonly catalog: Pick<Catalog, 'treasureTerms'>;
  readonly identity: Pick<Identity, 'requireStepUp'>;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly messages: Pick<Messages, 'send'>;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
}

export interface Treasure {
  readonly handlers: Handlers;
  readonly booking: DailyBooking;
  readonly ledgerRules: readonly InvariantRule[];
  /** Deposits that are collateral of loans. */
  readonly pledged: typeof pledgedDeposits;
}

export function createTreasure(deps: TreasureDeps): Treasure {
  const { db, catalog } = deps;
  return {
    ledgerRules: treasureLedgerRules,
    pledged: pledgedDeposits,
    booking: treasureBooking(deps),
    handlers: {
      treasureProducts: async ({ user }) => ({ products: await listProducts(db, catalog.treasureTerms(), user) }),
      treasureSummary: ({ user, nowMs }) => sumUp(db, user, nowMs),
      treasureOrders: ({ user, request, nowMs }) => listOrders(db, user, request, nowMs),
      treasureRecords: ({ user, request }) => listDays(db, user, request),
      treasureRedemption: (call) => quoteRedemption(db, call),
      treasureDeposit: (call) => buyTreasure(deps, call),
      treasureCancel: (call) => redeemTreasure(deps, call),
    },
  };
}
