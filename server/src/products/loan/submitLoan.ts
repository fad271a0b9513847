/** lh/loan/submit: in one transaction, locks the collateral and pays the loan out, or opens a review. */
import { loanReviewDays, type EndpointRequest, type Loan } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, compare, decimalsOf, isPositive, toText, zero, type Amount } from '@tessera/shared/money';
import { loanScale } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { dayMs } from '../../calendar/days';
import type { Catalog } from '../../catalog/Catalog';
import { utcText } from '../../content/utcText';
import { acceptInOrder } from '../../execution/acceptInOrder';
import { fundingAsset } from '../../funds/fundingAsset';
import type { HandlerCall } from '../../http/handler';
import { holdSession } from '../../identity/holdPerson';
import { strongestProof } from '../../identity/requireStepUp';
import { userById } from '../../identity/users';
import { post } from '../../ledger/Ledger';
import { takeLocks, type Owner } from '../../ledger/takeLocks';
import { holdLimits } from '../../limits/holdLimits';
import { answeredBefore, once } from '../../store/idempotency';
import type { Tx } from '../../store/database';
import { parseRowId, rowId } from '../../store/rowId';
import { requireBelowDailyLimit } from '../dailyCallLimit';
import { requireLendable } from './lendingLimit';
import type { LoanDeps } from './LoanDeps';
import { addStep, mustBe, presentLoan, readLoans } from './loanRow';
import type { LoanTerm } from './LoanTerm';
import { requireMarks, type Marks } from './marks';
import { lockPosting, payOutPosting } from './posting';
import { requireCollateral, type Pledged } from './requireCollateral';
import { maxDebtAgainst, owedAtStart, requireCovered, startLoan } from './startLoan';
import { tellLoan } from './tellLoan';
import { requireKept } from './treasureCollateral';

/** Requested or running loans of a person in a mode. */
export const maxLoans = 10;

type Asked = Pick<EndpointRequest<'loanSubmit'>, 'termId' | 'amount' | 'collateral' | 'catalogVersion' | 'clientOrderId'>;

/**
 * Throws DATA_NOT_FOUND for unknown terms, FEATURE_NOT_OPEN, LOAN_TERMS_CHANGED, WALLET_BELOW_MIN, WALLET_ABOVE_MAX, PARAMETER_WRONG, LOAN_TOO_MANY,
 * TOO_MANY_REQUESTS, LOAN_ABOVE_LTV, LOAN_ALL_LENT, ORDER_DO_NOT_RESUBMIT for a known clientOrderId, WALLET_BALANCE_INSUFFICIENT, the errors of the step-up, requireCollateral and
 * requireMarks.
 */
export async function submitLoan(deps: LoanDeps, call: HandlerCall<'loanSubmit'>): Promise<Loan> {
  const { db, catalog, identity } = deps;
  const { user: signedIn, request, ip, nowMs } = call;
  const { termId, amount: sum, collateral, catalogVersion, clientOrderId } = request;
  const asked: Asked = { termId, amount: sum, collateral, catalogVersion, clientOrderId };
  const owner: Owner = { userId: rowId(signedIn.userId), mode: signedIn.mode };
  const onceCall = {
    ...{ userId: owner.userId, call: 'loanSubmit', key: call.idempotencyKey },
    ...{ request: { ...asked, mode: owner.mode }, nowMs },
  };
  const earlier = await answeredBefore<Loan>(db, onceCall);
  if (earlier !== undefined) return earlier;
  // Refuse for all other reasons first, before the step-up is checked.
  await judge(db, catalog, { owner, asked, nowMs });
  const user = await userById(db, owner.userId);
  const proofs = strongestProof(user, request);
  await identity.requireStepUp({ user, signedIn, purpose: 'loan', ...proofs, ip, nowMs });
  const { response } = await acceptInOrder(() =>
    once(db, onceCall, async (tx) => {
      await holdSession(tx, signedIn, nowMs);
      const limits = await holdLimits(tx, [owner], nowMs);
      await takeLocks(tx, { contracts: [owner] });
      const refusal = limits.refusal(owner, { stake: zero, risk: zero });
      if (refusal !== undefined) throw refusal;
      return make(tx, deps, { owner, asked, nowMs });
    }),
  );
  return response;
}

interface Judged {
  readonly owner: Owner;
  readonly asked: Asked;
  readonly nowMs: number;
}
interface Accepted {
  readonly term: LoanTerm;
  /** Version of the catalogue that the term comes from. */
  readonly catalogVersion: number;
  readonly principal: Amount;
  readonly pledged: readonly Pledged[];
  readonly marks: Marks;
}

/** The terms that the person saw, if they are still in force. */
export function requireTerm(catalog: Pick<Catalog, 'loanTerms' | 'version'>, termId: string, seenVersion?: number): LoanTerm {
  const days = parseRowId(termId);
  const term = catalog.loanTerms().terms.find((one) => one.days === days);
  if (term === undefined) throw new AppError('DATA_NOT_FOUND');
  if (!term.isOpen) throw new AppError('FEATURE_NOT_OPEN');
  // Other terms may have changed since, but not these.
  const isSeen = seenVersion === undefined || (seenVersion >= term.sinceVersion && seenVersion <= catalog.version());
  if (!isSeen) throw new AppError('LOAN_TERMS_CHANGED');
  return term;
}

export function requirePrincipal(text: string, { min, max }: LoanTerm): Amount {
  const principal = amount(text);
  if (!isPositive(principal) || decimalsOf(principal) > loanScale)
    throw new AppError('PARAMETER_WRONG', { params: { field: 'amount' } });
  if (compare(principal, min) < 0) throw new AppError('WALLET_BELOW_MIN', { params: { min: toText(min), asset: fundingAsset } });
  if (compare(principal, max) > 0) throw new AppError('WALLET_ABOVE_MAX', { params: { max: toText(max), asset: fundingAsset } });
  return principal;
}

async function judge(
  db: Parameters<typeof requireMarks>[0],
  catalog: Catalog,
  { owner, asked, nowMs }: Judged,
): Promise<Accepted> {
  const term = requireTerm(catalog, asked.termId, asked.catalogVersion);
  // Before the queries: a new version may come meanwhile.
  const catalogVersion = catalog.version();
  const principal = requirePrincipal(asked.amount, term);
  const pledged = await requireCollateral(db, catalog, owner, asked.collateral);
  const marks = await requireMarks(
    db,
    catalog,
    pledged.map(({ asset }) => asset),
    { nowMs, meanSeconds: term.meanSeconds },
  );
  requireCovered(owedAtStart(principal, term), maxDebtAgainst(pledged, marks, term.initialLtv), fundingAsset);
  await requireLendable(db, catalog, { mode: owner.mode, principal });
  return { term, catalogVersion, principal, pledged, marks };
}

async function make(tx: Tx, deps: LoanDeps, judged: Judged): Promise<Loan> {
  const { catalog, messages, reviews } = deps;
  const { owner, nowMs } = judged;
  const accepted = await judge(tx, catalog, judged);
  const { term, principal, pledged, marks } = accepted;
  const row = await insert(tx, judged, accepted);
  const told = { amount: toText(principal), asset: row.asset };
  // Demo money is never reviewed.
  if (term.needsReview && owner.mode === 'real') {
    const reviewId = await reviews.open(tx, {
      kind: 'loan',
      ref: `loan:${row.id}`,
      userId: owner.userId,
      terms: {
        mode: owner.mode,
        amount: told.amount,
        asset: row.asset,
        days: String(term.days),
        dailyRate: row.dailyRate,
        collateral: pledged.map((one) => `${toText(one.amount)} ${one.asset}`).join(', '),
      },
      amount: principal,
      asset: row.asset,
      expiresAtMs: nowMs + loanReviewDays * dayMs,
      nowMs,
    });
    await tx.updateTable('loan').set({ reviewId }).where('id', '=', row.id).execute();
    await requireKept(tx, owner, pledged);
    await addStep(tx, row.id, { step: 'requested', atMs: nowMs, moved: principal });
    await post(tx, lockPosting(row, pledged, nowMs));
    await tellLoan(tx, messages, owner, { told: [{ kind: 'loan_requested', params: told }], atMs: nowMs });
  } else {
    await requireKept(tx, owner, pledged);
    const { interest, dueAtMs } = await startLoan(tx, catalog, row, nowMs);
    await post(tx, payOutPosting(row, pledged, { principal, interest }, nowMs));
    const params = { ...told, due: utcText(dueAtMs) };
    await tellLoan(tx, messages, owner, { told: [{ kind: 'loan_paid_out', params }], atMs: nowMs });
  }
  const [made] = await readLoans(tx, sql<boolean>`id = ${row.id}`);
  return presentLoan(mustBe(made), marks);
}

async function insert(tx: Tx, { owner, asked, nowMs }: Judged, { term, catalogVersion, principal, pledged }: Accepted) {
  const { userId, mode } = owner;
  const mine = await tx
    .selectFrom('loan')
    .select(['clientOrderId', 'endedAtMs'])
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where((of) => of.or([of('endedAtMs', 'is', null), of('clientOrderId', '=', asked.clientOrderId)]))
    .execute();
  if (mine.some(({ clientOrderId }) => clientOrderId === asked.clientOrderId)) throw new AppError('ORDER_DO_NOT_RESUBMIT');
  await requireBelowDailyLimit(
    tx,
    sql`select asked_at_ms as at_ms from loan where user_id = ${userId} and mode = ${mode}`,
    nowMs,
  );
  if (mine.length >= maxLoans) throw new AppError('LOAN_TOO_MANY', { params: { max: String(maxLoans) } });
  const row = await tx
    .insertInto('loan')
    .values({
      ...{ userId, mode, clientOrderId: asked.clientOrderId, asset: fundingAsset, principal: toText(principal) },
      ...{ days: term.days, dailyRate: toText(term.dailyRate), overdueRate: toText(term.overdueRate), minDays: term.minDays },
      ...{ initialLtv: toText(term.initialLtv), callLtv: toText(term.callLtv), liquidationLtv: toText(term.liquidationLtv) },
      ...{
        liquidationFee: toText(term.liquidationFee),
        ...{ meanSeconds: term.meanSeconds, ruleVersion: term.ruleVersion, freshSeconds: term.freshSeconds },
        catalogVersion,
        askedAtMs: nowMs,
        status: 'pending_review',
      },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('loanCollateral')
    .values(pledged.map((one) => ({ ...one, amount: toText(one.amount), loanId: row.id })))
    .execute();
  return row;
}
