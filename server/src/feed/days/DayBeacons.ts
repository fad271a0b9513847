/** The public random value that joins a day's seed when the day begins: of a network, or of the exchange itself. */
import { beaconInstant, beaconRound, type DayBeacon } from '@tessera/shared/fairness';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { DrandBeacon } from '../beacon/DrandBeacon';
import { dayMs } from './DayPart';
import type { FeedDayRow } from './feedDayRows';
import type { DaySecret } from './SeedVault';

/** How long a day that was announced with a network's value waits for it. Meanwhile nothing is quoted. */
export const beaconWaitMs = 600_000;
const beaconPauseMs = 1_000;

export interface DayBeacons {
  /** undefined: not known yet. */
  of(dayAtMs: number, row: FeedDayRow, secret: DaySecret): Promise<DayBeacon | undefined>;
  /** In English for health pages. */
  problem(): string | undefined;
}

export interface DayBeaconsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly beacon: DrandBeacon | undefined;
}

export function createDayBeacons({ clock, log, beacon }: DayBeaconsDeps): DayBeacons {
  let problem: string | undefined;
  let nextTryAtMs = 0;
  let failing: { readonly seedHash: string; readonly sinceMs: number } | undefined;

  async function beaconOf(dayAtMs: number, row: FeedDayRow, secret: DaySecret): Promise<DayBeacon | undefined> {
    const own = (isFallback: boolean): DayBeacon => ({
      ...{ kind: 'local', chain: null, round: null, signature: null },
      value: secret.beacon.toString('hex'),
      isFallback,
    });
    if (row.beaconPlan?.kind !== 'drand') return own(false);
    const nowMs = clock.now();
    if (nowMs < nextTryAtMs) return undefined;
    nextTryAtMs = nowMs + beaconPauseMs;
    try {
      if (beacon === undefined || beacon.chain.hash !== row.beaconPlan.chain)
        throw new Error('the settings name another beacon than the day');
      const round = beaconRound(beaconInstant(dayAtMs, row.publishedAtMs), beacon.chain);
      // A round that does not exist yet is nobody's fault.
      if (nowMs < beacon.chain.genesisMs + (round - 1) * beacon.chain.periodMs) return undefined;
      const { signature, value } = await beacon.fetchRound(round);
      failing = undefined;
      problem = undefined;
      return { kind: 'drand', chain: beacon.chain.hash, round, signature, value, isFallback: false };
    } catch (error) {
      failing = failing?.seedHash === row.seedHash ? failing : { seedHash: row.seedHash, sinceMs: nowMs };
      const isOver = nowMs >= dayAtMs + dayMs;
      if (!isOver && nowMs - failing.sinceMs < beaconWaitMs) {
        problem = `the beacon of ${row.day} does not answer: ${(error as Error).message}`;
        return undefined;
      }
      log.error(
        { err: error, day: row.day },
        'the beacon did not answer: the day takes the value of the exchange itself, and the record says so',
      );
      problem = undefined;
      return own(true);
    }
  }

  return { of: beaconOf, problem: () => problem };
}
