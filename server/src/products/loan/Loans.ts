/** Loans: their calls, the job that checks them against ticks, their daily interest, and their invariants of the ledger. */
import type { WorkerDeps } from '../../execution/createWorker';
import type { Job } from '../../jobs/JobRunner';
import type { DailyBooking } from '../../calendar/Calendar';
import type { Handlers } from '../../http/handler';
import type { InvariantRule } from '../../ledger/invariants';
import type { Owner } from '../../ledger/takeLocks';
import { rowId } from '../../store/rowId';
import { addCollateral } from './addCollateral';
import { loanInterest } from './bookInterest';
import { cancelLoan } from './cancelLoan';
import { loanLedgerRules } from './invariants';
import { listDeposits, listLoans, showConfig, showStatistics } from './listLoans';
import type { JudgeDeps } from './judgeLoan';
import type { LoanDeps } from './LoanDeps';
import { createLoanJob, loanJobName } from './loanJob';
import { proveDecision } from './proof';
import { quoteLoan } from './quoteLoan';
import { repayLoan } from './repayLoan';
import { submitLoan } from './submitLoan';

export interface LoansDeps extends LoanDeps, WorkerDeps {
  readonly clock: LoanDeps['clock'];
  readonly pledged: JudgeDeps['pledged'];
  /** Starts a round of a job, if the job runs in this process. */
  readonly wakeJob: (name: string) => void;
}

interface Loans {
  readonly handlers: Handlers;
  readonly ledgerRules: readonly InvariantRule[];
  readonly booking: DailyBooking;
  readonly job: Job;
  /** Call it when ticks were recorded: a new tick may cause a margin call or a liquidation. */
  onTicks(): void;
}

export function createLoans(deps: LoansDeps): Loans {
  async function afterwards<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer;
    deps.wakeOutbox();
    return answered;
  }
  const ownerOf = ({ userId, mode }: { readonly userId: string; readonly mode: Owner['mode'] }): Owner => ({
    userId: rowId(userId),
    mode,
  });
  return {
    ledgerRules: loanLedgerRules,
    job: createLoanJob(deps),
    onTicks: () => deps.wakeJob(loanJobName),
    booking: loanInterest(deps.messages, deps.wakeOutbox),
    handlers: {
      loanConfig: ({ user }) => showConfig(deps, ownerOf(user)),
      loanStatistics: ({ user, nowMs }) => showStatistics(deps, ownerOf(user), nowMs),
      loanOrders: ({ user, request, nowMs }) => listLoans(deps, ownerOf(user), request, nowMs),
      whDeposits: ({ user, request }) => listDeposits(deps, ownerOf(user), request),
      loanQuote: ({ user, request, nowMs }) => quoteLoan(deps, request, { owner: ownerOf(user), nowMs }),
      loanSubmit: (call) => afterwards(submitLoan(deps, call)),
      loanRepay: (call) => afterwards(repayLoan(deps, call)),
      loanAddCollateral: (call) => afterwards(addCollateral(deps, call)),
      loanProve: ({ user, request }) => proveDecision(deps.db, ownerOf(user), request.id),
      loanCancel: (call) => afterwards(cancelLoan(deps, call)),
    },
  };
}
