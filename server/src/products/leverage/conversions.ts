/**
 * The runs that show a proof's conversions to have been the last ones at their instants: each from its tick to the head of the first
 * root after the instant. Only read here, never concluded.
 */
import type { LastTickRun, LeverageProof, Tick } from '@tessera/shared/contract';
import { incidentsOf, longestRun } from '../../feed/provenRun';
import { readAnchors } from '../../feed/minuteAnchors';
import { readTicks } from '../../feed/tickLog';
import type { Db } from '../../store/database';

/** A minute of ticks for each: older nights of a long holding are shown with their tick alone. */
const mostNights = 5;

/** Of the deal, of the account's other positions, of the newest nights; each symbol and instant once. */
export async function readConversions(
  db: Db,
  { deal, divisorTick, account, swaps }: Pick<LeverageProof, 'deal' | 'divisorTick' | 'account' | 'swaps'>,
): Promise<LastTickRun[]> {
  const atMs = account?.tick.atMs ?? deal.tickAtMs;
  const nights = swaps.flatMap(({ divisorTick: tick, rolloverMs }) => (tick === undefined ? [] : { tick, atMs: rolloverMs }));
  const asked = [
    ...[divisorTick, ...(account?.positions ?? []).map((one) => one.divisorTick)].flatMap((tick) =>
      // The deciding tick of the order's own symbol is followed by the proof's own run.
      tick === null || tick.symbol === deal.symbol ? [] : { tick, atMs },
    ),
    ...nights.slice(-mostNights),
  ];
  const once = new Map(asked.map((one) => [`${one.tick.symbol} ${one.atMs}`, one]));
  const runs = await Promise.all([...once.values()].map((one) => readLastTickRun(db, one.tick, one.atMs)));
  return runs.flatMap((run) => run ?? []);
}

/** undefined: too many ticks follow within the minute, or some are forgotten. */
async function readLastTickRun(db: Db, first: Tick, atMs: number): Promise<LastTickRun | undefined> {
  const { symbol, seq } = first;
  const [anchor = null] = await readAnchors(db, atMs + 1, Number.MAX_SAFE_INTEGER, 1);
  const last = anchor?.heads[symbol]?.seq ?? seq;
  if (last - seq >= longestRun) return undefined;
  const ticks = await readTicks(db, symbol, seq, last);
  if (ticks.length !== last - seq + 1) return undefined;
  return { atMs, ticks, anchor, incidents: await incidentsOf(db, symbol, first.atMs, atMs) };
}
