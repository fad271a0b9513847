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
import type { Tick, TickAnchor } from '../contract/market';
import { amount, rate, toText } from '../money';
import { asciiBytes, fromHex, toHex } from './bytes';
import { feeOf, settlementOf } from './payout';
import { decide, secondsRules, type Decision, type TickPoint } from './settle';
import { genesisHash, minuteRoot, tickHashBytes } from './tickHash';

export type Digest = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export const proofCheckNames = [
  'rule', 'run', 'chain', 'entry', 'exit', 'next', 'outcome', 'fee', 'returned', 'anchorRoots', 'anchored', 'feedSeed',
] as const;
export type ProofCheckName = (typeof proofCheckNames)[number];

export interface ProofCheck {
  readonly name: ProofCheckName;
  /** 'pending': what it needs is not published yet (the minute's anchor, the day's seed). 'absent': does not apply to this order. */
  readonly state: 'ok' | 'failed' | 'pending' | 'absent';
  /** What the proof says and what we computed. */
  readonly stated: string;
  readonly computed: string;
}

/** Every check by name, always all of them and in this order. A result stands when none has failed. */
export async function verifyProof(proof: SecondsProof, digest: Digest): Promise<readonly ProofCheck[]> {
  const decision = recompute(proof);
  return [
    checkRule(proof),
    checkRun(proof),
    await checkChain(proof.ticks, digest),
    ...checkDecision(proof, decision),
    ...checkMoney(proof, decision),
    await checkAnchorRoots(proof.anchors, digest),
    checkAnchored(proof),
    await checkFeedSeed(proof, digest),
  ];
}

export const isProven = (checks: readonly ProofCheck[]): boolean => checks.every((check) => check.state !== 'failed');

const compared = (name: ProofCheckName, stated: string, computed: string): ProofCheck => ({
  name, state: stated === computed ? 'ok' : 'failed', stated, computed,
});
const none = '-';
const tickText = (tick: TickPoint | null): string => (tick === null ? none : `#${tick.seq} ${tick.atMs} ${tick.price}`);

function recompute({ order, rule, ticks, incident }: SecondsProof): Decision | 'wait' {
  const isInIncident =
    incident !== null && incident.symbol === order.symbol && incident.fromMs <= order.expiresAtMs && incident.toMs >= order.acceptedAtMs;
  // Decided without a later tick in the log: ticks that came after the decision are no part of it.
  const known = order.next === null && order.exit !== null ? ticks.filter((tick) => tick.atMs <= order.expiresAtMs) : ticks;
  return decide({ ...order, isInIncident }, rule, known, order.settledAtMs ?? order.acceptedAtMs);
}

function checkRule({ order, rule }: SecondsProof): ProofCheck {
  const published = secondsRules.find((candidate) => candidate.version === order.ruleVersion);
  const text = (one: SecondsProof['rule'] | undefined): string =>
    one === undefined
      ? none
      : `${one.version}: ${one.entryWithinMs} ${one.minTicksBetween} ${one.exitMaxAgeMs} ${one.decideAfterMs}`;
  return compared('rule', text(rule), text(published));
}

/** Without a gap, in time's order, of one symbol, from before acceptance to after expiry as far as there were ticks. */
function checkRun({ order, ticks }: SecondsProof): ProofCheck {
  const stated = `${order.symbol} ${order.acceptedAtMs}..${order.expiresAtMs}`;
  const broken = ticks.find((tick, index) => {
    const before = ticks[index - 1];
    return tick.symbol !== order.symbol || (before !== undefined && (tick.seq !== before.seq + 1 || tick.atMs <= before.atMs));
  });
  if (broken !== undefined) return { name: 'run', state: 'failed', stated, computed: tickText(broken) };
  const first = ticks[0];
  const last = ticks[ticks.length - 1];
  const computed = first === undefined || last === undefined ? none : `#${first.seq}..#${last.seq} ${first.atMs}..${last.atMs}`;
  const isFromBefore = first === undefined || first.atMs <= order.acceptedAtMs || first.seq === 1;
  const needsLater = order.next !== null;
  const isToAfter = !needsLater || (last !== undefined && last.atMs > order.expiresAtMs);
  return { name: 'run', state: isFromBefore && isToAfter ? 'ok' : 'failed', stated, computed };
}

async function checkChain(ticks: readonly Tick[], digest: Digest): Promise<ProofCheck> {
  let previous = ticks[0]?.previousHash ?? genesisHash;
  for (const tick of ticks) {
    const computed = toHex(await digest(tickHashBytes(fromHex(previous), tick, bytesAsTheyAre)));
    if (computed !== tick.hash || tick.previousHash !== previous) return { name: 'chain', state: 'failed', stated: `#${tick.seq} ${tick.hash}`, computed };
    previous = computed;
  }
  return compared('chain', ticks[ticks.length - 1]?.hash ?? none, ticks.length === 0 ? none : previous);
}

/** Stands in for the digest where only the hashed bytes are wanted: their form is defined in one place, tickHash. */
const bytesAsTheyAre = (bytes: Uint8Array): Uint8Array => bytes;

function checkDecision({ order }: SecondsProof, decision: Decision | 'wait'): ProofCheck[] {
  if (decision === 'wait') {
    return (['entry', 'exit', 'next', 'outcome'] as const).map((name) => ({
      name, state: order.status === 'settled' ? 'failed' as const : 'pending' as const, stated: none, computed: none,
    }));
  }
  // A void by incident may come after the ticks were assigned: they stay on the order and decide nothing.
  const ticks = (['entry', 'exit', 'next'] as const).map((name): ProofCheck =>
    decision.voidReason === 'incident'
      ? { name, state: 'absent', stated: tickText(order[name]), computed: none }
      : compared(name, tickText(order[name]), tickText(decision[name])),
  );
  const outcome = compared('outcome', outcomeText(order.outcome, order.voidReason), outcomeText(decision.outcome, decision.voidReason));
  return [...ticks, outcome];
}

const outcomeText = (outcome: string | null, reason: string | null): string => (reason === null ? (outcome ?? none) : `${outcome ?? none} ${reason}`);

function checkMoney({ order, assetScale }: SecondsProof, decision: Decision | 'wait'): ProofCheck[] {
  const terms = { stake: amount(order.stake), payoutRate: rate(order.payoutRate), feeRate: rate(order.feeRate), scale: assetScale };
  const fee = feeOf(terms);
  const feeCheck = compared('fee', toText(amount(order.fee)), toText(fee));
  if (decision === 'wait') return [feeCheck, { name: 'returned', state: 'pending', stated: none, computed: none }];
  const { returned, profit } = settlementOf(decision.outcome, terms, fee);
  const stated = order.returned === null || order.profit === null ? none : `${toText(amount(order.returned))} ${toText(amount(order.profit))}`;
  return [feeCheck, compared('returned', stated, `${toText(returned)} ${toText(profit)}`)];
}

async function checkAnchorRoots(anchors: readonly TickAnchor[], digest: Digest): Promise<ProofCheck> {
  if (anchors.length === 0) return { name: 'anchorRoots', state: 'pending', stated: none, computed: none };
  let previous = anchors[0]?.previousRoot ?? genesisHash;
  for (const anchor of anchors) {
    const bytes = fromHex(minuteRoot(previous, anchor.minuteMs, anchor.heads, bytesAsTheyAre));
    const computed = toHex(await digest(bytes));
    if (computed !== anchor.root || anchor.previousRoot !== previous) {
      return { name: 'anchorRoots', state: 'failed', stated: `${anchor.minuteMs} ${anchor.root}`, computed };
    }
    previous = computed;
  }
  return compared('anchorRoots', anchors[anchors.length - 1]?.root ?? none, previous);
}

/** Every head that lies in the run must be the run's own tick; one at or after the deciding tick covers the result. */
function checkAnchored({ order, ticks, anchors }: SecondsProof): ProofCheck {
  const deciding = order.next ?? order.exit ?? order.entry;
  const heads = anchors.flatMap((anchor) => anchor.heads[order.symbol] ?? []);
  const ticksBySeq = new Map(ticks.map((tick) => [tick.seq, tick]));
  const wrong = heads.find((head) => ticksBySeq.has(head.seq) && ticksBySeq.get(head.seq)?.hash !== head.hash);
  const text = (seq: number | undefined, hash: string | undefined): string => (seq === undefined ? none : `#${seq} ${hash ?? none}`);
  if (wrong !== undefined) {
    return { name: 'anchored', state: 'failed', stated: text(wrong.seq, wrong.hash), computed: text(wrong.seq, ticksBySeq.get(wrong.seq)?.hash) };
  }
  if (deciding === null) return { name: 'anchored', state: 'absent', stated: none, computed: none };
  const covering = heads.find((head) => head.seq >= deciding.seq && ticksBySeq.has(head.seq));
  const state = covering === undefined ? 'pending' : 'ok';
  return { name: 'anchored', state, stated: text(covering?.seq, covering?.hash), computed: text(deciding.seq, ticksBySeq.get(deciding.seq)?.hash) };
}

async function checkFeedSeed({ feedDay }: SecondsProof, digest: Digest): Promise<ProofCheck> {
  const seedHash = feedDay?.seedHash ?? null;
  const seed = feedDay?.seed ?? null;
  if (feedDay === null || seedHash === null) return { name: 'feedSeed', state: 'absent', stated: none, computed: none };
  if (seed === null) return { name: 'feedSeed', state: 'pending', stated: seedHash, computed: none };
  const bytes = /^([0-9a-f]{2})+$/.test(seed) ? fromHex(seed) : asciiBytes(seed);
  return compared('feedSeed', seedHash, toHex(await digest(bytes)));
}
