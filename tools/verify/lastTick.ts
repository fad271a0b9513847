/** Whether a tick that a proof names beside its own run is in the log, and was the last one at its instant. */
import type { Check } from './Check';
import { contradicts } from './kept';
import type { Known } from './Known';
import { brokenRoot, brokenTick } from './log';
import { isLive, meets, rootSigned } from './logOfProof';
import { pausesOf } from './pauses';
import type { Conversion, DealProof, Tick } from './shapes';
import { keysOf } from './signatures';

type Proof = Pick<DealProof, 'order' | 'deal' | 'ticks' | 'conversions' | 'anchors'>;
/** Where the root comes so many ticks later, the run is its tick alone. */
const cutFrom = 2000;

export const showsLastTicks = ({ order: { receipt } }: Pick<Proof, 'order'>): boolean =>
  receipt?.terms['showsLastTicks'] === true;

/** undefined: no run of it is shown, and none is owed. `partial`: the run is cut, or without the record no key is known for its root. */
export function lastTickState(
  proof: Proof,
  tick: Tick,
  atMs: number,
  known: Known,
  isOwed = showsLastTicks(proof),
): Exclude<Check['state'], 'absent'> | undefined {
  const { deal, conversions = [], anchors } = proof;
  if (tick.symbol === deal.symbol && tick.seq === deal.tickSeq && atMs === deal.tickAtMs)
    return proof.ticks.some(({ seq, hash }) => seq === tick.seq && hash === tick.hash) ? 'ok' : 'failed';
  const shown = conversions.find((one) => one.atMs === atMs && one.ticks[0]?.symbol === tick.symbol);
  if (shown === undefined) return isOwed ? 'failed' : undefined;
  const { ticks, anchor, incidents } = shown;
  const [first, ...after] = ticks;
  const isPassedOver = after.some((one) => one.atMs <= atMs && isLive(one) && !meets(incidents, one));
  if (first === undefined || brokenTick(ticks) !== undefined || first.hash !== tick.hash || first.seq !== tick.seq)
    return 'failed';
  if (first.atMs > atMs || !isLive(first) || isPassedOver) return 'failed';
  if (anchor === null) return 'pending';
  const keys = keysOf(known.entries);
  const isFork = [...anchors, ...known.roots].some((one) => one.minuteMs === anchor.minuteMs && contradicts(one, anchor, keys));
  const signed = rootSigned([anchor], known).state;
  if (anchor.minuteMs <= atMs || brokenRoot([anchor]) !== undefined || isFork || signed === 'failed') return 'failed';
  const head = anchor.heads[tick.symbol];
  if (head === undefined) return 'pending';
  if (after.length === 0 && head.seq - first.seq >= cutFrom)
    return isExplained(shown, first, anchor.minuteMs, known) ? 'partial' : 'failed';
  const last = ticks.at(-1);
  if (last?.seq !== head.seq || last.hash !== head.hash) return 'failed';
  // Only the next tick shows that none came in between; which one is its head, a root may say wrongly.
  if (last.atMs <= atMs) return 'pending';
  return signed === 'ok' ? 'ok' : 'partial';
}

/** A market that went on has no such gap: a published pause, or an incident, lay there. Without the whole record nobody can say. */
function isExplained({ atMs, incidents }: Conversion, first: Tick, untilMs: number, { entries }: Known): boolean {
  const pauses = pausesOf(first.symbol, entries);
  const isPaused = pauses?.some(({ fromMs, toMs }) => toMs > first.atMs && fromMs < untilMs) ?? true;
  return isPaused || incidents.some(({ symbol, fromMs, toMs }) => symbol === first.symbol && toMs > first.atMs && fromMs <= atMs);
}
