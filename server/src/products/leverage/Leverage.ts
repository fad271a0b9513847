/** Leveraged positions: the calls, the execution job and the rules of the book that this module answers for. */
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { isCrypto, isForexOrMetal } from '../../catalog/classFilter';
import type { Handlers } from '../../http/handler';
import type { Job } from '../../jobs/JobRunner';
import type { InvariantRule } from '../../ledger/invariants';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { withReceipts, type Receipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { askAll } from './askAll';
import { askClose } from './askClose';
import { cancelOrder } from './cancelOrder';
import { createExecution, executionJobName, type ExecutionRound } from './job';
import { leverageLedgerRules } from './invariants';
import { showTerms } from './terms';
import { createHouseExposure } from './houseExposure';
import { listOrders, showPosition } from './listOrders';
import { presentOrder } from './orderRow';
import { proveDeal } from './proof';
import { setStop } from './setStop';
import { findOwn, submitOrder } from './submitOrder';

export interface LeverageDeps {
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

export interface Leverage {
  readonly handlers: Handlers;
  readonly executionJob: Job;
  /** One round of the job, for tests and tools. */
  readonly runRound: () => Promise<ExecutionRound>;
  readonly ledgerRules: readonly InvariantRule[];
  /** Once a second: what all positions are worth by now, for the bound of the house. */
  followHouse(): Promise<void>;
  /** For anyone who hears recorded ticks: a new tick may decide orders. */
  onTicks(): void;
}

export function createLeverage(deps: LeverageDeps): Leverage {
  const { db, catalog, clock, receipts } = deps;
  const house = createHouseExposure(db);
  const parts = { db, catalog, clock, receipts, house };
  const execution = createExecution(deps);
  const wakeExecution = (): void => deps.wakeJob(executionJobName);
  watchInsurance(deps);

  /** What the call wrote goes out, and its tick may be there already. */
  async function afterwards<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer;
    deps.wakeOutbox();
    wakeExecution();
    return answered;
  }

  return {
    executionJob: execution.job,
    runRound: execution.runRound,
    ledgerRules: leverageLedgerRules,
    onTicks: wakeExecution,
    followHouse: house.follow,
    handlers: {
      leverageTerms: ({ request, user }) => showTerms(db, catalog, user, request.symbol),
      leverageSubmit: (call) => afterwards(submitOrder(parts, call, isCrypto)),
      leverageWhSubmit: (call) => afterwards(submitOrder(parts, call, isForexOrMetal)),
      leverageClose: (call) => afterwards(askClose(parts, call, isCrypto)),
      leverageWhClose: (call) => afterwards(askClose(parts, call, isForexOrMetal)),
      leverageCancel: (call) => afterwards(cancelOrder(parts, call)),
      leverageSetStop: (call) => afterwards(setStop(parts, call)),
      leverageCloseAll: (call) => afterwards(askAll(parts, call)),
      leverageOrders: ({ request, user }) => listOrders(parts, user, request, isCrypto),
      leverageWhOrders: ({ request, user }) => listOrders(parts, user, request, isForexOrMetal),
      leverageProve: ({ request, user }) => proveDeal(db, user, request.dealId),
      leverageDetail: ({ request, user }) => showPosition(db, user, request.id),
      async leverageFind({ request, user }) {
        const row = await findOwn(db, rowId(user.userId), user.mode, request.clientOrderId);
        return { order: row === undefined ? null : await withReceipts(db, 'leverage', presentOrder(row)) };
      },
    },
  };
}

/** The insurance is a house account and needs no funding; what it has paid so far is there to be seen. */
function watchInsurance({ db, metrics, log }: LeverageDeps): void {
  const gauge = metrics.gauge(
    'leverage_insurance_balance',
    "The insurance's balance by mode; below zero: it paid more than it got",
    ['mode'],
  );
  (gauge as typeof gauge & { collect: () => Promise<void> }).collect = async () => {
    try {
      const { rows } = await sql<{ mode: string; balance: string }>`
        select mode, sum(balance) as balance from account_balance where owner_id = 0 and kind = 'insurance' group by mode`.execute(
        db,
      );
      // A reading on a dial: nothing is computed from it.
      for (const { mode, balance } of rows) gauge.set({ mode }, Number.parseFloat(balance));
    } catch (error) {
      log.warn({ err: error }, "the insurance's balance could not be read");
    }
  };
}
