/** Spot orders: the calls, the execution job and the rules of the book that this module answers for. */
import { AppError } from '@tessera/shared/errors';
import { stepsToText } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import { bookVersion } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { requireSymbol } from '../../catalog/requireSymbol';
import type { Handlers } from '../../http/handler';
import type { Job } from '../../jobs/JobRunner';
import type { InvariantRule } from '../../ledger/invariants';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { withReceipts, type Receipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { cancelOrder } from './cancelOrder';
import { listOrders } from './listOrders';
import { submitOrder } from './submitOrder';
import { proveFill } from './proof';
import { spotLedgerRules } from './invariants';
import { createSpotJob, spotJobName } from './job';
import { readSpotOrders } from './orderRow';

export interface SpotDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly receipts: Receipts;
  /** Called after a commit that wrote private events. */
  readonly wakeOutbox: () => void;
  /** Starts a round of a job in this process, if it runs there. */
  readonly wakeJob: (name: string) => void;
}

export interface Spot {
  readonly handlers: Handlers;
  readonly executionJob: Job;
  readonly ledgerRules: readonly InvariantRule[];
  /** For anyone who hears recorded ticks: a new tick may fill orders. */
  onTicks(): void;
}

export function createSpot(deps: SpotDeps): Spot {
  const { db, catalog } = deps;
  const wakeExecution = (): void => deps.wakeJob(spotJobName);

  return {
    executionJob: createSpotJob(deps),
    ledgerRules: spotLedgerRules,
    onTicks: wakeExecution,
    handlers: {
      async spotTerms({ request }) {
        const symbol = requireSymbol(catalog, request.symbol);
        const term = catalog.spotTerms(request.symbol);
        if (term === undefined) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
        return {
          symbol: symbol.id,
          quantityMin: toText(term.quantityMin),
          quantityStep: toText(term.quantityStep),
          quantityMax: toText(term.quantityMax),
          tickSize: stepsToText(1, symbol.digits),
          totalMin: toText(term.totalMin),
          feeRate: toText(term.feeRate),
          priceBand: toText(term.priceBand),
          slippageCap: toText(term.slippageCap),
          toleratedMove: toText(term.toleratedMove),
          ruleVersion: bookVersion,
        };
      },

      async spotSubmit(call) {
        const order = await submitOrder({ db, catalog, clock: deps.clock, receipts: deps.receipts }, call);
        deps.wakeOutbox();
        wakeExecution();
        return order;
      },

      async spotCancel(call) {
        const order = await cancelOrder({ db, clock: deps.clock, receipts: deps.receipts }, call);
        deps.wakeOutbox();
        wakeExecution();
        return order;
      },

      spotOrders: ({ request, user }) => listOrders({ db, catalog }, user, request),

      spotProve: ({ request, user }) => proveFill(db, user, request.fillId),

      async spotFind({ request, user }) {
        const [order] = await readSpotOrders(
          db,
          sql`
          where o.user_id = ${rowId(user.userId)} and o.mode = ${user.mode} and o.client_order_id = ${request.clientOrderId}`,
        );
        return { order: order === undefined ? null : await withReceipts(db, 'spot', order) };
      },
    },
  };
}
