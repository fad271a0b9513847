/** The price source that the settings name. */
import { invariant } from '@tessera/shared/errors';
import { quicknet } from '@tessera/shared/fairness';
import type { Catalog } from '../catalog/Catalog';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import { readOrMakeSecret } from '../platform/readOrMakeSecret';
import type { Db } from '../store/database';
import { createDrandBeacon } from './beacon/DrandBeacon';
import type { ReplayParameters } from './days/DayPart';
import { createDaySeeds, type DaySeeds } from './days/DaySeeds';
import { createSeedVault } from './days/SeedVault';
import { readLastPrices } from './lastPrices';
import { createLiveFeed } from './live/LiveFeed';
import type { PriceFeed } from './PriceFeed';
import { createQuoteFiles } from './replay/QuoteFiles';
import { createReplayFeed } from './replay/ReplayFeed';
import { createSimulatedDays } from './simulated/SimulatedDays';
import { createSimulatedFeed } from './simulated/SimulatedFeed';

export interface FeedSourceDeps {
  readonly config: Config['feed'];
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly catalog: Catalog;
}

export interface ChosenFeed {
  readonly feed: PriceFeed;
  /** Runs on the leader every few seconds. */
  readonly onLeaderRound?: (nowMs: number) => Promise<void>;
}

export function createFeedSource({ config, db, clock, random, log, catalog }: FeedSourceDeps): ChosenFeed {
  if (config.kind === 'live') {
    invariant(config.liveUrl !== undefined, 'a live feed has an address');
    return { feed: createLiveFeed({ url: config.liveUrl, secondUrl: config.liveSecondUrl, clock, log }) };
  }
  const { seedDir, seedKey, seedKeyFile, drand } = config;
  const seedParts = {
    db,
    clock,
    random,
    log,
    vault: createSeedVault(seedDir, async () => seedKey ?? (await readOrMakeSecret(seedKeyFile))),
    beacon: drand && createDrandBeacon({ urls: drand.urls, chain: drand.chain ?? quicknet }),
  };
  const keepDays = async (days: Pick<DaySeeds, 'commitAhead' | 'revealFinished'>, nowMs: number): Promise<void> => {
    await days.commitAhead(nowMs);
    await days.revealFinished(nowMs);
  };
  if (config.kind === 'replay') {
    invariant(config.replayDir !== undefined, 'a replay has a folder');
    const files = createQuoteFiles(config.replayDir, log);
    const parametersOf = (): Promise<Record<string, ReplayParameters>> => files.parameters(catalog.symbols());
    const days = createDaySeeds({ ...seedParts, source: 'replay', parametersOf, openingOf: async () => ({}) });
    const feed = createReplayFeed({
      ...{ files, speed: config.replaySpeed, clock, log, days },
      lastPrices: () => readLastPrices(db),
    });
    return { feed, onLeaderRound: (nowMs) => keepDays(days, nowMs) };
  }
  const days = createSimulatedDays({ ...seedParts, symbols: () => catalog.symbols() });
  const feed = createSimulatedFeed({ clock, days, onError: (error) => log.error({ err: error }, 'the simulated feed failed') });
  return { feed, onLeaderRound: (nowMs) => keepDays(days, nowMs) };
}
