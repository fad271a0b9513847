/**
 * What can be traded and on which terms, held in memory and read synchronously by every module. The rows are versioned:
 * an order stores the version it was accepted under. `follow` takes up a newer one, which operators published with
 * `npm run ops -- catalog set`, within a second of the instant from which it is valid.
 */
import type { AssetClass, IdentityAct, IdentityLevel, MarginMode } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { amount, price, rate, type Amount, type Price, type Rate } from '@tessera/shared/money';
import { closingDates, closingSpans } from '@tessera/shared/fairness';
import type { ClosingMargin, ExposureLimit } from '@tessera/shared/trading';
import { sql, type Selectable } from 'kysely';
import type { AssetNetwork } from '../networks/AssetNetwork';
import { readNetworks } from '../networks/readNetworks';
import { readTopUpTerms, type TopUpTerm } from '../topups/TopUpTerm';
import { readFlashTerms, type FlashTerm } from '../products/flash/FlashTerm';
import { readTreasureTerms, type TreasureTerm } from '../products/treasure/TreasureTerm';
import { readLoanTerms, type LoanTerms } from '../products/loan/LoanTerm';
import type { LeverageTermTable, SwapMode } from '../products/leverage/tables';
import type { SymbolTable } from '../market/tables';
import type { SpotTermTable } from '../products/spot/tables';
import type { Db } from '../store/database';
import { readCardTerms, type CardTerm } from '../withdrawals/CardTerm';
import { readWithdrawalLimits, type WithdrawalLimits } from '../withdrawals/dayLimit';
import { inForce } from './inForce';
import { marketStatus, type MarketCalendar, type MarketStatus } from './marketCalendar';

export interface SymbolTerms {
  /** Of all that was read with it: an order names it, whatever is in force by then. */
  readonly catalogVersion: number;
  /** "BTC-USDT". */
  readonly id: string;
  readonly base: string;
  readonly quote: string;
  readonly assetClass: AssetClass;
  readonly calendar: MarketCalendar;
  readonly digits: number;
  readonly pipSize: Price;
  readonly contractSize: Amount;
  readonly lotMin: Amount;
  readonly lotStep: Amount;
  readonly lotMax: Amount;
  /** Whole steps of the last digit between bid and ask. */
  readonly spreadSteps: number;
  readonly staleAfterMs: number;
  readonly hasSpot: boolean;
  readonly hasSeconds: boolean;
  readonly hasLeverage: boolean;
  readonly model: SimulationModel;
}

/** How the simulated feed draws the symbol. */
export interface SimulationModel {
  readonly referencePrice: Price;
  readonly volatilityPpm: number;
  readonly activity: number;
  /** Quote units a day. */
  readonly dailyTurnover: Amount;
}

export interface SecondsTerm {
  readonly seconds: number;
  readonly payoutRate: Rate;
  readonly feeRate: Rate;
  readonly stakeMin: Amount;
  readonly stakeMax: Amount;
}

export interface LeverageTerm {
  /** Ascending. */
  readonly leverages: readonly number[];
  readonly marginMode: MarginMode;
  readonly feeRate: Rate;
  readonly maintenanceRate: Rate;
  readonly marginCallLevel: Rate;
  readonly stopOutLevel: Rate;
  readonly swapMode: SwapMode;
  readonly swapLong: Rate;
  readonly swapShort: Rate;
  readonly tripleWeekday: number | undefined;
  readonly rolloverMinute: number;
  /** Share of the price seen. */
  readonly toleratedMove: Rate;
  /** Its price turns the quote currency into USDT; undefined where no conversion is needed. */
  readonly divisorSymbol: string | undefined;
  /** Pending and open ones of a person, of all symbols together, beyond which no further one is accepted. */
  readonly maxPositions: number;
  /** In the funding asset. */
  readonly minNotional: Amount;
  /** Before the market closes for long; undefined where it does not. */
  readonly closingMargin: ClosingMargin | undefined;
  /** Of a person in this symbol, ascending by leverage. */
  readonly exposureLimits: readonly ExposureLimit[];
  /** Of all people together, long less short; undefined where there is none. */
  readonly houseLimit: Amount | undefined;
}

export interface SpotTerm {
  readonly quantityMin: Amount;
  readonly quantityStep: Amount;
  readonly quantityMax: Amount;
  /** Quote units. */
  readonly totalMin: Amount;
  readonly feeRate: Rate;
  /** A limit may differ from the latest price by this share at most. */
  readonly priceBand: Rate;
  /** A market order takes no level further from the tick's price than this share. */
  readonly slippageCap: Rate;
  /** How far the price may have moved since the person saw it. */
  readonly toleratedMove: Rate;
  /** Base units of a typical level: the modelled book scales with it. */
  readonly levelQuantity: Amount;
}

export interface AssetTerms {
  readonly asset: string;
  readonly scale: number;
  /** Digits that screens show. */
  readonly shownScale: number;
}

export interface Catalog {
  version(): number;
  /** In the order of display. */
  symbols(): readonly SymbolTerms[];
  symbol(id: string): SymbolTerms | undefined;
  assets(): readonly AssetTerms[];
  /** Ascending by duration; empty where the symbol has no seconds contract. */
  secondsTerms(symbolId: string): readonly SecondsTerm[];
  /** undefined where the symbol is not traded on the spot. */
  spotTerms(symbolId: string): SpotTerm | undefined;
  /** undefined where the symbol is not traded with leverage. */
  leverageTerms(symbolId: string): LeverageTerm | undefined;
  /** What a person must be certified for to do it on the real account. */
  identityNeed(act: IdentityAct): IdentityLevel;
  /** By asset, then network; also those that are closed for one direction or both. */
  networks(): readonly AssetNetwork[];
  /** By asset; also those that are closed. */
  cardTerms(): readonly CardTerm[];
  /** In USDT within 24 hours. */
  withdrawalLimits(): WithdrawalLimits;
  /** By method, then asset; also those that are closed. */
  topUps(): readonly TopUpTerm[];
  /** By asset; also those that are closed. */
  flashTerms(): readonly FlashTerm[];
  /** By days; also those that are not on sale. */
  treasureTerms(): readonly TreasureTerm[];
  loanTerms(): LoanTerms;
  /** undefined for an unknown symbol. */
  marketStatus(symbolId: string, nowMs: number): MarketStatus | undefined;
  /** Symbols in which operators halted trading for everybody, ascending, as last read. An acceptance asks the database itself. */
  halted(): readonly string[];
  /** Reads the version that is valid at `nowMs`. */
  reload(nowMs: number): Promise<void>;
  /** The same when it is newer than what is held, and halts in any case; never goes back. Cheap enough for every second. */
  follow(nowMs: number): Promise<void>;
}

interface CatalogContent {
  readonly version: number;
  readonly symbols: ReadonlyMap<string, SymbolTerms>;
  readonly seconds: ReadonlyMap<AssetClass, readonly SecondsTerm[]>;
  readonly spot: ReadonlyMap<string, SpotTerm>;
  readonly leverage: ReadonlyMap<string, LeverageTerm>;
  readonly assets: readonly AssetTerms[];
  readonly identityNeeds: ReadonlyMap<IdentityAct, IdentityLevel>;
  readonly networks: readonly AssetNetwork[];
  readonly cards: readonly CardTerm[];
  readonly withdrawalLimits: WithdrawalLimits;
  readonly topUps: readonly TopUpTerm[];
  readonly flash: readonly FlashTerm[];
  readonly treasure: readonly TreasureTerm[];
  readonly loan: LoanTerms;
}

/** Assets whose balances are shown with cents; the others show the digits that a small amount needs. */
const shownScales: Readonly<Record<string, number>> = { USDT: 2 };
const defaultShownScale = 6;

export async function loadCatalog(db: Db, nowMs: number): Promise<Catalog> {
  const news = await readNews(db, nowMs);
  let { halted } = news;
  let content = await readContent(db, news.version);
  return {
    version: () => content.version,
    symbols: () => [...content.symbols.values()],
    symbol: (id) => content.symbols.get(id),
    assets: () => content.assets,
    secondsTerms(symbolId) {
      const symbol = content.symbols.get(symbolId);
      return symbol?.hasSeconds === true ? (content.seconds.get(symbol.assetClass) ?? []) : [];
    },
    leverageTerms: (symbolId) =>
      content.symbols.get(symbolId)?.hasLeverage === true ? content.leverage.get(symbolId) : undefined,
    spotTerms: (symbolId) => (content.symbols.get(symbolId)?.hasSpot === true ? content.spot.get(symbolId) : undefined),
    // Versions of before there were such needs asked for nothing.
    identityNeed: (act) => content.identityNeeds.get(act) ?? 'none',
    networks: () => content.networks,
    cardTerms: () => content.cards,
    withdrawalLimits: () => content.withdrawalLimits,
    topUps: () => content.topUps,
    flashTerms: () => content.flash,
    treasureTerms: () => content.treasure,
    loanTerms: () => content.loan,
    marketStatus(symbolId, nowMs) {
      const symbol = content.symbols.get(symbolId);
      return symbol === undefined ? undefined : marketStatus(symbol.calendar, nowMs);
    },
    halted: () => halted,
    async reload(atMs) {
      const newest = await readNews(db, atMs);
      content = await readContent(db, newest.version);
      halted = newest.halted;
    },
    async follow(atMs) {
      const newest = await readNews(db, atMs);
      halted = newest.halted;
      if (newest.version > content.version) content = await readContent(db, newest.version);
    },
  };
}

/** One question: every process asks it each second. */
async function readNews(db: Db, nowMs: number): Promise<{ readonly version: number; readonly halted: readonly string[] }> {
  const { rows } = await sql<{ version: number; halted: readonly string[] }>`
    select (select max(version) from catalog_version where valid_from_ms <= ${nowMs}::bigint) as version,
      array(select symbol from halt where until_ms is null order by symbol) as halted`.execute(db);
  const [news] = rows;
  invariant(news !== undefined, 'a question without a table has an answer');
  return news;
}

async function readContent(db: Db, version: number): Promise<CatalogContent> {
  const calendarRows = await db.selectFrom('marketCalendar').selectAll().where(inForce(version)).execute();
  const holidayRows = await db.selectFrom('marketHoliday').selectAll().where(inForce(version)).orderBy('fromMs').execute();
  const holidayMarginRows = await db.selectFrom('holidayMargin').selectAll().where(inForce(version)).execute();
  const calendars = new Map<string, MarketCalendar>(
    calendarRows.map(({ id, weeklyWindows, closingMinutes }) => {
      const holidays = holidayRows.flatMap((row) => (row.calendarId === id ? [[row.fromMs, row.toMs] as const] : []));
      const hasHolidayMargin = holidayMarginRows.some((row) => row.calendarId === id);
      return [id, { id, weeklyWindows: weeklyWindows ?? undefined, holidays, hasHolidayMargin, closingMinutes }];
    }),
  );
  const symbolRows = await db.selectFrom('symbol').selectAll().where(inForce(version)).orderBy('position').execute();
  const termRows = await db.selectFrom('secondsTerm').selectAll().where(inForce(version)).orderBy('seconds').execute();
  const leverageRows = await db.selectFrom('leverageTerm').selectAll().where(inForce(version)).execute();
  const spotRows = await db.selectFrom('spotTerm').selectAll().where(inForce(version)).execute();
  const limitRows = await db.selectFrom('houseLimit').selectAll().where(inForce(version)).execute();
  const limits = new Map(limitRows.map(({ symbolId, netNotional }) => [symbolId, amount(netNotional)]));
  const needRows = await db.selectFrom('identityNeed').selectAll().where(inForce(version)).execute();
  const assetRows = await db.selectFrom('asset').selectAll().orderBy('id').execute();
  const calendarOf = (symbolId: string) => calendars.get(symbolRows.find(({ id }) => id === symbolId)?.calendarId ?? '');
  const seconds = new Map<AssetClass, SecondsTerm[]>();
  for (const row of termRows) {
    const term = {
      seconds: row.seconds,
      payoutRate: rate(row.payoutRate),
      feeRate: rate(row.feeRate),
      stakeMin: amount(row.stakeMin),
      stakeMax: amount(row.stakeMax),
    };
    seconds.set(row.assetClass, [...(seconds.get(row.assetClass) ?? []), term]);
  }
  return {
    version,
    symbols: new Map(symbolRows.map((row) => [row.id, toSymbolTerms(row, calendars, version)])),
    seconds,
    leverage: new Map(
      leverageRows.map((row) => [row.symbolId, toLeverageTerm(row, calendarOf(row.symbolId), limits.get(row.symbolId))]),
    ),
    identityNeeds: new Map(needRows.map(({ act, level }) => [act, level])),
    networks: await readNetworks(db, version),
    cards: await readCardTerms(db, version),
    withdrawalLimits: await readWithdrawalLimits(db, version),
    topUps: await readTopUpTerms(db, version),
    flash: await readFlashTerms(db, version),
    treasure: await readTreasureTerms(db, version),
    loan: await readLoanTerms(db, version),
    spot: new Map(spotRows.map((row) => [row.symbolId, toSpotTerm(row)])),
    assets: assetRows.map(({ id, scale }) => ({
      asset: id,
      scale,
      shownScale: Math.min(scale, shownScales[id] ?? defaultShownScale),
    })),
  };
}

/** By the calendar's own object: its symbols share it, and going through its holidays is most of what reading a catalogue computes. */
const knownDates = new WeakMap<MarketCalendar, Map<number, ReturnType<typeof closingDates>>>();

function closingDatesOf(calendar: MarketCalendar, minutes: number): ReturnType<typeof closingDates> {
  const { weeklyWindows = [], holidays = [] } = calendar;
  const known = knownDates.get(calendar) ?? new Map<number, ReturnType<typeof closingDates>>();
  knownDates.set(calendar, known);
  const dates = known.get(minutes) ?? closingDates(weeklyWindows, holidays, minutes);
  known.set(minutes, dates);
  return dates;
}

function closingMarginOf(
  { closingLeverage, closingMarginMinutes }: Selectable<LeverageTermTable>,
  calendar: MarketCalendar | undefined,
): ClosingMargin | undefined {
  if (closingLeverage === null || closingMarginMinutes === null || calendar === undefined) return undefined;
  const { weeklyWindows = [], hasHolidayMargin = false } = calendar;
  const spans = closingSpans(weeklyWindows, closingMarginMinutes);
  const dates = hasHolidayMargin ? closingDatesOf(calendar, closingMarginMinutes) : [];
  if (spans.length + dates.length === 0) return undefined;
  return { leverage: closingLeverage, spans, ...(dates.length === 0 ? {} : { dates }) };
}

const toLeverageTerm = (
  row: Selectable<LeverageTermTable>,
  calendar: MarketCalendar | undefined,
  houseLimit: Amount | undefined,
): LeverageTerm => ({
  houseLimit,
  closingMargin: closingMarginOf(row, calendar),
  leverages: row.leverages,
  marginMode: row.marginMode,
  feeRate: rate(row.feeRate),
  maintenanceRate: rate(row.maintenanceRate),
  marginCallLevel: rate(row.marginCallLevel),
  stopOutLevel: rate(row.stopOutLevel),
  swapMode: row.swapMode,
  swapLong: rate(row.swapLong),
  swapShort: rate(row.swapShort),
  tripleWeekday: row.tripleWeekday ?? undefined,
  rolloverMinute: row.rolloverMinute,
  toleratedMove: rate(row.toleratedMove),
  divisorSymbol: row.divisorSymbol ?? undefined,
  maxPositions: row.maxPositions,
  minNotional: amount(row.minNotional),
  exposureLimits: row.exposureLimits.map(([leverage, notional]) => ({ leverage, notional: amount(notional) })),
});

export const toSpotTerm = (row: Selectable<SpotTermTable>): SpotTerm => ({
  quantityMin: amount(row.quantityMin),
  quantityStep: amount(row.quantityStep),
  quantityMax: amount(row.quantityMax),
  totalMin: amount(row.totalMin),
  feeRate: rate(row.feeRate),
  priceBand: rate(row.priceBand),
  slippageCap: rate(row.slippageCap),
  toleratedMove: rate(row.toleratedMove),
  levelQuantity: amount(row.levelQuantity),
});

function toSymbolTerms(
  row: Selectable<SymbolTable>,
  calendars: ReadonlyMap<string, MarketCalendar>,
  catalogVersion: number,
): SymbolTerms {
  const calendar = calendars.get(row.calendarId);
  invariant(calendar !== undefined, `symbol ${row.id} names a calendar that exists, got ${row.calendarId}`);
  return {
    catalogVersion,
    id: row.id,
    base: row.base,
    quote: row.quote,
    assetClass: row.assetClass,
    calendar,
    digits: row.digits,
    pipSize: price(row.pipSize),
    contractSize: amount(row.contractSize),
    lotMin: amount(row.lotMin),
    lotStep: amount(row.lotStep),
    lotMax: amount(row.lotMax),
    spreadSteps: row.spreadSteps,
    staleAfterMs: row.staleAfterMs,
    hasSpot: row.hasSpot,
    hasSeconds: row.hasSeconds,
    hasLeverage: row.hasLeverage,
    model: {
      referencePrice: price(row.referencePrice),
      volatilityPpm: row.volatilityPpm,
      activity: row.activity,
      dailyTurnover: amount(row.dailyTurnover),
    },
  };
}
