/** What was asked of an order that stands, as it was signed, against what came of it. */
import { ascii, sha256 } from './bytes';
import { canonicalText } from './canonicalText';
import { check, none, type Check } from './Check';
import { compare, exact, type Exact } from './Exact';
import type { Known } from './Known';
import { isLive, meets, tickText } from './logOfProof';
import type { DealProof, OrderOfRequests, Receipt, SpotProof, Tick } from './shapes';
import { isSignedByExchange, keysOf, signedText } from './signatures';

const closeWithinMs = 30_000;

/** By what was signed: in which order a proof names them says nothing. */
const newest = ({ requests = [] }: OrderOfRequests, request: string): Receipt | undefined =>
  requests
    .filter(({ body }) => body.request === request)
    .sort(({ body: a }, { body: b }) => a.headSeq - b.headSeq || a.acceptedAtMs - b.acceptedAtMs)
    .at(-1);
/** The order's own receipt says that every request about it has one. */
const unsigned = ({ receipt }: OrderOfRequests, stated: string): Check =>
  check('request', receipt?.terms['signsRequests'] === true ? 'failed' : 'absent', stated, 'no receipt');

/** `wrong`: what else is, by name. */
function signedCheck(
  product: string,
  order: OrderOfRequests,
  receipt: Receipt,
  ticks: readonly Tick[],
  wrong: readonly (readonly [string, boolean])[],
  { entries }: Known,
): Check {
  const { body, terms, signature } = receipt;
  const { request, acceptedAtMs, headSeq, headHash, keyId } = body;
  const head = ticks.find(({ seq }) => seq === headSeq);
  const signed = isSignedByExchange(keysOf(entries), { keyId, atMs: acceptedAtMs, signature }, signedText('receipt', body));
  const fault = [
    ['another order', body.product !== product || body.order !== order.id || body.symbol !== order.symbol] as const,
    ['terms hash', sha256(ascii(canonicalText(terms))) !== body.termsHash] as const,
    ['head', head !== undefined && head.hash !== headHash] as const,
    ...wrong,
    ['signature', signed === false] as const,
  ].find(([, isWrong]) => isWrong);
  const state = fault !== undefined ? 'failed' : signed === undefined ? 'partial' : 'ok';
  return check(
    'request',
    state,
    `${request} ${acceptedAtMs}`,
    `${fault === undefined ? '' : `${fault[0]}: `}#${headSeq} ${keyId}`,
  );
}

/** `openLots`: before the deal. */
export function dealRequestCheck(proof: DealProof, openLots: Exact, known: Known): Check {
  const { order, deal, trigger, ticks } = proof;
  const stated = `${trigger.kind} ${trigger.sinceMs}`;
  const passed = passedOver(proof);
  if (passed !== undefined) return check('request', 'failed', stated, passed);
  const isLater = ({ body }: Receipt) => ['decided before it', deal.tickSeq <= body.headSeq] as const;
  const isSame = (a: unknown, b: string | null): boolean =>
    typeof a === 'string' && b !== null && compare(exact(a), exact(b)) === 0;
  if (trigger.kind === 'close') {
    const receipt = newest(order, 'close');
    if (receipt === undefined) return unsigned(order, stated);
    const { askedLots, lots } = receipt.terms;
    const isOther = receipt.body.acceptedAtMs !== trigger.sinceMs || !isSame(lots, deal.lots);
    // null: all of it.
    const isLess = askedLots === null ? compare(exact(deal.lots), openLots) !== 0 : !isSame(askedLots, deal.lots);
    const wrong = [['another instant or other lots', isOther], ['fewer lots', isLess], isLater(receipt)] as const;
    return signedCheck('leverage', order, receipt, ticks, wrong, known);
  }
  if (trigger.kind !== 'take_profit' && trigger.kind !== 'stop_loss') return check('request', 'absent');
  const name = trigger.kind === 'take_profit' ? 'takeProfit' : 'stopLoss';
  const isStop = (at: unknown, sinceMs: unknown): boolean =>
    isSame(at, trigger.price) && typeof sinceMs === 'number' && trigger.sinceMs === Math.max(sinceMs, order.openedAtMs ?? 0);
  const receipt = newest(order, 'stop');
  if (receipt !== undefined) {
    const isOther = !isStop(receipt.terms[name], receipt.terms[`${name}SinceMs`]);
    return signedCheck('leverage', order, receipt, ticks, [['another stop', isOther], isLater(receipt)], known);
  }
  const agreed = order.receipt?.terms[name];
  return order.receipt !== undefined && isStop(agreed, order.acceptedAtMs) && unsigned(order, stated).state === 'failed'
    ? check('request', 'ok', stated, `order ${String(agreed)}`)
    : unsigned(order, stated);
}

/** What a signed request should have done before: a cancel, or a close that had its tick. */
function passedOver({ order, deal, trigger, ticks, incidents, earlier }: DealProof): string | undefined {
  const cancel = newest(order, 'cancel')?.body;
  if (cancel !== undefined && deal.tickAtMs > cancel.acceptedAtMs) return `cancel ${cancel.acceptedAtMs}`;
  for (const { body: close } of (order.requests ?? []).filter(({ body }) => body.request === 'close')) {
    const isOwn = trigger.kind === 'close' && trigger.sinceMs === close.acceptedAtMs;
    if (isOwn || earlier.some(({ tickAtMs }) => tickAtMs > close.acceptedAtMs)) continue;
    const first = ticks.find(
      (tick) =>
        tick.seq > close.headSeq &&
        tick.atMs > close.acceptedAtMs &&
        tick.atMs <= close.acceptedAtMs + closeWithinMs &&
        isLive(tick) &&
        !meets(incidents, tick),
    );
    if (first !== undefined && first.seq < deal.tickSeq) return `close ${close.acceptedAtMs} ${tickText(first)}`;
  }
  return undefined;
}

export function fillRequestCheck({ order, fillId, ticks }: SpotProof, known: Known): Check {
  const receipt = newest(order, 'cancel');
  if (receipt === undefined)
    return order.status === 'cancelling' || order.endReason === 'user'
      ? unsigned(order, 'cancel')
      : check('request', 'absent', none);
  const fill = order.fills.find(({ id }) => id === fillId);
  const isAfter = fill !== undefined && fill.atMs > receipt.body.acceptedAtMs;
  return signedCheck('spot', order, receipt, ticks, [['a fill after it', isAfter]], known);
}
