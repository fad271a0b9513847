/** The review of a loan. Approval pays it out; rejection, or no decision in time, returns the collateral; the person gets a message. */
import { amount, rate, toText } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import type { Messages } from '../../content/messages';
import { utcText } from '../../content/utcText';
import { post } from '../../ledger/Ledger';
import type { ReviewKind } from '../../reviews/ReviewKind';
import { requireMayOpen } from '../../reviews/requireMayOpen';
import type { Tx } from '../../store/database';
import { rowId } from '../../store/rowId';
import { endRequest } from './endRequest';
import { addStep, lockLoan, mustBe, type HeldLoan, type LoanRow } from './loanRow';
import { requireMarks } from './marks';
import { payOutPosting } from './posting';
import { maxDebtAgainst, owedAtStart, requireCovered, startLoan } from './startLoan';
import { tellLoan } from './tellLoan';

export interface LoanKindDeps {
  readonly catalog: Catalog;
  readonly messages: Pick<Messages, 'send'>;
}

export const loanKind = ({ catalog, messages }: LoanKindDeps): ReviewKind => ({
  kind: 'loan',
  role: 'treasury',

  async apply(tx, { ref, user, nowMs }, verdict) {
    const loan = await heldLoan(tx, ref);
    const { row, collateral } = loan;
    const params = askedFor(row);
    if (!verdict.approved) {
      const { reason } = verdict;
      await endRequest(tx, loan, { step: 'rejected', reason, atMs: nowMs });
      await tellLoan(tx, messages, row, { told: [{ kind: 'loan_rejected', params: { ...params, reason } }], atMs: nowMs });
      return;
    }
    await requireMayOpen(tx, user, nowMs);
    // Prices have moved since the request.
    const pledged = collateral.map((one) => ({ ...one, amount: amount(one.amount) }));
    const assets = collateral.map(({ asset }) => asset);
    const most = maxDebtAgainst(
      pledged,
      await requireMarks(tx, catalog, assets, { nowMs, meanSeconds: row.meanSeconds }),
      amount(row.initialLtv),
    );
    const principal = amount(row.principal);
    requireCovered(owedAtStart(principal, { dailyRate: rate(row.dailyRate), minDays: row.minDays }), most, row.asset);
    await addStep(tx, row.id, { step: 'approved', atMs: nowMs });
    const { interest, dueAtMs } = await startLoan(tx, catalog, row, nowMs);
    await post(tx, payOutPosting(row, [], { principal, interest }, nowMs));
    const told = { kind: 'loan_paid_out', params: { ...params, due: utcText(dueAtMs) } } as const;
    await tellLoan(tx, messages, row, { told: [told], atMs: nowMs });
  },

  async expire(tx, { ref, nowMs }) {
    const loan = await heldLoan(tx, ref);
    const { row } = loan;
    await endRequest(tx, loan, { step: 'expired', atMs: nowMs });
    await tellLoan(tx, messages, row, { told: [{ kind: 'loan_expired', params: askedFor(row) }], atMs: nowMs });
  },
});

const heldLoan = async (tx: Tx, ref: string): Promise<HeldLoan> => mustBe(await lockLoan(tx, rowId(ref.replace(/^loan:/, ''))));
const askedFor = ({ principal, asset }: LoanRow) => ({ amount: toText(amount(principal)), asset });
