/** Seconds contracts: the calls, the settlement job and the rules of the book that this module answers for. */
import { currentRuleVersion } from '@tessera/shared/fairness';
import { toText } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import { isCrypto, isForexOrMetal, type ClassFilter } from '../../catalog/classFilter';
import { requireSymbol } from '../../catalog/requireSymbol';
import { accountsView } from '../../funds/walletView';
import type { Handlers } from '../../http/handler';
import type { Job } from '../../jobs/JobRunner';
import type { InvariantRule } from '../../ledger/invariants';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import { withReceipt, type Receipts } from '../../record/Receipts';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { stakeAsset } from './acceptance';
import { secondsLedgerRules } from './invariants';
import { listOrders } from './listOrders';
import { presentOrder } from './orderRow';
import { proveOrder } from './proof';
import { quoteOrder } from './quoteOrder';
import { createSettlementJob, settlementJobName } from './job';
import { createSubmitOrder } from './submitOrder';
import type { SubmitCall } from './submission';

export interface SecondsDeps {
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

export interface Seconds {
  readonly handlers: Handlers;
  readonly settlementJob: Job;
  readonly ledgerRules: readonly InvariantRule[];
  /** For anyone who hears recorded ticks: a new tick may decide orders. */
  onTicks(): void;
}

export async function createSeconds(deps: SecondsDeps): Promise<Seconds> {
  const { db, catalog } = deps;
  const { key: quoteKey } = await db.selectFrom('secondsQuoteKey').select('key').executeTakeFirstOrThrow();
  const wakeSettlement = (): void => deps.wakeJob(settlementJobName);

  const submitOrder = createSubmitOrder({ db, catalog, clock: deps.clock, quoteKey, receipts: deps.receipts });
  async function submit(call: SubmitCall, isOfClass: ClassFilter) {
    const order = await submitOrder(call, isOfClass);
    deps.wakeOutbox();
    wakeSettlement();
    return order;
  }

  return {
    settlementJob: createSettlementJob(deps),
    ledgerRules: secondsLedgerRules,
    onTicks: wakeSettlement,
    handlers: {
      durations: async ({ request }) => {
        requireSymbol(catalog, request.symbol);
        const durations = catalog.secondsTerms(request.symbol).map((term) => ({
          seconds: term.seconds,
          payoutRate: toText(term.payoutRate),
          feeRate: toText(term.feeRate),
          stakeMin: toText(term.stakeMin),
          stakeMax: toText(term.stakeMax),
        }));
        return { asset: stakeAsset, ruleVersion: currentRuleVersion, durations };
      },

      async payableCurrencies({ request, user }) {
        if (request.symbol !== undefined) requireSymbol(catalog, request.symbol);
        const view = await accountsView(db, rowId(user.userId), user.mode);
        const available = view.coin.find((coin) => coin.asset === stakeAsset)?.available ?? '0';
        return { mode: user.mode, items: [{ asset: stakeAsset, available }] };
      },

      secondsTerms: ({ request, user, nowMs }) => quoteOrder({ db, catalog, quoteKey }, request, user, nowMs),
      secondsSubmit: (call) => submit(call, isCrypto),
      secondsWhSubmit: (call) => submit(call, isForexOrMetal),
      secondsOrders: ({ request, user, nowMs }) => listOrders({ db, catalog }, user, request, isCrypto, nowMs),
      secondsWhOrders: ({ request, user, nowMs }) => listOrders({ db, catalog }, user, request, isForexOrMetal, nowMs),
      secondsProve: ({ request, user, nowMs }) => proveOrder(db, user, request.orderId, nowMs),

      async secondsFind({ request, user, nowMs }) {
        const row = await db
          .selectFrom('secondsOrder')
          .selectAll()
          .where('userId', '=', rowId(user.userId))
          .where('mode', '=', user.mode)
          .where('clientOrderId', '=', request.clientOrderId)
          .executeTakeFirst();
        return { order: row === undefined ? null : await withReceipt(db, 'seconds', presentOrder(row, nowMs)) };
      },
    },
  };
}
