/**
 * The runs that show a proof's other ticks to have been the last ones at their instants: each from its tick to the head of the first
 * root after the instant. Only read here, never concluded.
 */
import type { LastTickRun, LeverageProof, Tick } from '@tessera/shared/contract';
import { maxLastTickRun, nightsWithRuns } from '@tessera/shared/trading';
import { incidentsOf } from '../../feed/provenRun';
import { readAnchors } from '../../feed/minuteAnchors';
import { readTicks } from '../../feed/tickLog';
import type { Db } from '../../store/database';

type Proof = Pick<LeverageProof, 'deal' | 'divisorTick' | 'account' | 'swaps' | 'nightTerms'>;

/** Of the deal's conversion, of all that a stop-out looked at, of the newest nights; each symbol and instant once. */
export async function readLastTicks(db: Db, { deal, divisorTick, account, swaps, nightTerms }: Proof): Promise<LastTickRun[]> {
  const atMs = account?.tick.atMs ?? deal.tickAtMs;
  const ofDeal = [divisorTick, ...(account?.positions ?? []).flatMap((one) => [one.tick, one.divisorTick])];
  // A swap in points hangs on its conversion alone.
  const ofNights = swaps
    .slice(-nightsWithRuns)
    .flatMap(({ tick, divisorTick: converted, rolloverMs }) =>
      [nightTerms?.mode === 'rate' ? tick : undefined, converted].map((one) => [one, rolloverMs] as const),
    );
  const asked = new Map<string, readonly [Tick, number]>();
  for (const [tick, instantMs] of [...ofDeal.map((one) => [one, atMs] as const), ...ofNights]) {
    // The deciding tick is in the proof's own run.
    const isDeciding = tick?.symbol === deal.symbol && tick.seq === deal.tickSeq && instantMs === deal.tickAtMs;
    if (tick != null && !isDeciding) asked.set(`${tick.symbol} ${instantMs}`, [tick, instantMs]);
  }
  const runs = await Promise.all([...asked.values()].map(([tick, instantMs]) => readRun(db, tick, instantMs)));
  return runs.flatMap((run) => run ?? []);
}

/** undefined: some of its ticks are forgotten, as of deals from before they were kept. */
async function readRun(db: Db, first: Tick, atMs: number): Promise<LastTickRun | undefined> {
  const { symbol, seq } = first;
  const [anchor = null] = await readAnchors(db, atMs + 1, Number.MAX_SAFE_INTEGER, 1);
  const last = anchor?.heads[symbol]?.seq ?? seq;
  const incidents = await incidentsOf(db, symbol, first.atMs, atMs);
  if (last - seq >= maxLastTickRun) return { atMs, ticks: [first], anchor, incidents };
  const ticks = await readTicks(db, symbol, seq, last);
  return ticks.length === last - seq + 1 ? { atMs, ticks, anchor, incidents } : undefined;
}
