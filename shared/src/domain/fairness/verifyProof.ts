/**
 * "Check this result": recomputes a settled order from its proof, in the browser of the person who traded. Nothing that
 * the server concluded is taken over; its conclusions are only compared with ours.
 *
 * Honest limit: this shows that the result follows from the published tick log under the published rule. It does not
 * show that the log equals any other market.
 *
 * The digest is a parameter, so that a browser may use its own (asynchronous) one and a test a plain one.
 */
import type { SecondsProof } from '../contract/seconds';
import { amount, compare, rate, subtract, toText, type Amount } from '../money';
import { receiptedSeconds } from './acceptedTerms';
import {
  anchoredCheck,
  anchorRootsCheck,
  chainCheck,
  compared,
  feedSeedCheck,
  none,
  reachesBefore,
  rootSignedCheck,
  runCheck,
  tickText,
  type Digest,
  type ProofCheck,
} from './logChecks';
import { feeOf, settlementOf } from './payout';
import { receiptCheck, type ReceiptCheckDeps } from './receiptCheck';
import { setOffCheck } from './setOffCheck';
import { decide, hasTicksInIncident, isEntryAfterHead, secondsRules, type Decision } from './settle';

export const proofCheckNames = [
  'rule',
  'run',
  'chain',
  'expiry',
  'entry',
  'exit',
  'next',
  'outcome',
  'fee',
  'returned',
  'setOff',
  'receipt',
  'anchorRoots',
  'rootSigned',
  'anchored',
  'feedSeed',
] as const;
export type ProofCheckName = (typeof proofCheckNames)[number];
type Check = ProofCheck<ProofCheckName>;

/** Every check by name, always all of them and in this order. A result stands when none has failed. */
export async function verifyProof(
  proof: SecondsProof,
  digest: Digest,
  receipts?: ReceiptCheckDeps,
): Promise<readonly ProofCheck<ProofCheckName>[]> {
  const { order } = proof;
  const decision = recompute(proof);
  return [
    checkRule(proof),
    checkRun(proof),
    await chainCheck(proof.ticks, digest, receipts?.sinceMs),
    checkExpiry(proof),
    ...checkDecision(proof, decision),
    ...checkMoney(proof, decision),
    await setOffCheck(proof, { digest, receipts, verify: (won) => verifyProof(won, digest, receipts) }),
    await checkReceipt(proof, digest, receipts),
    await anchorRootsCheck(proof.anchors, digest),
    await rootSignedCheck(proof.anchors, receipts?.knowsSignature, receipts?.sinceMs),
    anchoredCheck(
      order.symbol,
      (order.next ?? order.exit ?? order.entry)?.seq ?? proof.acceptedSeq ?? proof.ticks[0]?.seq,
      proof,
    ),
    await feedSeedCheck(proof.feedDay, digest),
  ];
}

/** T follows from t0. Without a receipt t0 itself is the exchange's own statement: 'partial'. */
function checkExpiry({ order: { acceptedAtMs, seconds, expiresAtMs, receipt } }: SecondsProof): ProofCheck<'expiry'> {
  const check = compared('expiry', String(expiresAtMs), String(acceptedAtMs + seconds * 1000));
  return check.state === 'ok' && receipt === undefined ? { ...check, state: 'partial' } : check;
}

const meetsIncident = ({ order, incident }: SecondsProof): boolean =>
  incident !== null &&
  incident.symbol === order.symbol &&
  incident.fromMs <= order.expiresAtMs &&
  incident.toMs >= order.acceptedAtMs;

function recompute(proof: SecondsProof): Decision | 'wait' {
  const { order, rule, ticks, acceptedSeq } = proof;
  const isInIncident = meetsIncident(proof);
  const known = isInIncident ? knownWhenVoided(order, ticks, acceptedSeq) : knownWhenDecided(order, ticks);
  return decide({ ...order, acceptedSeq, isInIncident }, rule, known, order.settledAtMs ?? order.acceptedAtMs);
}

/** Decided without a later tick in the log: ticks that came after the decision are no part of it. */
const knownWhenDecided = (order: SecondsProof['order'], ticks: SecondsProof['ticks']): SecondsProof['ticks'] =>
  order.next === null && order.exit !== null ? ticks.filter((tick) => tick.atMs <= order.expiresAtMs) : ticks;

/** An incident voids an order at any time of its life: what it had got by then is compared with the log up to there. */
function knownWhenVoided(
  order: SecondsProof['order'],
  ticks: SecondsProof['ticks'],
  acceptedSeq: number | undefined,
): SecondsProof['ticks'] {
  if (order.entry === null) return ticks.filter((tick) => tick.seq <= (acceptedSeq ?? 0));
  return order.next === null ? ticks.filter((tick) => tick.atMs <= order.expiresAtMs) : ticks;
}

function checkRule({ order, rule }: SecondsProof): Check {
  const published = secondsRules.find((candidate) => candidate.version === order.ruleVersion);
  const text = (one: SecondsProof['rule'] | undefined): string =>
    one === undefined
      ? none
      : `${one.version}: ${one.entryWithinMs} ${one.minTicksBetween} ${one.exitMaxAgeMs} ${one.decideAfterMs}`;
  return compared('rule', text(rule), text(published));
}

/** Without a gap, in time's order, of one symbol, from before acceptance to after expiry as far as there were ticks. */
function checkRun(proof: SecondsProof): Check {
  const { order, rule, ticks, acceptedSeq } = proof;
  const silence = checkSilence(proof);
  const last = ticks[ticks.length - 1];
  const isToAfter = order.next === null || (last !== undefined && last.atMs > order.expiresAtMs);
  // The head that acceptance names is a tick of the run, and lies at or before it.
  const isHeadInRun = ticks.length === 0 || ticks.some(({ seq, atMs }) => seq === acceptedSeq && atMs <= order.acceptedAtMs);
  const run = runCheck(order.symbol, ticks, {
    stated: `${order.symbol} ${order.acceptedAtMs}..${order.expiresAtMs}`,
    isWhole:
      silence !== 'failed' && reachesBefore(ticks, order.acceptedAtMs) && isToAfter && (!isEntryAfterHead(rule) || isHeadInRun),
  });
  return run.state === 'ok' ? { ...run, state: silence } : run;
}

/**
 * That no tick came is shown by the next one: numbers have no gap and times ascend. A root after the clock decided must cover it, and the
 * run reach its head. An incident voids whatever came later.
 */
function checkSilence(proof: SecondsProof): 'ok' | 'failed' | 'pending' {
  const { order, rule, ticks, anchors } = proof;
  if (order.next !== null || meetsIncident(proof)) return 'ok';
  const silentFromMs = order.entry === null ? order.acceptedAtMs + rule.entryWithinMs : order.expiresAtMs;
  const head = anchors
    .filter(({ minuteMs }) => minuteMs >= silentFromMs + rule.decideAfterMs)
    .flatMap(({ heads }) => heads[order.symbol] ?? [])[0];
  if (head === undefined) return 'pending';
  if (!ticks.some(({ seq }) => seq === head.seq)) return 'failed';
  // Which tick is its head, a root may say wrongly.
  return ticks.some(({ atMs }) => atMs > silentFromMs) ? 'ok' : 'pending';
}

function checkDecision({ order, rule }: SecondsProof, decision: Decision | 'wait'): Check[] {
  if (decision === 'wait') {
    return (['entry', 'exit', 'next', 'outcome'] as const).map((name) => ({
      name,
      state: order.status === 'settled' ? ('failed' as const) : ('pending' as const),
      stated: none,
      computed: none,
    }));
  }
  // Before version 3 the rule named no ticks of an order that an incident voids; the order kept those that it had.
  const ticks = (['entry', 'exit', 'next'] as const).map((name): Check =>
    decision.voidReason === 'incident' && !hasTicksInIncident(rule)
      ? { name, state: 'absent', stated: tickText(order[name]), computed: none }
      : compared(name, tickText(order[name]), tickText(decision[name])),
  );
  const outcome = compared(
    'outcome',
    outcomeText(order.outcome, order.voidReason),
    outcomeText(decision.outcome, decision.voidReason),
  );
  return [...ticks, outcome];
}

const outcomeText = (outcome: string | null, reason: string | null): string =>
  reason === null ? (outcome ?? none) : `${outcome ?? none} ${reason}`;

function checkMoney({ order, assetScale }: SecondsProof, decision: Decision | 'wait'): Check[] {
  const terms = {
    stake: amount(order.stake),
    payoutRate: rate(order.payoutRate),
    feeRate: rate(order.feeRate),
    scale: assetScale,
  };
  const fee = feeOf(terms);
  const feeCheck = compared('fee', toText(amount(order.fee)), toText(fee));
  if (decision === 'wait') return [feeCheck, { name: 'returned', state: 'pending', stated: none, computed: none }];
  const { returned, profit } = settlementOf(decision.outcome, terms, fee);
  const stated =
    order.returned === null || order.profit === null ? none : `${toText(amount(order.returned))} ${toText(amount(order.profit))}`;
  const computed = `${toText(returned)} ${toText(profit)}`;
  if (decision.voidReason === 'incident' && isSetOff(order, returned))
    return [feeCheck, { name: 'returned', state: 'partial', stated, computed }];
  return [feeCheck, compared('returned', stated, computed)];
}

/** Less than all came back, because the holder won other contracts of that time: `setOff` judges by those how much. */
function isSetOff({ returned, profit }: SecondsProof['order'], paid: Amount): boolean {
  if (returned === null || profit === null) return false;
  const back = amount(returned);
  return compare(back, paid) < 0 && compare(amount(profit), subtract(back, paid)) === 0;
}

const checkReceipt = ({ order, ticks, acceptedSeq }: SecondsProof, digest: Digest, receipts?: ReceiptCheckDeps) =>
  receiptCheck(
    {
      receipt: order.receipt,
      known: receiptedSeconds(order),
      headSeq: acceptedSeq,
      decidingSeq: order.entry?.seq,
      ticks,
    },
    digest,
    receipts,
  );
