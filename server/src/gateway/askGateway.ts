/**
 * What no callback said is asked for: a payment is opened where that did not succeed at once, and the gateway is asked what became of it,
 * ever more slowly, until it is over. What it gives no answer to for a day after the end is ended as not paid, and operators are told.
 */
import { amount, toText } from '@tessera/shared/money';
import type { Job } from '../jobs/JobRunner';
import type { Db } from '../store/database';
import { applyReport, isOfAnother, ownReport, type ReportDeps } from './applyReport';
import { callbackUrlOf, returnUrlOf } from './callbackUrl';
import { GatewayRefusal, type Gateway } from './Gateway';

const roundMs = 5_000;
/** In one round; each waits for the gateway for seconds at most. */
const most = 20;
const atOnce = 4;
const firstPauseMs = 15_000;
const longestPauseMs = 900_000;
const givenUpAfterMs = 86_400_000;

export interface AskDeps extends ReportDeps {
  readonly gatewayOf: Gateway;
  readonly now: () => number;
}

/** From the first question on: 15 s, 30 s, 60 s, to a quarter of an hour. */
export const pauseAfter = (asks: number): number => Math.min(firstPauseMs * 2 ** Math.min(asks, 10), longestPauseMs);

export const readPayment = (db: Db, topUpId: number) =>
  db
    .selectFrom('gatewayPayment')
    .innerJoin('topup', 'topup.id', 'gatewayPayment.topupId')
    .selectAll('gatewayPayment')
    .select(['topup.publicId', 'topup.asset', 'topup.amount', 'topup.status'])
    .where('topupId', '=', topUpId)
    .executeTakeFirstOrThrow();
type ReadPayment = Awaited<ReturnType<typeof readPayment>>;

export function askGateway(
  deps: AskDeps,
): Job & { /** Never rejects: what fails now is done by a later round. */ open(topUpId: number): Promise<void> } {
  const { db, gateway, gatewayOf, alarms, now } = deps;

  async function end(payment: ReadPayment, state: 'declined' | 'expired', reason: 'refused' | 'unanswered', detail: string) {
    const nowMs = now();
    await applyReport(deps, ownReport(payment, payment, state, nowMs), nowMs);
    await alarms.raise({ reason, subject: payment.reference, topUpId: payment.topupId, detail, nowMs });
  }

  async function openPayment(payment: ReadPayment): Promise<void> {
    const { reference, origin, expiresAtMs } = payment;
    try {
      const { id, page } = await gatewayOf.open({
        reference,
        amount: toText(amount(payment.amount)),
        currency: payment.asset,
        expiresAtMs,
        returnUrl: returnUrlOf(origin, payment.publicId),
        callbackUrl: callbackUrlOf(origin),
      });
      if (await isOfAnother(db, payment, id)) {
        const detail = `It opened payment ${id}, which is that of another request.`;
        await alarms.raise({ reason: 'wrong_id', subject: reference, topUpId: payment.topupId, detail, nowMs: now() });
        return;
      }
      await db
        .updateTable('gatewayPayment')
        .set({ providerId: id, page, state: 'open' })
        .where('topupId', '=', payment.topupId)
        .where('state', '=', 'wanted')
        .execute();
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) throw error;
      await end(payment, 'declined', 'refused', error.message);
    }
  }

  async function ask(payment: ReadPayment): Promise<void> {
    const { state, reference, expiresAtMs } = payment;
    // A reversal that the balance did not allow.
    if (state === 'refunded' || state === 'charged_back') {
      const report = { ...ownReport(payment, payment, 'expired', now()), state };
      return void (await applyReport(deps, report, now()));
    }
    if (state === 'wanted' && now() < expiresAtMs) return openPayment(payment);
    const report = await gatewayOf.ask(reference).catch((error: unknown) => {
      if (now() < expiresAtMs + givenUpAfterMs) throw error;
      return 'silent' as const;
    });
    if (report === 'silent')
      return end(
        payment,
        'expired',
        'unanswered',
        'It says nothing of a payment for a day: whether it was paid has to be asked.',
      );
    // One that it knows nothing of was never opened.
    if (report !== undefined) await applyReport(deps, report, now());
    const isLeft = report === undefined || report.state === 'open';
    if (isLeft && now() >= expiresAtMs) await applyReport(deps, ownReport(payment, payment, 'expired', now()), now());
  }

  const attempt = (topUpId: number, work: (payment: ReadPayment) => Promise<void>): Promise<void> =>
    readPayment(db, topUpId)
      .then(work)
      .catch((error: unknown) => deps.log.warn({ err: error, topUp: topUpId }, 'the card gateway gave no answer'));

  return {
    name: 'card-payments',
    everyMs: roundMs,
    open: (topUpId) => attempt(topUpId, async (payment) => (payment.state === 'wanted' ? openPayment(payment) : undefined)),
    async run(signal) {
      const due = await claimDue(db, gateway, now());
      for (let from = 0; from < due.length && !signal.aborted; from += atOnce)
        await Promise.all(due.slice(from, from + atOnce).map((topUpId) => attempt(topUpId, ask)));
    },
  };
}

/** Their next turn is written before they are asked: whoever dies, and however many nodes there are, none is asked in a rush. */
async function claimDue(db: Db, gateway: string, nowMs: number): Promise<readonly number[]> {
  return db.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('gatewayPayment')
      .select(['topupId', 'asks'])
      .where('gateway', '=', gateway)
      .where('askAtMs', '<=', nowMs)
      .orderBy('askAtMs')
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { topupId, asks } of due)
      await tx
        .updateTable('gatewayPayment')
        .set({ askAtMs: nowMs + pauseAfter(asks), asks: asks + 1 })
        .where('topupId', '=', topupId)
        .execute();
    return due.map(({ topupId }) => topupId);
  });
}
