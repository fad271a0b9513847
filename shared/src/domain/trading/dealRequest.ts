/**
 * The check `request` of a deal: a close that was asked for, and the stop that was met, are the signed ones; and no signed close
 * or cancel should have decided before.
 */
import type { LeverageProof } from '../contract/leverage';
import { absent, tickText, type Digest, type ProofCheck } from '../fairness/logChecks';
import type { ReceiptCheckDeps } from '../fairness/receiptCheck';
import { newestRequest, owesRequests, requestCheck, unsigned } from '../fairness/requestCheck';
import { amount, compare, price, type Amount } from '../money';
import type { DealRule } from './dealRule';

type Check = ProofCheck<'request'>;

export async function dealRequestCheck(
  proof: LeverageProof,
  { rule, openLots }: { readonly rule: DealRule | undefined; readonly openLots: Amount },
  digest: Digest,
  deps?: ReceiptCheckDeps,
): Promise<Check> {
  const { order, deal, trigger, ticks } = proof;
  const stated = `${trigger.kind} ${trigger.sinceMs}`;
  const passed = passedOver(proof, rule);
  if (passed !== undefined) return { name: 'request', state: 'failed', stated, computed: passed };
  const common = { product: 'leverage', order, decidingSeq: deal.tickSeq, ticks } as const;
  if (trigger.kind === 'close') {
    const receipt = newestRequest(order, 'close');
    if (receipt === undefined) return unsigned(order, stated);
    const { askedLots } = receipt.terms;
    // null: all of it.
    const due = askedLots === null ? openLots : typeof askedLots === 'string' ? amount(askedLots) : undefined;
    const fault = due !== undefined && compare(due, amount(deal.lots)) === 0 ? undefined : 'lots';
    const asked = { ...common, receipt, sinceMs: trigger.sinceMs, terms: { lots: deal.lots }, fault };
    return requestCheck(asked, digest, deps?.knowsSignature);
  }
  if (trigger.kind !== 'take_profit' && trigger.kind !== 'stop_loss') return absent('request');
  const name = trigger.kind === 'take_profit' ? 'takeProfit' : 'stopLoss';
  const receipt = newestRequest(order, 'stop');
  if (receipt === undefined) {
    if (!owesRequests(order)) return absent('request');
    const agreed = { atPrice: order.receipt?.terms[name], sinceMs: order.acceptedAtMs };
    return { name: 'request', state: isStop(proof, agreed) ? 'ok' : 'failed', stated, computed: `order ${agreed.atPrice}` };
  }
  const { [name]: atPrice, [`${name}SinceMs`]: sinceMs } = receipt.terms;
  const fault = isStop(proof, { atPrice, sinceMs }) ? undefined : 'stop';
  return requestCheck({ ...common, receipt, terms: {}, fault }, digest, deps?.knowsSignature);
}

/** A stop that stood before the opening stands from the opening's tick on. */
function isStop(
  { order, trigger }: LeverageProof,
  { atPrice, sinceMs }: { readonly atPrice: unknown; readonly sinceMs: unknown },
): boolean {
  return (
    typeof atPrice === 'string' &&
    typeof sinceMs === 'number' &&
    trigger.price !== null &&
    compare(price(atPrice), price(trigger.price)) === 0 &&
    trigger.sinceMs === Math.max(sinceMs, order.openedAtMs ?? sinceMs)
  );
}

/** What a signed request should have done before this deal: a cancel, or a close that had its tick. */
function passedOver(proof: LeverageProof, rule: DealRule | undefined): string | undefined {
  const { order, deal, trigger, ticks, incidents, earlier } = proof;
  const cancel = newestRequest(order, 'cancel')?.body;
  if (cancel !== undefined && deal.tickAtMs > cancel.acceptedAtMs) return `cancel ${cancel.acceptedAtMs}`;
  for (const { body: close } of (order.requests ?? []).filter(({ body }) => body.request === 'close')) {
    const isOwn = trigger.kind === 'close' && trigger.sinceMs === close.acceptedAtMs;
    // Its own deal, or whatever came first after it: it is not asked for any more.
    if (isOwn || rule === undefined || earlier.some(({ tickAtMs }) => tickAtMs > close.acceptedAtMs)) continue;
    const untilMs = close.acceptedAtMs + rule.closeWithinMs;
    const first = ticks.find(
      ({ seq, atMs, isFilled }) =>
        seq > close.headSeq &&
        atMs > close.acceptedAtMs &&
        atMs <= untilMs &&
        isFilled !== true &&
        !incidents.some((one) => one.symbol === order.symbol && one.fromMs <= atMs && one.toMs >= atMs),
    );
    if (first !== undefined && first.seq < deal.tickSeq) return `close ${close.acceptedAtMs} ${tickText(first)}`;
  }
  return undefined;
}
