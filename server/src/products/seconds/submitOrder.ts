/**
 * Accepts orders: stake and fee leave the coin account, the order row stands, the private events are written and the
 * answer is remembered, all in one transaction or not at all. A repeat is the same order twice over: by the idempotency
 * key of the request and by the client's own order id.
 *
 * Orders that arrive together are accepted together (groupCommit): every statement below serves all of them, and each is
 * judged for itself, at the head of the log as it is once their accounts are locked (execution/acceptInOrder.ts).
 */
import type { Receipt, SecondsOrder } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { add, amount, compare, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import type { ClassFilter } from '../../catalog/classFilter';
import { acceptedAt, acceptInOrder, isLockTimeout, limitWaits, requireInTime, requireSeen } from '../../execution/acceptInOrder';
import { readSymbolsNow, type SymbolNow } from '../../execution/symbolNow';
import { takeLocks, type Owner } from '../../ledger/takeLocks';
import { holdLimits, type HeldLimits } from '../../limits/holdLimits';
import type { Clock } from '../../platform/Clock';
import { acceptanceOf, readReceipts, type Receipts } from '../../record/Receipts';
import type { Db, Tx } from '../../store/database';
import { createGroupCommit, heldElsewhere, type HeldElsewhere } from '../../store/groupCommit';
import { onceMany } from '../../store/idempotency';
import { rowId } from '../../store/rowId';
import { requireAcceptable, stakeAsset } from './acceptance';
import { insertOrders, postOpenings } from './insertOrders';
import { presentOrder, receiptTermsOf, type OrderRow } from './orderRow';
import { readQuote } from './quoteToken';
import { arrivalOf, ownName, type Accepted, type Asked, type Submission, type SubmitCall } from './submission';

export interface SubmitDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly quoteKey: Buffer;
  readonly receipts: Receipts;
}
/** An order with what was signed for it. */
interface Made {
  readonly row: OrderRow;
  /** None of an order from before receipts. */
  readonly receipt: Receipt | undefined;
}
type Answer = { readonly orderId: number };
/** How long a batch waits for one person's account, and how long that person's order then waits at a time when it is alone. */
const batchWaitMs = 200;
const aloneWaitMs = 100;

/** Answers the order, accepted now or by an earlier sending of the same. Rejects with AppError. */
export function createSubmitOrder(parts: SubmitDeps): (call: SubmitCall, isOfClass: ClassFilter) => Promise<SecondsOrder> {
  const submit = createGroupCommit<Submission, Made>({
    run: (submissions) => submitOrLeave(parts, submissions),
    claims: ({ userId, key, user, asked }) => [
      `key ${userId} ${key ?? ''}`,
      `order ${userId} ${user.mode} ${asked.clientOrderId}`,
    ],
  });
  return async (call, isOfClass) => {
    const { user, request, nowMs } = call;
    // A retry may carry a fresh quote and another instant: it is the same order, under the terms it was accepted on.
    const { quoteId: _, sentAtMs: _sent, seenSeq: _seen, ...intention } = request;
    const submission = {
      userId: rowId(user.userId),
      call: 'secondsSubmit',
      key: call.idempotencyKey,
      request: { ...intention, mode: user.mode },
      nowMs,
      asked: request,
      user,
      isOfClass,
    };
    const { row, receipt } = await submit(submission);
    return { ...presentOrder(row, nowMs), ...(receipt === undefined ? {} : { receipt }) };
  };
}

/** An order whose account somebody else holds leaves the others, and tries again while there is time. */
async function submitOrLeave(
  parts: SubmitDeps,
  submissions: readonly Submission[],
): Promise<(Made | AppError | HeldElsewhere)[]> {
  try {
    return await acceptInOrder(() => submitTogether(parts, submissions));
  } catch (error) {
    const [only, ...others] = submissions;
    if (only === undefined || others.length > 0 || !isLockTimeout(error)) throw error;
    requireInTime(parts.clock, { receivedMs: only.nowMs });
    return [heldElsewhere];
  }
}

async function submitTogether(
  parts: SubmitDeps,
  submissions: readonly Submission[],
): Promise<(Made | AppError | HeldElsewhere)[]> {
  const made = new Map<number, Made>();
  const answers = await onceMany<Submission, Answer>(parts.db, submissions, (tx, fresh) => {
    made.clear();
    return accept(parts, tx, fresh, made);
  });
  const missing = answers.flatMap((answer) => (isOrder(answer) && !made.has(answer.orderId) ? [answer.orderId] : []));
  if (missing.length > 0) {
    const rows = await parts.db.selectFrom('secondsOrder').selectAll().where('id', 'in', missing).execute();
    const receipts = await readReceipts(parts.db, 'seconds', missing);
    for (const row of rows) made.set(row.id, { row, receipt: receipts.get(row.id) });
  }
  return answers.map((answer) => {
    if (!isOrder(answer)) return answer;
    const one = made.get(answer.orderId);
    invariant(one !== undefined, `order ${answer.orderId} was answered and is there`);
    return one;
  });
}

const isOrder = (answer: Answer | AppError | HeldElsewhere): answer is Answer =>
  answer !== heldElsewhere && !(answer instanceof AppError);

async function accept(
  parts: SubmitDeps,
  tx: Tx,
  fresh: readonly Submission[],
  made: Map<number, Made>,
): Promise<(Answer | AppError)[]> {
  const answers = new Map<Submission, Answer | AppError>();
  const known = await findOwn(tx, fresh);
  const asking = fresh.filter((submission) => {
    const row = known.get(ownName(submission));
    if (row !== undefined) answers.set(submission, sameOrder(row, submission.asked));
    return row === undefined;
  });
  await limitWaits(tx, fresh.length > 1 ? batchWaitMs : aloneWaitMs);
  const limits = await holdLimits(tx, asking.map(ownerOf), parts.clock.now());
  const balances = await takeLocks(tx, { accounts: asking.flatMap(accountsOf) });
  const evaluated = await evaluate(parts, tx, asking, answers);
  const payable = filterAffordable(
    evaluated,
    limits,
    new Map(asking.map((one, index) => [payerName(one), balances[2 * index] ?? zero])),
    answers,
  );
  const rows = await insertOrders(tx, payable);
  const accepted = payable.filter(({ submission }) => rows.has(ownName(submission)));
  const opened = await postOpenings(tx, accepted, rows);
  const signed = await parts.receipts.sign(
    tx,
    opened.map((row, index) => acceptanceOf('seconds', row, (accepted[index] as Accepted).terms.latest, receiptTermsOf(row))),
  );
  opened.forEach((row, index) => made.set(row.id, { row, receipt: signed[index] }));
  await limits.keep(
    tx,
    accepted.map(({ submission, terms }) => ({ owner: ownerOf(submission), stake: terms.stake })),
  );
  for (const { submission } of accepted) requireInTime(parts.clock, arrivalOf(submission));
  for (const { submission } of accepted) answers.set(submission, { orderId: (rows.get(ownName(submission)) as OrderRow).id });
  // Another process was first with this client order id: ours leaves no trace but the answer.
  const outrun = payable.filter(({ submission }) => !rows.has(ownName(submission))).map(({ submission }) => submission);
  const theirs = await findOwn(tx, outrun);
  for (const submission of outrun) answers.set(submission, sameOrder(theirs.get(ownName(submission)), submission.asked));
  return fresh.map((submission) => answers.get(submission) as Answer | AppError);
}

async function findOwn(tx: Tx, submissions: readonly Submission[]): Promise<ReadonlyMap<string, OrderRow>> {
  if (submissions.length === 0) return new Map();
  const { rows } = await sql<OrderRow>`
    select o.* from seconds_order o join unnest(
      ${submissions.map(({ userId }) => userId)}::bigint[], ${submissions.map(({ user }) => user.mode)}::text[],
      ${submissions.map(({ asked }) => asked.clientOrderId)}::uuid[]
    ) asked (user_id, mode, client_order_id) using (user_id, mode, client_order_id)`.execute(tx);
  return new Map(rows.map((row) => [`${row.userId} ${row.mode} ${row.clientOrderId}`, row]));
}

function sameOrder(row: OrderRow | undefined, asked: Asked): Answer | AppError {
  const isSame =
    row !== undefined &&
    row.symbolId === asked.symbol &&
    row.direction === asked.direction &&
    row.seconds === asked.seconds &&
    row.asset === asked.asset &&
    compare(amount(row.stake), amount(asked.stake)) === 0;
  return isSame ? { orderId: row.id } : new AppError('REQUEST_ILLEGAL');
}

const accountsOf = ({ userId: ownerId, user: { mode } }: Submission) =>
  (['coin', 'stake'] as const).map((kind) => ({ ownerId, mode, kind, asset: stakeAsset }));

async function evaluate(
  parts: SubmitDeps,
  tx: Tx,
  asking: readonly Submission[],
  answers: Map<Submission, Answer | AppError>,
): Promise<Accepted[]> {
  if (asking.length === 0) return [];
  const asset = parts.catalog.assets().find((one) => one.asset === stakeAsset);
  invariant(asset !== undefined, `the book has the asset ${stakeAsset}`);
  const nowMs = parts.clock.now();
  const symbols = await readSymbolsNow(
    tx,
    parts.catalog,
    asking.map(({ asked }) => ({ symbol: asked.symbol, nowMs, untilMs: nowMs + asked.seconds * 1000 })),
  );
  return asking.flatMap((submission, index) => {
    const { asked, user, isOfClass } = submission;
    try {
      requireInTime(parts.clock, arrivalOf(submission));
      const terms = requireAcceptable(
        asked,
        symbols[index] as SymbolNow,
        parts.catalog.secondsTerms(asked.symbol),
        readQuote(parts.quoteKey, asked.quoteId),
        user,
        asset.scale,
        isOfClass,
        nowMs,
      );
      requireSeen(terms.latest, asked);
      return [{ submission, terms, acceptedAtMs: acceptedAt(nowMs, terms.latest) }];
    } catch (refusal) {
      if (!(refusal instanceof AppError)) throw refusal;
      answers.set(submission, refusal);
      return [];
    }
  });
}

/**
 * Lets pass, first come first served, what fits into the person's own limits and what the locked balances can pay. The posting
 * would refuse the rest as well, but all of the batch together.
 */
function filterAffordable(
  evaluated: readonly Accepted[],
  limits: HeldLimits,
  balances: ReadonlyMap<string, Amount>,
  answers: Map<Submission, Answer | AppError>,
): Accepted[] {
  const left = new Map(balances);
  return evaluated.filter(({ submission, terms }) => {
    const name = payerName(submission);
    const owner = ownerOf(submission);
    const asked = { stake: terms.stake, risk: add(terms.stake, terms.fee) };
    const refusal = limits.refusal(owner, asked);
    if (refusal !== undefined) {
      answers.set(submission, refusal);
      return false;
    }
    const available = left.get(name) ?? zero;
    const after = subtract(available, asked.risk);
    if (after.lt('0')) {
      answers.set(
        submission,
        new AppError('WALLET_BALANCE_INSUFFICIENT', { params: { available: toText(available), asset: submission.asked.asset } }),
      );
      return false;
    }
    left.set(name, after);
    limits.take(owner, asked);
    return true;
  });
}

const ownerOf = ({ userId, user: { mode } }: Submission): Owner => ({ userId, mode });
const payerName = ({ userId, user }: Submission): string => `${userId} ${user.mode}`;
