/** A seconds contract, from its proof. */
import { check, compared, none, type Check } from './Check';
import { compare, exact, minus, one, plus, rounded, textOf, times, zero, type Exact } from './Exact';
import type { Known } from './Known';
import { isLive, logChecks, reachesBefore, receiptCheck, runCheck, tickText } from './logOfProof';
import { setOffInProof } from './setOff';
import type { NamedTick, SecondsProof, Tick } from './shapes';
import { termsCheck } from './terms';

/** The same for every version so far. */
const published = { entryWithinMs: 2000, minTicksBetween: 2, exitMaxAgeMs: 5000, decideAfterMs: 2000 };
const versions = [1, 2, 3];

export interface Asked {
  readonly direction: 'long' | 'short';
  readonly acceptedAtMs: number;
  readonly expiresAtMs: number;
  readonly acceptedSeq?: number | undefined;
  readonly isInIncident: boolean;
}
export interface Decision {
  readonly entry: NamedTick | null;
  readonly exit: NamedTick | null;
  readonly next: NamedTick | null;
  readonly outcome: string;
  readonly voidReason: string | null;
}
type LogTick = NamedTick & Pick<Tick, 'isFilled'>;

/** `ticks`: the log as known at `nowMs`. */
export function decide(order: Asked, version: number, ticks: readonly LogTick[], nowMs: number): Decision | 'wait' {
  const { acceptedAtMs: from, expiresAtMs: to, acceptedSeq = 0 } = order;
  const live = ticks.filter((tick) => isLive(tick as Tick));
  const entry = live.find(
    ({ seq, atMs }) => atMs > from && atMs <= from + published.entryWithinMs && (version < 2 || seq > acceptedSeq),
  );
  // That time has passed is shown by a tick of any kind.
  const next = ticks.find(({ atMs }) => atMs > to);
  const isOver = next !== undefined || nowMs >= to + published.decideAfterMs;
  const exit = live.filter((tick) => tick.atMs <= to && entry !== undefined && tick.seq >= entry.seq).at(-1);
  const result = (outcome: string, voidReason: string | null = null): Decision => ({
    entry: entry ?? null,
    exit: exit ?? null,
    next: next ?? null,
    outcome,
    voidReason,
  });
  if (order.isInIncident) {
    if (version < 3) return { entry: null, exit: null, next: null, outcome: 'void', voidReason: 'incident' };
    return { ...result('void', 'incident'), exit: isOver ? (exit ?? null) : null };
  }
  if (entry === undefined) {
    const windowEnd = from + published.entryWithinMs;
    const isKnown = ticks.some(({ atMs }) => atMs > windowEnd) || nowMs >= windowEnd + published.decideAfterMs;
    return isKnown ? { entry: null, exit: null, next: null, outcome: 'void', voidReason: 'no_entry_tick' } : 'wait';
  }
  if (!isOver || exit === undefined) return 'wait';
  // Counted by their numbers: what was filled in between counts with them.
  if (exit.seq - entry.seq < published.minTicksBetween) return result('void', 'too_few_ticks');
  if (to - exit.atMs > published.exitMaxAgeMs) return result('void', 'exit_tick_too_old');
  const side = compare(exact(exit.price), exact(entry.price)) * (order.direction === 'long' ? 1 : -1);
  return result(side > 0 ? 'won' : side < 0 ? 'lost' : 'equal');
}

export interface Stake {
  readonly stake: string;
  readonly payoutRate: string;
  readonly feeRate: string;
}
export const feeOf = ({ stake, feeRate }: Stake, scale: number): Exact =>
  rounded(times(exact(stake), exact(feeRate)), scale, 'up');
export const payoutOf = ({ stake, payoutRate }: Stake, scale: number): Exact =>
  rounded(times(exact(stake), plus(one, exact(payoutRate))), scale, 'down');

export function checkSeconds(proof: SecondsProof, known: Known): Check[] {
  const { order, rule, ticks, acceptedSeq, incident } = proof;
  const isInIncident =
    incident !== null &&
    incident.symbol === order.symbol &&
    incident.fromMs <= order.expiresAtMs &&
    incident.toMs >= order.acceptedAtMs;
  const decided = decide(
    { ...order, acceptedSeq, isInIncident },
    order.ruleVersion,
    knownThen(proof, isInIncident),
    order.settledAtMs ?? order.acceptedAtMs,
  );
  const deciding = (order.next ?? order.exit ?? order.entry)?.seq ?? acceptedSeq ?? ticks[0]?.seq;
  const last = ticks.at(-1);
  const isHeadInRun =
    order.ruleVersion < 2 ||
    ticks.length === 0 ||
    ticks.some(({ seq, atMs }) => seq === acceptedSeq && atMs <= order.acceptedAtMs);
  const silence = isInIncident ? 'ok' : silenceOf(proof);
  const isToAfter = order.next === null || (last !== undefined && last.atMs > order.expiresAtMs);
  const isRule =
    rule.version === order.ruleVersion &&
    versions.includes(rule.version) &&
    (Object.keys(published) as (keyof typeof published)[]).every((name) => rule[name] === published[name]);
  return [
    check('rule', isRule ? 'ok' : 'failed', JSON.stringify(rule), `version ${order.ruleVersion}: ${JSON.stringify(published)}`),
    check(
      'expiry',
      // Without a receipt the instant of acceptance is the exchange's own statement.
      order.expiresAtMs !== order.acceptedAtMs + order.seconds * 1000 ? 'failed' : order.receipt === undefined ? 'partial' : 'ok',
      String(order.expiresAtMs),
      String(order.acceptedAtMs + order.seconds * 1000),
    ),
    silenced(
      runCheck(order.symbol, ticks, silence !== 'failed' && reachesBefore(ticks, order.acceptedAtMs) && isToAfter && isHeadInRun),
      silence,
    ),
    ...decisionChecks(proof, decided),
    ...moneyChecks(proof, decided),
    setOffInProof(proof, {
      // What witnesses signed stands in the proof itself alone.
      verify: (won) => checkSeconds(won, known).filter(({ name }) => name !== 'witnessed'),
      receiptOf: (each) => receiptCheck({ ...receipted(each), headSeq: undefined, ticks: [] }, known),
    }),
    receiptCheck({ ...receipted(order), headSeq: acceptedSeq, ticks }, known),
    termsCheck(proof, proof.anchors, known),
    ...logChecks(
      proof,
      {
        ...{ symbol: order.symbol, decidingSeq: deciding, incidents: incident === null ? [] : [incident] },
        of: { product: 'seconds', order, beforeSeq: 0 },
      },
      known,
    ),
  ];
}

const receipted = (order: SecondsProof['order']) => ({
  product: 'seconds',
  order,
  terms: {
    mode: order.mode,
    direction: order.direction,
    seconds: order.seconds,
    asset: order.asset,
    stake: order.stake,
    fee: order.fee,
    payoutRate: order.payoutRate,
    feeRate: order.feeRate,
    ruleVersion: order.ruleVersion,
    expiresAtMs: order.expiresAtMs,
  },
  decidingSeq: order.entry?.seq,
});

/** Decided by the clock: the next tick shows that none came before; the run reaches the head of the first root from then on. */
function silenceOf({ order, ticks, anchors }: SecondsProof): 'ok' | 'failed' | 'pending' {
  if (order.next !== null) return 'ok';
  const endMs = order.entry === null ? order.acceptedAtMs + published.entryWithinMs : order.expiresAtMs;
  const root = anchors.find(({ minuteMs, heads }) => minuteMs >= endMs + published.decideAfterMs && heads[order.symbol]);
  if (root === undefined) return 'pending';
  if (!ticks.some(({ seq }) => seq === root.heads[order.symbol]?.seq)) return 'failed';
  return ticks.some(({ atMs }) => atMs > endMs) ? 'ok' : 'pending';
}
const silenced = (run: Check, state: 'ok' | 'failed' | 'pending'): Check => (run.state === 'ok' ? { ...run, state } : run);

function moneyChecks({ order, assetScale }: SecondsProof, decision: Decision | 'wait'): Check[] {
  const fee = feeOf(order, assetScale);
  const feeCheck = compared('fee', textOf(exact(order.fee)), textOf(fee));
  if (decision === 'wait') return [feeCheck, check('returned', order.status === 'settled' ? 'failed' : 'pending')];
  const paid = plus(exact(order.stake), fee);
  const returned = decision.outcome === 'won' ? payoutOf(order, assetScale) : decision.outcome === 'lost' ? zero : paid;
  const { returned: stated, profit } = order;
  const told = stated === null || profit === null ? none : `${textOf(exact(stated))} ${textOf(exact(profit))}`;
  const due = `${textOf(returned)} ${textOf(minus(returned, paid))}`;
  // Of a void time the holder's gains are set off: `setOff` says how much.
  const isLess =
    stated !== null &&
    profit !== null &&
    compare(exact(stated), paid) < 0 &&
    compare(minus(exact(stated), paid), exact(profit)) === 0;
  if (decision.voidReason === 'incident' && isLess) return [feeCheck, check('returned', 'partial', told, due)];
  return [feeCheck, compared('returned', told, due)];
}

/** The run goes on to an anchored tick; what came after the decision is no part of it. */
function knownThen({ order, ticks, acceptedSeq = 0 }: SecondsProof, isInIncident: boolean): readonly Tick[] {
  if (isInIncident && order.entry === null) return ticks.filter(({ seq }) => seq <= acceptedSeq);
  if (order.next === null && (isInIncident || order.exit !== null)) return ticks.filter(({ atMs }) => atMs <= order.expiresAtMs);
  return ticks;
}

function decisionChecks({ order }: SecondsProof, decision: Decision | 'wait'): Check[] {
  const names = ['entry', 'exit', 'next'] as const;
  if (decision === 'wait')
    return [...names, 'outcome'].map((name) => check(name, order.status === 'settled' ? 'failed' : 'pending'));
  const isUnnamed = decision.voidReason === 'incident' && order.ruleVersion < 3;
  const outcome = (text: string | null, reason: string | null): string => `${text ?? none} ${reason ?? ''}`.trim();
  return [
    ...names.map((name) =>
      isUnnamed ? check(name, 'absent', tickText(order[name])) : compared(name, tickText(order[name]), tickText(decision[name])),
    ),
    compared('outcome', outcome(order.outcome, order.voidReason), outcome(decision.outcome, decision.voidReason)),
  ];
}
