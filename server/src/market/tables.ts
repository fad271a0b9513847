/** Catalogue, tick log and outbox. Rows of tick, tick_head, candle and tick_anchor are written by the feed's leader alone. */
import type { AccountMode, AssetClass, PrivateEventBody } from '@tessera/shared/contract';
import type { TickKind } from '@tessera/shared/fairness';
import type { ColumnType, Generated } from 'kysely';

export interface MarketTables {
  catalogVersion: { version: number; validFromMs: number; note: string };
  changeableTerms: { name: string; tableName: string; keyColumns: string[]; fields: string[] };
  marketCalendar: MarketCalendarTable;
  holidayMargin: { calendarId: string; sinceVersion: number; untilVersion: number | null };
  marketHoliday: { calendarId: string; sinceVersion: number; untilVersion: number | null; fromMs: number; toMs: number };
  symbol: SymbolTable;
  secondsTerm: SecondsTermTable;
  lease: { name: string; holder: string; epoch: number; untilMs: number };
  feedEpoch: { epoch: number; source: FeedSource; startedAtMs: number };
  feedDay: FeedDayTable;
  tick: TickTable;
  tickHead: Omit<TickTable, 'epoch' | 'sourceAtMs' | 'receivedAtMs' | 'kind'>;
  tickKeep: { symbolId: string; fromSeq: number; toSeq: number };
  tickAnchor: TickAnchorTable;
  logDay: LogDayTable;
  candle: CandleTable;
  outboxHead: { userId: number; mode: AccountMode; lastSeq: number };
  outbox: OutboxTable;
}

export type FeedSource = 'simulated' | 'replay' | 'live';

export interface MarketCalendarTable {
  id: string;
  sinceVersion: number;
  untilVersion: number | null;
  weeklyWindows: [number, number][] | null;
  closingMinutes: number;
}

export interface SymbolTable {
  id: string;
  sinceVersion: number;
  untilVersion: number | null;
  position: number;
  base: string;
  quote: string;
  assetClass: AssetClass;
  calendarId: string;
  digits: number;
  pipSize: string;
  contractSize: string;
  lotMin: string;
  lotStep: string;
  lotMax: string;
  spreadSteps: number;
  staleAfterMs: number;
  hasSpot: boolean;
  hasSeconds: boolean;
  hasLeverage: boolean;
  referencePrice: string;
  volatilityPpm: number;
  activity: number;
  dailyTurnover: string;
}

export interface SecondsTermTable {
  assetClass: AssetClass;
  seconds: number;
  sinceVersion: number;
  untilVersion: number | null;
  payoutRate: string;
  feeRate: string;
  stakeMin: string;
  stakeMax: string;
}

export interface FeedDayTable {
  /** "2026-11-20" on the way in; select it as text. */
  day: ColumnType<Date, string, string>;
  source: FeedSource;
  seedHash: string | null;
  seed: string | null;
  /** Of the commitment. */
  publishedAtMs: number;
  revealedAtMs: number | null;
  version: Generated<number>;
  attempt: Generated<number>;
  recordSeq: ColumnType<number | null, number | null | undefined, number | null>;
  beaconHash: ColumnType<string | null, string | null | undefined, string | null>;
  beaconPlan: ColumnType<unknown, string | null | undefined, string | null>;
  drawnFromMs: ColumnType<number | null, number | null | undefined, number | null>;
  beacon: ColumnType<unknown, string | null | undefined, string | null>;
  lostAtMs: ColumnType<number | null, number | null | undefined, number | null>;
  opening: ColumnType<Record<string, string>, string, string>;
  parameters: ColumnType<Record<string, unknown>, string, string>;
}

export interface TickTable {
  symbolId: string;
  seq: number;
  atMs: number;
  price: string;
  bid: string;
  ask: string;
  volume: string | null;
  epoch: number;
  isLive: boolean;
  hash: Buffer;
  /** 1 on ticks of before, which have none of the fields below. */
  format: Generated<number>;
  sourceAtMs: number | null;
  receivedAtMs: number | null;
  kind: TickKind | null;
}

export interface TickAnchorTable {
  minuteMs: number;
  root: string;
  previousRoot: string;
  heads: ColumnType<Record<string, { seq: number; hash: string }>, string, string>;
  /** All of them, or none on roots of format 1. */
  recordSeq: number | null;
  recordHash: string | null;
  auditSeq: number | null;
  auditHash: string | null;
  keyId: string | null;
  signature: string | null;
}

/** Only appended. Without bytes and hash: ticks up to this day had been forgotten before there were files. */
export interface LogDayTable {
  symbolId: string;
  /** "2026-11-20", UTC. */
  day: string;
  firstSeq: number;
  lastSeq: number;
  /** Of the last tick, hexadecimal. */
  hash: string;
  bytes: number | null;
  sha256: string | null;
}

export interface CandleTable {
  symbolId: string;
  span: '1m' | '1h' | '1d';
  atMs: number;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string | null;
  turnover: string | null;
  firstSeq: number;
  lastSeq: number;
}

export interface OutboxTable {
  id: Generated<number>;
  txid: Generated<string>;
  userId: number;
  mode: AccountMode;
  seq: number;
  atMs: number;
  body: ColumnType<PrivateEventBody, string, string>;
}
