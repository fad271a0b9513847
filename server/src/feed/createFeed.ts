/** The feed that the settings ask for, ready to start. */
import { invariant } from '@tessera/shared/errors';
import type { Catalog } from '../catalog/Catalog';
import type { Clock } from '../platform/Clock';
import type { Config } from '../platform/config';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Random } from '../platform/random';
import type { Db } from '../store/database';
import { createFeedService, type FeedService } from './FeedService';
import { createLiveFeed } from './live/LiveFeed';
import type { PriceFeed } from './PriceFeed';
import { createReplayFeed } from './replay/ReplayFeed';
import { createSimulatedDays } from './simulated/SimulatedDays';
import { createSimulatedFeed } from './simulated/SimulatedFeed';
import { createTickBus } from './TickBus';

export interface FeedDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly config: Pick<Config, 'feed' | 'roles'>;
}

export function createFeed(deps: FeedDeps): FeedService {
  const { db, catalog, clock, random, log, config } = deps;
  const bus = createTickBus((error) => log.error({ err: error }, 'a listener of ticks failed'));
  const service = (feed: PriceFeed, onLeaderRound: (nowMs: number) => Promise<void>): FeedService =>
    createFeedService({ ...deps, bus, feed, mayLead: config.roles.includes('feed'), holder: random.uuid(), onLeaderRound });
  const nothing = async (): Promise<void> => undefined;
  const { kind, replayDir, replaySpeed, liveUrl } = config.feed;
  if (kind === 'replay') {
    invariant(replayDir !== undefined, 'a replay has a folder');
    return service(createReplayFeed({ folder: replayDir, speed: replaySpeed, clock, log }), nothing);
  }
  if (kind === 'live') {
    invariant(liveUrl !== undefined, 'a live feed has an address');
    return service(createLiveFeed({ url: liveUrl, clock, log }), nothing);
  }
  const days = createSimulatedDays({ db, clock, random, symbols: catalog.symbols });
  const onError = (error: unknown): void => log.error({ err: error }, 'the simulated feed missed a round');
  return service(createSimulatedFeed({ clock, days, onError }), (nowMs) => days.revealFinished(nowMs));
}
