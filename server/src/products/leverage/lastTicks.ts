/**
 * The runs that show a proof's other ticks to have been the last ones at their instants: each from its tick to the head of the first
 * root that covers the tick after the instant. Only read here, never concluded.
 */
import type { LastTickRun, LeverageProof, Tick } from '@tessera/shared/contract';
import { maxLastTickRun, nightsWithRuns } from '@tessera/shared/trading';
import { sql } from 'kysely';
import { incidentsOf } from '../../feed/provenRun';
import { readAnchors } from '../../feed/minuteAnchors';
import { readTicks } from '../../feed/tickLog';
import type { Db } from '../../store/database';

type Proof = Pick<LeverageProof, 'deal' | 'divisorTick' | 'account' | 'swaps' | 'nightTerms'> & {
  readonly openingTick: Tick | undefined;
};

/** Of the opening, of the deal's conversion, of all that a stop-out looked at, of the newest nights; each symbol and instant once. */
export async function readLastTicks(
  db: Db,
  { deal, openingTick, divisorTick, account, swaps, nightTerms }: Proof,
): Promise<LastTickRun[]> {
  const atMs = account?.tick.atMs ?? deal.tickAtMs;
  const ofDeal = [divisorTick, ...(account?.positions ?? []).flatMap((one) => [one.tick, one.divisorTick])];
  // A swap in points hangs on its conversion alone.
  const ofNights = swaps
    .slice(-nightsWithRuns)
    .flatMap(({ tick, divisorTick: converted, rolloverMs }) =>
      [nightTerms?.mode === 'rate' ? tick : undefined, converted].map((one) => [one, rolloverMs] as const),
    );
  const asked = new Map<string, readonly [Tick, number]>();
  const ofOpening = [openingTick, openingTick?.atMs ?? 0] as const;
  for (const [tick, instantMs] of [ofOpening, ...ofDeal.map((one) => [one, atMs] as const), ...ofNights]) {
    // The deciding tick is in the proof's own run.
    const isDeciding = tick?.symbol === deal.symbol && tick.seq === deal.tickSeq && instantMs === deal.tickAtMs;
    if (tick != null && !isDeciding) asked.set(`${tick.symbol} ${instantMs}`, [tick, instantMs]);
  }
  const runs = await Promise.all([...asked.values()].map(([tick, instantMs]) => readRun(db, tick, instantMs)));
  return runs.flatMap((run) => run ?? []);
}

/** To the first root that covers the first tick after the instant. undefined: some of its ticks are forgotten, as of deals from before they were kept. */
async function readRun(db: Db, first: Tick, atMs: number): Promise<LastTickRun | undefined> {
  const { symbol, seq } = first;
  const { rows: after } = await sql<{ atMs: number }>`
    select at_ms from tick where symbol_id = ${symbol} and at_ms > ${atMs}::bigint order by at_ms limit 1`.execute(db);
  const [anchor = null] = await readAnchors(db, (after[0]?.atMs ?? atMs) + 1, Number.MAX_SAFE_INTEGER, 1);
  const last = anchor?.heads[symbol]?.seq ?? seq;
  const incidents = await incidentsOf(db, symbol, first.atMs, atMs);
  if (last - seq >= maxLastTickRun) return { atMs, ticks: [first], anchor, incidents };
  const ticks = await readTicks(db, symbol, seq, last);
  return ticks.length === last - seq + 1 ? { atMs, ticks, anchor, incidents } : undefined;
}
