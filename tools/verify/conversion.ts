/** Whether a conversion's tick is in the log, and was the last one at its instant. */
import type { Check } from './Check';
import type { Known } from './Known';
import { brokenRoot, brokenTick } from './log';
import { isLive, meets, rootSigned } from './logOfProof';
import type { DealProof, Tick } from './shapes';

/** undefined: the proof has no run of it. `partial`: without the record no key is known for the root's signature. */
export function conversionState(
  { conversions = [], anchors }: Pick<DealProof, 'conversions' | 'anchors'>,
  tick: Tick,
  atMs: number,
  known: Known,
): Exclude<Check['state'], 'absent'> | undefined {
  const shown = conversions.find((one) => one.atMs === atMs && one.ticks[0]?.symbol === tick.symbol);
  if (shown === undefined) return undefined;
  const { ticks, anchor, incidents } = shown;
  const [first, ...after] = ticks;
  const isPassedOver = after.some((one) => one.atMs <= atMs && isLive(one) && !meets(incidents, one));
  if (first === undefined || brokenTick(ticks) !== undefined || first.hash !== tick.hash || first.seq !== tick.seq)
    return 'failed';
  if (first.atMs > atMs || !isLive(first) || isPassedOver) return 'failed';
  if (anchor === null) return 'pending';
  const isFork = [...anchors, ...known.roots].some(({ minuteMs, root }) => minuteMs === anchor.minuteMs && root !== anchor.root);
  const signed = rootSigned([anchor], known).state;
  if (anchor.minuteMs <= atMs || brokenRoot([anchor]) !== undefined || isFork || signed === 'failed') return 'failed';
  const head = anchor.heads[tick.symbol];
  if (head === undefined) return 'pending';
  const last = ticks.at(-1);
  if (last?.seq !== head.seq || last.hash !== head.hash) return 'failed';
  return signed === 'ok' ? 'ok' : 'partial';
}
