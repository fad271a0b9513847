/** Commits to the seeds of days, and finds a day's attempts again: what was lost is committed to again, late. */
import { dayVersion, isInventedDay, isLateCommitment } from '@tessera/shared/fairness';
import { sha256Hex, type Random } from '../../platform/random';
import type { FeedSource } from '../../market/tables';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Db } from '../../store/database';
import type { DrandBeacon } from '../beacon/DrandBeacon';
import { dayText, type DayParameters } from './DayPart';
import { commitTo, loseDay, readDayRows, type BeaconPlan, type FeedDayRow } from './feedDayRows';
import type { DaySecret, SeedVault } from './SeedVault';

export interface CommittedDay {
  readonly rows: readonly FeedDayRow[];
  readonly last: FeedDayRow;
  /** undefined: the day was revealed, or is of the first version. */
  readonly secret: DaySecret | undefined;
}

export interface DayCommitmentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly source: FeedSource;
  readonly vault: SeedVault;
  /** The network whose values join the seeds of the days from now on; undefined: the exchange's own value. */
  readonly beacon: DrandBeacon | undefined;
  /** Published with the commitment: nothing that forms the day can be chosen after it. */
  readonly parametersOf: (
    dayAtMs: number,
  ) => Readonly<Record<string, DayParameters>> | Promise<Readonly<Record<string, DayParameters>>>;
}

/** The day's attempts, the last of which has its seed: commits where there is none, or none that was not lost. */
export function createDayCommitments({
  db,
  clock,
  random,
  log,
  source,
  vault,
  beacon,
  parametersOf,
}: DayCommitmentsDeps): (dayAtMs: number) => Promise<CommittedDay> {
  async function commit(dayAtMs: number, before: FeedDayRow | undefined): Promise<void> {
    const nowMs = clock.now();
    const secret: DaySecret = { seed: random.bytes(32), beacon: random.bytes(32) };
    const seedHash = sha256Hex(secret.seed);
    const isInvented = isInventedDay(dayAtMs, nowMs);
    const beaconPlan: BeaconPlan =
      beacon === undefined || isInvented ? { kind: 'local', chain: null } : { kind: 'drand', chain: beacon.chain.hash };
    await vault.keep(seedHash, secret);
    const isOurs = await commitTo(
      db,
      {
        day: dayText(dayAtMs),
        source,
        version: dayVersion,
        attempt: (before?.attempt ?? 0) + 1,
        seedHash,
        beaconHash: sha256Hex(secret.beacon),
        beaconPlan,
        parameters: await parametersOf(dayAtMs),
        isLate: isLateCommitment(dayAtMs, nowMs),
        isInvented,
        replaces: before?.seedHash ?? null,
      },
      nowMs,
    );
    if (!isOurs) await vault.forget(seedHash);
  }

  return async function committedRows(dayAtMs) {
    for (let tries = 0; tries < 3; tries++) {
      const rows = await readDayRows(db, source, dayText(dayAtMs));
      const last = rows[rows.length - 1];
      if (last !== undefined && last.lostAtMs === null) {
        if (last.version === 1 || last.revealedAtMs !== null) return { rows, last, secret: undefined };
        const secret = await vault.read(last.seedHash);
        if (secret !== undefined) return { rows, last, secret };
        log.error(
          { day: last.day, seedHash: last.seedHash },
          'THE SEED OF A DAY IS LOST: a new one is committed to, late, and the record says so',
        );
        await loseDay(db, last, clock.now());
      }
      await commit(dayAtMs, last);
    }
    throw new Error(`the seed of ${dayText(dayAtMs)} was lost each time that it was made: is its folder kept?`);
  };
}
