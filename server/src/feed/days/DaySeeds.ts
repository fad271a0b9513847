/**
 * The seeds of a feed's days. Of each day the seed is committed to before the day before it begins, kept in the vault, joined with
 * the day's beacon when the day begins, and shown when it is over. At any time today's seed and those of the next two days are
 * committed to, so that in steady operation every commitment is 24 to 48 hours older than its day. A first start commits late for
 * today and tomorrow, and invents the days before; both are said in the public record.
 *
 * A seed whose file is gone is lost: the record says so, and a new seed is committed to, late. During a day that runs the new
 * part goes on from the last price.
 */
import { daySeed } from '@tessera/shared/fairness';
import { invariant } from '@tessera/shared/errors';
import { nativeSha256 } from '../nativeSha256';
import { dayMs, dayOf, dayText, type DayParameters, type DayPart } from './DayPart';
import { createDayBeacons } from './DayBeacons';
import { createDayCommitments, type DayCommitmentsDeps } from './DayCommitments';
import { drawDay, loseDay, readDayBefore, readUnrevealed, revealDay, revealOldDays, type FeedDayRow } from './feedDayRows';
import type { DaySecret } from './SeedVault';

const daysAhead = 2;
/** A part that replaces a lost one begins on a full second. */
const partStepMs = 1_000;
const maxKnownDays = 40;

export interface DaySeeds {
  /** Commits to what is due. Cheap when nothing is. */
  commitAhead(nowMs: number): Promise<void>;
  /** Makes sure that a day has begun, as far as it can. False while its beacon is not known. */
  begin(dayAtMs: number): Promise<boolean>;
  /** What `begin` has found, ascending in time; empty before. */
  parts(dayAtMs: number): readonly DayPart[];
  revealFinished(nowMs: number): Promise<void>;
  /** Another node may have led meanwhile. */
  forget(): void;
  /** In English for health pages. */
  problem(): string | undefined;
}

export interface DaySeedsOptions extends DayCommitmentsDeps {
  /** `before`: the last part of the day before; undefined for the first day of all. `isCut`: the part before this one was lost while it ran. */
  readonly openingOf: (
    parameters: Readonly<Record<string, DayParameters>>,
    before: () => Promise<DayPart | undefined>,
    isCut: boolean,
  ) => Promise<Readonly<Record<string, string>>>;
}

export function createDaySeeds(options: DaySeedsOptions): DaySeeds {
  const { db, clock, log, source, vault } = options;
  const known = new Map<number, readonly DayPart[]>();
  const committed = new Set<number>();
  const beacons = createDayBeacons(options);
  const committedRows = createDayCommitments(options);

  async function partBefore(dayAtMs: number): Promise<DayPart | undefined> {
    const day = await readDayBefore(db, source, dayText(dayAtMs));
    if (day === undefined) return undefined;
    const before = Date.parse(`${day}T00:00:00Z`);
    await beginOne(before);
    return known.get(before)?.at(-1);
  }

  async function beginOne(dayAtMs: number): Promise<boolean> {
    if (known.has(dayAtMs)) return true;
    const { rows, last, secret } = await committedRows(dayAtMs);
    let row = last;
    if (row.version > 1 && row.drawnFromMs === null) {
      invariant(secret !== undefined, 'a day that has not begun is not revealed');
      const value = await beacons.of(dayAtMs, row, secret);
      if (value === undefined) return false;
      const isCut = rows.some((one) => one.drawnFromMs !== null);
      const nextMs = Math.ceil(clock.now() / partStepMs) * partStepMs;
      const fromMs = isCut ? Math.min(nextMs, dayAtMs + dayMs) : dayAtMs;
      const opening = await options.openingOf(row.parameters, () => partBefore(dayAtMs), isCut);
      const drawing = { fromMs, beacon: value, opening };
      await drawDay(db, row, drawing, clock.now());
      row = { ...row, drawnFromMs: fromMs, beacon: value, opening };
    }
    known.set(dayAtMs, [toPart(dayAtMs, row, secret)]);
    for (const key of known.keys()) if (known.size > maxKnownDays && key < dayAtMs - dayMs) known.delete(key);
    if (secret !== undefined && dayAtMs + dayMs <= clock.now()) await reveal(row, secret);
    return true;
  }

  async function reveal(row: FeedDayRow, secret: DaySecret): Promise<void> {
    await revealDay(db, row, secret.seed.toString('hex'), clock.now());
    await vault.forget(row.seedHash);
  }

  async function commitDue(nowMs: number): Promise<void> {
    const today = dayOf(nowMs);
    for (let ahead = 0; ahead <= daysAhead; ahead++) {
      const dayAtMs = today + ahead * dayMs;
      if (committed.has(dayAtMs)) continue;
      await committedRows(dayAtMs);
      committed.add(dayAtMs);
    }
    for (const dayAtMs of committed) if (dayAtMs < today) committed.delete(dayAtMs);
  }

  async function revealDue(nowMs: number): Promise<void> {
    const today = dayText(nowMs);
    await revealOldDays(db, source, today, nowMs);
    for (const row of await readUnrevealed(db, source, today)) {
      const secret = await vault.read(row.seedHash);
      if (secret === undefined) {
        log.error({ day: row.day, seedHash: row.seedHash }, 'THE SEED OF A DAY IS LOST and cannot be shown; the record says so');
        await loseDay(db, row, nowMs);
      } else await reveal(row, secret);
    }
  }

  // One thing at a time: two askers never draw one day twice.
  let working: Promise<unknown> = Promise.resolve();
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = working.then(work, work);
    working = done;
    done.catch(() => undefined);
    return done;
  }
  let revealedBeforeMs = 0;
  return {
    async commitAhead(nowMs) {
      if (committed.has(dayOf(nowMs) + daysAhead * dayMs)) return;
      await inTurn(() => commitDue(nowMs));
    },
    begin: async (dayAtMs) => known.has(dayAtMs) || inTurn(() => beginOne(dayAtMs)),
    parts: (dayAtMs) => known.get(dayAtMs) ?? [],
    async revealFinished(nowMs) {
      if (revealedBeforeMs === dayOf(nowMs)) return;
      await inTurn(() => revealDue(nowMs));
      revealedBeforeMs = dayOf(nowMs);
    },
    forget() {
      known.clear();
      committed.clear();
      revealedBeforeMs = 0;
    },
    problem: () => beacons.problem(),
  };
}

function toPart(dayAtMs: number, row: FeedDayRow, secret: DaySecret | undefined): DayPart {
  const seed = secret?.seed ?? (row.seed === null ? undefined : Buffer.from(row.seed, 'hex'));
  invariant(seed !== undefined, 'the seed of a day is kept or revealed');
  const draw =
    row.version === 1 || row.beacon === null
      ? Uint8Array.from(seed)
      : daySeed(seed, Buffer.from(row.beacon.value, 'hex'), nativeSha256);
  return {
    dayAtMs,
    fromMs: row.drawnFromMs ?? dayAtMs,
    draw,
    opening: row.opening,
    parameters: row.parameters,
  };
}
