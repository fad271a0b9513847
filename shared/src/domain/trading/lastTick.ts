/**
 * Is a tick that a proof names beside its own run in the log, and the one that the rule means: the last live one of its symbol at or
 * before an instant? The proof shows the run from it on, past the first tick after the instant, to the head of a root. Ticks have numbers
 * without a gap and ascending times, so none can have been left out, whatever the root calls its head.
 */
import type { LastTickRun, LeverageProof } from '../contract/leverage';
import type { Tick } from '../contract/market';
import { anchorRootsCheck, chainCheck, rootSignedCheck, runCheck, type Digest, type ProofCheck } from '../fairness/logChecks';
import type { PausedSpan } from '../fairness/publishedPauses';
import type { ReceiptCheckDeps } from '../fairness/receiptCheck';

/** Where the root comes so many ticks later, the run is cut: its tick alone. The market paused, or an incident lay on it. */
export const maxLastTickRun = 2000;
/** A minute of ticks for each: of a long holding the older nights are shown with their tick alone. */
export const nightsWithRuns = 5;

type State = Exclude<ProofCheck['state'], 'absent'>;
type Proof = Pick<LeverageProof, 'order' | 'deal' | 'ticks' | 'conversions' | 'anchors'>;
export interface LastTickDeps {
  readonly digest: Digest;
  readonly receipts: ReceiptCheckDeps | undefined;
}

export const isSameTick = (a: Tick, b: Tick): boolean => a.symbol === b.symbol && a.seq === b.seq && a.hash === b.hash;

/** Every tick that a proof of this order names has its run: the order's receipt says so. */
export const showsLastTicks = ({ order: { receipt } }: Pick<Proof, 'order'>): boolean =>
  receipt?.terms['showsLastTicks'] === true;

/** undefined: no run is shown, and none is owed. `partial`: the run is cut, or nobody vouches for the signature of its root. */
export async function lastTickState(
  proof: Proof,
  tick: Tick,
  atMs: number,
  { digest, receipts }: LastTickDeps,
  isOwed = showsLastTicks(proof),
): Promise<State | undefined> {
  const { deal, conversions = [], anchors } = proof;
  const { symbol } = tick;
  if (symbol === deal.symbol && tick.seq === deal.tickSeq && atMs === deal.tickAtMs)
    return proof.ticks.some((one) => isSameTick(one, tick)) ? 'ok' : 'failed';
  const run = conversions.find((one) => one.atMs === atMs && one.ticks[0]?.symbol === symbol);
  if (run === undefined) return isOwed ? 'failed' : undefined;
  const { ticks, anchor } = run;
  const isWhole = runCheck(symbol, ticks, { stated: symbol, isWhole: true }).state === 'ok';
  const isChained = (await chainCheck(ticks, digest)).state === 'ok';
  if (!isWhole || !isChained || ticks[0]?.hash !== tick.hash || !isLastLive(run)) return 'failed';
  if (anchor === null) return 'pending';
  if (anchor.minuteMs <= atMs || (await anchorRootsCheck([anchor], digest)).state !== 'ok') return 'failed';
  if (anchors.some(({ minuteMs, root }) => minuteMs === anchor.minuteMs && root !== anchor.root)) return 'failed';
  const signed = (await rootSignedCheck([anchor], receipts?.knowsSignature)).state;
  if (signed === 'failed') return 'failed';
  const head = anchor.heads[symbol];
  if (head === undefined) return 'pending';
  if (isCut(run)) return 'partial';
  const last = ticks.at(-1);
  if (last?.seq !== head.seq || last.hash !== head.hash) return 'failed';
  // The next tick is not there yet: what a root calls the newest one is the exchange's word.
  if (last.atMs <= atMs) return 'pending';
  return signed === 'ok' ? 'ok' : 'partial';
}

const decides = (tick: Tick, incidents: LastTickRun['incidents']): boolean =>
  tick.isFilled !== true &&
  !incidents.some((one) => one.symbol === tick.symbol && one.fromMs <= tick.atMs && one.toMs >= tick.atMs);

/** The first of the run decides, and no other one that could have. */
function isLastLive({ ticks, atMs, incidents }: LastTickRun): boolean {
  const [first, ...later] = ticks.filter((tick) => tick.atMs <= atMs);
  return first !== undefined && first.isFilled !== true && !later.some((tick) => decides(tick, incidents));
}

/** It shows its tick alone, because so many lie between that and the root. */
export const isCut = ({ ticks: [first, ...others], anchor }: LastTickRun): boolean =>
  first !== undefined && others.length === 0 && (anchor?.heads[first.symbol]?.seq ?? 0) - first.seq >= maxLastTickRun;

/** A market that went on has no such gap between a tick and the next root: a published pause, or an incident, lay there. */
export const explainsCut = ({ ticks: [first], atMs, anchor, incidents }: LastTickRun, pauses: readonly PausedSpan[]): boolean =>
  first !== undefined &&
  (pauses.some(({ fromMs, toMs }) => toMs > first.atMs && fromMs < (anchor?.minuteMs ?? atMs)) ||
    incidents.some(({ symbol, fromMs, toMs }) => symbol === first.symbol && toMs > first.atMs && fromMs <= atMs));
