/**
 * Where prices come from. An adapter only reports what its source says; numbering, hashing, keeping and publishing are the
 * TickWriter's work. Nothing about users or orders reaches an adapter, so that no price can depend on them.
 */
import type { Amount, Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../catalog/Catalog';
import type { FeedSource } from '../market/tables';

export interface FeedTick {
  readonly symbol: string;
  /** The instant that decides, and orders the log: the source's own. */
  readonly atMs: number;
  /** What the source's own clock said; of a source that is a file or a model, the instant itself. */
  readonly sourceAtMs: number;
  /** By our clock, when it reached us; of a source that is a file or a model, the instant itself. */
  readonly receivedAtMs: number;
  readonly price: Price;
  readonly bid: Price;
  readonly ask: Price;
  /** Base units traded with this tick; undefined where the source has none. */
  readonly volume: Amount | undefined;
}

/** Why a market has no price that counts: as the public record says it (recordPauses). */
export type PauseReason = 'source_silent' | 'source_late' | 'second_silent' | 'sources_differ' | 'price_jumped';

export interface FeedHealth {
  readonly isConnected: boolean;
  /** What an operator should know, in English for the log; undefined when all is well. */
  readonly problem: string | undefined;
  /** Ticks that guards refused since the start, by reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** Why a symbol has no price that counts, in English, by symbol; left out by sources that do not pause single symbols. */
  readonly paused?: Readonly<Record<string, string>>;
}

export interface PriceFeed {
  readonly source: FeedSource;
  /** Reports ticks until stop; each symbol's in order of time. */
  start(symbols: readonly SymbolTerms[], onTicks: (ticks: readonly FeedTick[]) => void): Promise<void>;
  stop(): Promise<void>;
  /** The last tick reported for each symbol. */
  snapshot(): ReadonlyMap<string, FeedTick>;
  health(): FeedHealth;
  /** While its market is open every symbol ticks at least once in this time. Left out by sources that cannot say so. */
  readonly ticksWithinMs?: number;
  /**
   * When a symbol ticks by what was committed to before, whatever its calendar has become since: [from, to). Left out by sources that go
   * by the calendar.
   */
  drawnOpen?(symbol: string, fromMs: number, toMs: number): readonly (readonly [number, number])[];
  /**
   * Why no price of a symbol counted between two instants of our clock: what was refused last in that time, or that nothing was said.
   * Left out by sources that only stop as a whole.
   */
  whyPaused?(symbol: string, fromMs: number, toMs: number): PauseReason;
  /**
   * What the source knows about the time after `fromMs` and before `toMs`, thinned out with age; empty where it knows
   * nothing. Fills the chart at the first start and after a pause; never decides an order.
   */
  history(symbol: SymbolTerms, fromMs: number, toMs: number): Promise<readonly FeedTick[]>;
}
