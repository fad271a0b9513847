/**
 * Times without prices go to the public record: between two live ticks of a symbol lay more of its market's open time than
 * `silentAfterMs` (its prices stay fresh no longer, or its source always ticks sooner), or another process took over, however quickly.
 * They are found in the log itself, so one that a restart made is found after it, by the node that leads then.
 *
 *   {"why":"feed_silent"|"leader_away"|…,"symbols":[{"symbol":…,"fromMs":…,"toMs":…,"firstSeq":…,"lastSeq":…},…]}
 *
 * firstSeq is the live tick before the pause, lastSeq the one that ended it. `leader_away`: another process wrote the later one,
 * so the exchange itself was away. A feed that can pause single markets says why (PauseReason); of others it is `feed_silent`. A pause of more than a minute is published when that minute is over, with toMs and lastSeq
 * null, and again when it has ended.
 */
import { sql } from 'kysely';
import { openSpans, type MarketCalendar } from '../catalog/marketCalendar';
import { lockRecord, publishRecord } from '../record/publishRecord';
import type { Db, Tx } from '../store/database';
import type { PauseReason } from './PriceFeed';

const longPauseMs = 60_000;
/** Live ticks of one symbol that one round looks at. */
const maxTicks = 20_000;

export interface PausedSymbol {
  readonly id: string;
  readonly calendar: MarketCalendar;
  readonly silentAfterMs: number;
  /** When its feed ticks whatever the calendar says: a day that was drawn before the hours changed. */
  readonly drawnOpen?: ((fromMs: number, toMs: number) => Spans) | undefined;
}
type Spans = readonly (readonly [fromMs: number, toMs: number])[];

interface Pause {
  readonly symbol: string;
  readonly fromMs: number;
  readonly toMs: number | null;
  readonly firstSeq: number;
  readonly lastSeq: number | null;
}
type Why = 'feed_silent' | 'leader_away' | PauseReason;
/** Why a symbol's feed gave no price that counted between two instants. */
type WhyPaused = (symbol: string, fromMs: number, toMs: number) => PauseReason;

interface Gap {
  readonly symbolId: string;
  readonly beforeSeq: number;
  readonly beforeMs: number;
  readonly beforeEpoch: number;
  readonly seq: number;
  readonly atMs: number;
  readonly epoch: number;
}

/** Answers how many pauses it published. */
export async function recordPauses(
  db: Db,
  symbols: readonly PausedSymbol[],
  nowMs: number,
  whyPaused?: WhyPaused,
): Promise<number> {
  const whyOf = ({ symbol, fromMs, toMs }: Pause): Why => whyPaused?.(symbol, fromMs, toMs ?? nowMs) ?? 'feed_silent';
  return db.transaction().execute(async (tx) => {
    const found = new Map<Why, Pause[]>();
    const add = (why: Why, pause: Pause): void => void found.set(why, [...(found.get(why) ?? []), pause]);
    await beginNewSymbols(tx);
    for (const gap of await readGaps(tx, symbols))
      for (const pause of pausesIn(gap, symbols)) add(isHandedOver(gap) ? 'leader_away' : whyOf(pause), pause);
    await advance(tx);
    for (const pause of await begunPauses(tx, symbols, nowMs)) add(whyOf(pause), pause);
    for (const [why, pauses] of found) {
      await lockRecord(tx);
      await publishRecord(tx, { kind: 'pause', atMs: nowMs, body: { why, symbols: pauses.map((pause) => ({ ...pause })) } });
    }
    return [...found.values()].flat().length;
  });
}

/** From the newest live tick on; before a symbol's first one there is nothing that could pause. */
async function beginNewSymbols(tx: Tx): Promise<void> {
  await sql`
    insert into pause_cursor (symbol_id, seq, at_ms, epoch)
    select h.symbol_id, t.seq, t.at_ms, t.epoch from tick_head h cross join lateral (
      select seq, at_ms, epoch from tick where symbol_id = h.symbol_id and is_live order by seq desc limit 1
    ) t where not exists (select from pause_cursor c where c.symbol_id = h.symbol_id)
    on conflict do nothing`.execute(tx);
  await sql`select from pause_cursor order by symbol_id for update`.execute(tx);
}

/** Neighbouring live ticks that lie further apart than `silentAfterMs`, or were written by two processes, whatever the market's hours. */
async function readGaps(tx: Tx, symbols: readonly PausedSymbol[]): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    select c.symbol_id, coalesce(t.seq_before, c.seq) as before_seq, coalesce(t.at_before, c.at_ms) as before_ms,
      coalesce(t.epoch_before, c.epoch) as before_epoch, t.seq, t.at_ms, t.epoch
    from unnest(${symbols.map(({ id }) => id)}::text[], ${symbols.map(({ silentAfterMs }) => silentAfterMs)}::bigint[]) known (symbol_id, silent_ms)
    join pause_cursor c using (symbol_id) cross join lateral (
      select seq, at_ms, epoch, lag(seq) over w as seq_before, lag(at_ms) over w as at_before, lag(epoch) over w as epoch_before
      from (select seq, at_ms, epoch from tick where symbol_id = c.symbol_id and seq > c.seq and is_live order by seq limit ${maxTicks}) run
      window w as (order by seq)
    ) t
    where t.at_ms - coalesce(t.at_before, c.at_ms) > known.silent_ms or t.epoch <> coalesce(t.epoch_before, c.epoch)
    order by t.at_ms, c.symbol_id`.execute(tx);
  return rows;
}

/** However short it was: prices that would have come in between are missing, and anyone who draws the day again sees that. */
const isHandedOver = (gap: Gap): boolean => gap.epoch !== gap.beforeEpoch;

const pausesIn = (gap: Gap, symbols: readonly PausedSymbol[]): Pause[] =>
  openParts(symbols, gap.symbolId, gap.beforeMs, gap.atMs, isHandedOver(gap)).map(([fromMs, toMs]) => ({
    symbol: gap.symbolId,
    fromMs,
    toMs,
    firstSeq: gap.beforeSeq,
    lastSeq: gap.seq,
  }));

/** Of a time without ticks the parts in which the market was open: those longer than `silentAfterMs`, or all. */
function openParts(symbols: readonly PausedSymbol[], id: string, fromMs: number, toMs: number, isEach = false) {
  const symbol = symbols.find((one) => one.id === id);
  if (symbol === undefined) return [];
  const open = joined([...openSpans(symbol.calendar, fromMs, toMs), ...(symbol.drawnOpen?.(fromMs, toMs) ?? [])]);
  return open.filter(([from, to]) => isEach || to - from > symbol.silentAfterMs);
}

/** What overlaps or touches is one. */
const joined = (spans: Spans): Spans =>
  spans
    .toSorted(([one], [other]) => one - other)
    .reduce<readonly (readonly [number, number])[]>((all, [from, to]) => {
      const last = all.at(-1);
      if (last === undefined || last[1] < from) return [...all, [from, to]];
      return [...all.slice(0, -1), [last[0], Math.max(last[1], to)]];
    }, []);

async function advance(tx: Tx): Promise<void> {
  await sql`
    update pause_cursor c set seq = t.seq, at_ms = t.at_ms, epoch = t.epoch, is_begun = false
    from pause_cursor held cross join lateral (
      select seq, at_ms, epoch from (
        select seq, at_ms, epoch from tick where symbol_id = held.symbol_id and seq > held.seq and is_live order by seq limit ${maxTicks}
      ) run order by seq desc limit 1
    ) t where c.symbol_id = held.symbol_id`.execute(tx);
}

/** Said once of each: the marks go with the next live tick. */
async function begunPauses(tx: Tx, symbols: readonly PausedSymbol[], nowMs: number): Promise<Pause[]> {
  const { rows } = await sql<{ symbolId: string; seq: number; atMs: number }>`
    select symbol_id, seq, at_ms from pause_cursor where not is_begun and at_ms < ${nowMs - longPauseMs}::bigint order by symbol_id`.execute(
    tx,
  );
  const begun = rows.flatMap(({ symbolId, seq, atMs }): Pause[] => {
    const last = openParts(symbols, symbolId, atMs, nowMs).at(-1);
    // A market that is closed now has not begun to pause.
    if (last === undefined || last[1] < nowMs || nowMs - last[0] <= longPauseMs) return [];
    return [{ symbol: symbolId, fromMs: last[0], toMs: null, firstSeq: seq, lastSeq: null }];
  });
  if (begun.length > 0)
    await sql`update pause_cursor set is_begun = true where symbol_id = any(${begun.map(({ symbol }) => symbol)}::text[])`.execute(
      tx,
    );
  return begun;
}
