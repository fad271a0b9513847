/**
 * What a gateway says of a payment, done once: credited, put before an operator, failed, or taken back. Said again it changes nothing;
 * what does not fit the request or comes in a wrong order books nothing and is told of. The person is held from the first statement on, as
 * by everybody who ends a top-up, so each sees what the one before did.
 */
import { AppError } from '@tessera/shared/errors';
import { amount, compare, toText } from '@tessera/shared/money';
import type { Selectable, Updateable } from 'kysely';
import type { Messages } from '../content/messages';
import type { Texts } from '../content/texts';
import { fundingAsset } from '../funds/fundingAsset';
import { holdPerson } from '../identity/holdPerson';
import type { Log } from '../platform/log';
import type { User } from '../identity/users';
import type { Reviews } from '../reviews/Reviews';
import type { Db, Tx } from '../store/database';
import { creditTopUp, failTopUp, holdTopUp, takeBackTopUp } from '../topups/endTopUp';
import { refOf, topUpRows, type TopUpRow } from '../topups/topUpRows';
import type { Alarm, GatewayAlarms, PaymentFault } from './alarms';
import type { PaymentReport } from './Gateway';
import type { GatewayPaymentTable } from './tables';

/** What we say ourselves of a payment that the gateway will not, or does not, speak of. */
export const ownReport = (
  { providerId, reference }: Pick<Payment, 'providerId' | 'reference'>,
  { amount: sum, asset }: Pick<TopUpRow, 'amount' | 'asset'>,
  state: 'declined' | 'expired',
  nowMs: number,
): PaymentReport => ({
  id: providerId ?? '',
  reference,
  state,
  amount: toText(amount(sum)),
  currency: asset,
  atMs: nowMs,
});

export interface ReportDeps {
  readonly db: Db;
  readonly gateway: string;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly alarms: GatewayAlarms;
  readonly log: Log;
  readonly wakeOutbox: () => void;
}

/** `unknown`: no such payment; `kept`: done, or known before, or written down for operators. */
export type ReportOutcome = 'unknown' | 'kept';

type Payment = Selectable<GatewayPaymentTable>;

interface Held {
  readonly tx: Tx;
  readonly person: User;
  readonly payment: Payment;
  readonly topUp: TopUpRow;
  readonly report: PaymentReport;
  /** The book refused to book it a moment ago. */
  readonly isRefused: boolean;
  readonly nowMs: number;
}

/** An owed reversal is tried again so much later. */
const reversalAgainMs = 3_600_000;
/** The balance does not hold it; the person's own limit of the day is used up. */
const bookRefuses = new Set(['WALLET_BALANCE_INSUFFICIENT', 'LIMIT_DEPOSIT_REACHED']);

/** Answers after the commit. Throws where nothing could be kept: then nothing has changed. */
export async function applyReport(deps: ReportDeps, report: PaymentReport, nowMs: number): Promise<ReportOutcome> {
  const { db, alarms, gateway } = deps;
  const found = await db
    .selectFrom('gatewayPayment')
    .innerJoin('topup', 'topup.id', 'gatewayPayment.topupId')
    .select(['topup.id', 'topup.userId'])
    .where('gateway', '=', gateway)
    .where('reference', '=', report.reference)
    .executeTakeFirst();
  if (found === undefined) {
    const detail = `It says that ${report.reference} of ${report.amount} ${report.currency} is ${report.state}.`;
    await alarms.raise({ reason: 'unknown_payment', subject: report.id, topUpId: null, detail, nowMs });
    return 'unknown';
  }
  const run = (isRefused: boolean) =>
    db.transaction().execute(async (tx) => {
      const person = await holdPerson(tx, found.userId);
      const payment = await tx.selectFrom('gatewayPayment').selectAll().where('topupId', '=', found.id).executeTakeFirstOrThrow();
      const topUp = await topUpRows(tx).where('topup.id', '=', found.id).executeTakeFirstOrThrow();
      return apply(deps, { tx, person, payment, topUp, report, isRefused, nowMs });
    });
  const fault = await run(false).catch((error: unknown) => {
    if (error instanceof AppError && bookRefuses.has(error.code)) return run(true);
    throw error;
  });
  deps.wakeOutbox();
  if (fault !== undefined) await alarms.raise(alarmOf(fault, found.id, report, nowMs));
  return 'kept';
}

const alarmOf = (reason: PaymentFault, topUpId: number, report: PaymentReport, nowMs: number): Alarm => ({
  reason,
  subject: report.reference,
  topUpId,
  detail: `Its payment ${report.id} of ${report.amount} ${report.currency} is ${report.state}.`,
  nowMs,
});

/** Answers what was wrong with it. */
async function apply(deps: ReportDeps, held: Held): Promise<PaymentFault | undefined> {
  const { payment, topUp, report } = held;
  if (payment.providerId !== null && payment.providerId !== report.id) return 'wrong_id';
  if (payment.providerId === null && (await isOfAnother(held.tx, payment, report.id))) return 'wrong_id';
  if (report.currency !== topUp.asset) return 'wrong_currency';
  if (compare(amount(report.amount), amount(topUp.amount)) !== 0) return 'wrong_amount';
  const isOpen = payment.state === 'wanted' || payment.state === 'open';
  switch (report.state) {
    case 'open':
      return isOpen ? undefined : 'out_of_order';
    case 'paid':
      if (isOpen) return report.atMs > payment.expiresAtMs ? endUnpaid(deps, held, 'expired', 'late') : paid(deps, held);
      if (payment.state === 'paid') return undefined;
      return payment.state === 'expired' ? 'late' : 'out_of_order';
    case 'declined':
    case 'expired':
      if (isOpen) return endUnpaid(deps, held, report.state);
      return payment.state === report.state ? undefined : 'out_of_order';
    case 'refunded':
    case 'charged_back':
      if (payment.state === 'paid' || payment.state === report.state) return takeBack(deps, held, report.state);
      return 'out_of_order';
  }
}

/** The gateway gave the id to another payment before: it means one of both, and nobody guesses which. */
export const isOfAnother = async (
  of: Db | Tx,
  { gateway, topupId }: Pick<Payment, 'gateway' | 'topupId'>,
  id: string,
): Promise<boolean> =>
  (await of
    .selectFrom('gatewayPayment')
    .select('topupId')
    .where('gateway', '=', gateway)
    .where('providerId', '=', id)
    .where('topupId', '!=', topupId)
    .executeTakeFirst()) !== undefined;

/** Above the terms' limit, or where the book refused it, an operator decides. */
async function paid(deps: ReportDeps, held: Held): Promise<PaymentFault | undefined> {
  const { tx, topUp, isRefused, nowMs } = held;
  const reviewFrom = await readReviewFrom(tx, topUp);
  const isReviewed = isRefused || (reviewFrom !== null && compare(amount(topUp.amount), amount(reviewFrom)) >= 0);
  if (!isReviewed) {
    const open = await holdTopUp(tx, topUp.id, ['callback_in_progress']);
    await movePayment(held, { state: 'paid', askAtMs: null });
    await creditTopUp(tx, { topUp: open, messages: deps.messages, nowMs });
    return undefined;
  }
  await openReview(deps, held);
  await holdTopUp(tx, topUp.id, ['callback_in_progress']);
  await movePayment(held, { state: 'paid', askAtMs: null });
  await tx.updateTable('topup').set({ status: 'under_review' }).where('id', '=', topUp.id).execute();
  return isRefused ? 'not_booked' : undefined;
}

async function readReviewFrom(tx: Tx, { method, asset, catalogVersion }: TopUpRow): Promise<string | null> {
  const term = await tx
    .selectFrom('topupTerm')
    .select('reviewFrom')
    .where('method', '=', method)
    .where('asset', '=', asset)
    .where('sinceVersion', '<=', catalogVersion)
    .orderBy('sinceVersion', 'desc')
    .executeTakeFirst();
  return term?.reviewFrom ?? null;
}

const openReview = ({ reviews }: ReportDeps, { tx, topUp, payment, report, nowMs }: Held) =>
  reviews.open(tx, {
    kind: 'topup',
    ref: refOf(topUp.id),
    userId: topUp.userId,
    terms: {
      number: topUp.publicId,
      method: topUp.method,
      amount: toText(amount(topUp.amount)),
      asset: topUp.asset,
      turnoverNeed: toText(amount(topUp.turnoverNeed)),
      gateway: payment.gateway,
      payment: report.id,
    },
    amount: amount(topUp.worth),
    asset: fundingAsset,
    nowMs,
  });

async function endUnpaid(
  { messages, texts }: ReportDeps,
  held: Held,
  state: 'declined' | 'expired',
  fault?: PaymentFault,
): Promise<PaymentFault | undefined> {
  const { tx, person, nowMs } = held;
  const topUp = await holdTopUp(tx, held.topUp.id, ['callback_in_progress']);
  await movePayment(held, { state, askAtMs: null });
  await failTopUp(tx, { topUp, messages, nowMs }, texts.say(person.language, `topup_card_${state}`, {}));
  return fault;
}

async function takeBack(
  { messages, texts, reviews }: ReportDeps,
  held: Held,
  state: 'refunded' | 'charged_back',
): Promise<PaymentFault | undefined> {
  const { tx, person, topUp, isRefused, nowMs } = held;
  const reason = texts.say(person.language, `topup_card_${state}`, {});
  if (topUp.status === 'under_review') {
    const { publicId: reviewId } = await tx
      .selectFrom('review')
      .select('publicId')
      .where('kind', '=', 'topup')
      .where('ref', '=', refOf(topUp.id))
      .where('state', '=', 'pending')
      .executeTakeFirstOrThrow();
    await reviews.cancel(tx, { reviewId, nowMs });
  }
  if (isRefused) {
    await movePayment(held, { state, askAtMs: nowMs + reversalAgainMs });
    return 'reversal_short';
  }
  await movePayment(held, { state, askAtMs: null });
  if (topUp.status === 'under_review')
    await failTopUp(tx, { topUp: await holdTopUp(tx, topUp.id, ['under_review']), messages, nowMs }, reason);
  else if (topUp.status === 'success') {
    const credited = await holdTopUp(tx, topUp.id, ['success']);
    await takeBackTopUp(tx, { topUp: credited, messages, nowMs }, reason);
  }
  return undefined;
}

const movePayment = ({ tx, payment, report }: Held, to: Updateable<GatewayPaymentTable>) =>
  tx
    .updateTable('gatewayPayment')
    .set({ ...to, ...(payment.providerId === null && report.id !== '' ? { providerId: report.id } : {}) })
    .where('topupId', '=', payment.topupId)
    .execute();
