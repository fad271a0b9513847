/**
 * Is a conversion's tick in the log, and the one that the rule names: the last live one of its symbol at or before the instant? The
 * proof shows the run from it on to the head of a root that was written after the instant, so that none between can be left out.
 */
import type { LastTickRun, LeverageProof } from '../contract/leverage';
import type { Tick } from '../contract/market';
import { anchorRootsCheck, chainCheck, rootSignedCheck, runCheck, type Digest, type ProofCheck } from '../fairness/logChecks';
import type { ReceiptCheckDeps } from '../fairness/receiptCheck';

type State = Exclude<ProofCheck['state'], 'absent'>;
export interface ConversionDeps {
  readonly digest: Digest;
  readonly receipts: ReceiptCheckDeps | undefined;
}

/** undefined: the proof shows no run of this conversion. `partial`: nobody vouches for the signature of its root. */
export async function conversionState(
  { conversions = [], anchors }: Pick<LeverageProof, 'conversions' | 'anchors'>,
  tick: Tick,
  atMs: number,
  { digest, receipts }: ConversionDeps,
): Promise<State | undefined> {
  const run = conversions.find((one) => one.atMs === atMs && one.ticks[0]?.symbol === tick.symbol);
  if (run === undefined) return undefined;
  const { ticks, anchor } = run;
  const { symbol } = tick;
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
  const last = ticks.at(-1);
  if (last?.seq !== head.seq || last.hash !== head.hash) return 'failed';
  return signed === 'ok' ? 'ok' : 'partial';
}

/** The first of the run decides, and no other one that could have. */
function isLastLive({ ticks, atMs, incidents }: LastTickRun): boolean {
  const [first, ...later] = ticks.filter((tick) => tick.atMs <= atMs);
  const decides = (tick: Tick): boolean =>
    tick.isFilled !== true &&
    !incidents.some((one) => one.symbol === tick.symbol && one.fromMs <= tick.atMs && one.toMs >= tick.atMs);
  return first !== undefined && first.isFilled !== true && !later.some(decides);
}
