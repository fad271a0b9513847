/**
 * The check `terms` of every proof: what the receipt says was agreed to is what the version of the catalogue says that it names, and
 * that version was published, and in force, at the acceptance. Terms that nobody published bind the person to something that nobody
 * else could see.
 */
import type { Receipt, ReceiptBody, ReceiptTerms } from '../contract/receipt';
import { asciiBytes, toHex } from './bytes';
import { canonicalText } from './canonicalText';
import type { Holidays } from '../time';
import { closingDates, closingSpans } from './closingSpans';
import { none, type Digest, type ProofCheck } from './logChecks';
import type { RecordEntry } from './publicRecord';
import { differingTerm } from './receipt';
import { stepsToText } from './simulatedPath';

/** A quote is kept for ten seconds; then its order is accepted within two, and a node takes up a newer version within one. */
const replacedWithinMs = 15_000;
/** The hours are asked at the arrival; the acceptance follows within this. */
const acceptedWithinMs = 2_000;
/** Between the clocks of the process that published and the one that accepted. */
const clocksApartMs = 1_000;

interface Published {
  readonly version: number;
  readonly validFromMs: number;
  readonly hash: string;
}
type Windows = readonly (readonly [number, number])[];
type Row = Readonly<Record<string, string | boolean | null | readonly number[] | Windows>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

/** All entries of kind `terms`, and the text of the receipt's version (`fairness/terms`). */
export interface PublishedTerms {
  readonly entries: readonly Pick<RecordEntry, 'kind' | 'atMs' | 'body'>[];
  /** undefined: nobody answered. */
  readonly text: string | undefined;
}

/** The version that a receipt names; undefined when it names none. */
export const catalogVersionOf = ({ terms }: Pick<Receipt, 'terms'>): number | undefined =>
  typeof terms['catalogVersion'] === 'number' ? terms['catalogVersion'] : undefined;

export async function termsCheck(
  { body: { product, symbol, acceptedAtMs }, terms }: Pick<Receipt, 'body' | 'terms'>,
  { entries, text }: PublishedTerms,
  digest: Digest,
  scales: Scales = {},
): Promise<ProofCheck<'terms'>> {
  const version = catalogVersionOf({ terms });
  const answer = (state: 'ok' | 'failed' | 'pending', computed: string): ProofCheck<'terms'> => ({
    name: 'terms',
    state,
    stated: `${product} ${symbol} ${version ?? none}`,
    computed,
  });
  const versions = entries
    .filter(({ kind }) => kind === 'terms')
    .map(({ atMs, body }) => ({ ...(JSON.parse(body) as Published), atMs }));
  const own = versions.find((one) => one.version === version);
  if (own === undefined) return answer('failed', none);
  if (Math.max(own.atMs - clocksApartMs, own.validFromMs) > acceptedAtMs)
    return answer('failed', `${own.version} ${own.validFromMs} ${own.atMs}`);
  const newer = versions.find(
    (one) => one.version > own.version && Math.max(one.atMs, one.validFromMs) + replacedWithinMs < acceptedAtMs,
  );
  if (newer !== undefined) return answer('failed', `${newer.version} ${newer.validFromMs}`);
  if (text === undefined) return answer('pending', none);
  const hash = toHex(await digest(asciiBytes(text)));
  if (hash !== own.hash) return answer('failed', hash);
  const tables = JSON.parse(text) as Tables;
  const wrongScale = Object.entries(scales).find(([asset, scale]) => scaleOf(tables, asset) !== String(scale));
  if (wrongScale !== undefined) return answer('failed', `${wrongScale[0]} ${scaleOf(tables, wrongScale[0])}`);
  if (isClosed(tables, symbol, acceptedAtMs) && isClosed(tables, symbol, acceptedAtMs - acceptedWithinMs))
    return answer('failed', `closed ${acceptedAtMs}`);
  const published = publishedTermsOf(product, symbol, terms, tables);
  const other = published === undefined ? none : differingTerm(asText(terms), asText(published));
  return other === undefined
    ? answer('ok', `${own.version} ${hash.slice(0, 16)}`)
    : answer('failed', `${other} ${String(published?.[other] ?? none)}`);
}

const minuteMs = 60_000;
const weekMs = 7 * 24 * 60 * minuteMs;
/** 1970-01-04, the first Sunday of the epoch. */
const firstSundayMs = 3 * 24 * 60 * minuteMs;

/** Outside the week's windows of the symbol's calendar, or within a holiday of it. Nothing new is accepted then. */
function isClosed(tables: Tables, symbol: string, atMs: number): boolean {
  const id = tables['symbol']?.find((row) => row['id'] === symbol)?.['calendar_id'];
  const windows = (tables['market_calendar']?.find((row) => row['id'] === id)?.['weekly_windows'] ?? null) as Windows | null;
  if (windows === null) return false;
  const minute = ((atMs - firstSundayMs) % weekMs) / minuteMs;
  const isHoliday = holidaysOf(tables, id).some(([fromMs, toMs]) => fromMs <= atMs && atMs < toMs);
  return isHoliday || !windows.some(([opens, closes]) => opens <= minute && minute < closes);
}

const holidaysOf = (tables: Tables, calendarId: Row[string] | undefined): Holidays =>
  (tables['market_holiday'] ?? [])
    .flatMap((row) => (row['calendar_id'] === calendarId ? [[Number(row['from_ms']), Number(row['to_ms'])] as const] : []))
    .toSorted(([one], [other]) => one - other);

/** Decimals of the smallest unit, by asset: to these every figure of a proof was rounded. */
export type Scales = Readonly<Record<string, number>>;
interface Scaled {
  readonly order: { readonly receipt?: Pick<Receipt, 'body' | 'terms'> | undefined };
  readonly assetScale?: number;
  /** Of a fill, or of an exchange. */
  readonly assetScales?: { readonly base: number; readonly quote: number } | { readonly from: number; readonly to: number };
}
export function scalesOf({ order: { receipt }, assetScale, assetScales }: Scaled): Scales {
  const asset = receipt?.terms['asset'];
  if (assetScales !== undefined && 'from' in assetScales)
    return { [String(receipt?.terms['from'])]: assetScales.from, [String(receipt?.terms['to'])]: assetScales.to };
  const [base = '', quote = ''] = receipt?.body.symbol.split('-') ?? [];
  return {
    ...(typeof asset === 'string' && assetScale !== undefined ? { [asset]: assetScale } : {}),
    ...(assetScales === undefined ? {} : { [base]: assetScales.base, [quote]: assetScales.quote }),
  };
}
const scaleOf = (tables: Tables, asset: string): string =>
  String(tables['asset']?.find(({ id }) => id === asset)?.['scale'] ?? none);

/** Figures of the text are text, whatever they are in a receipt. */
const asText = (terms: ReceiptTerms): ReceiptTerms =>
  Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, typeof value === 'number' ? String(value) : value]));

const columns = {
  seconds: { payoutRate: 'payout_rate', feeRate: 'fee_rate' },
  spot: {
    feeRate: 'fee_rate',
    levelQuantity: 'level_quantity',
    quantityStep: 'quantity_step',
    slippageCap: 'slippage_cap',
    toleratedMove: 'tolerated_move',
  },
  leverage: {
    marginMode: 'margin_mode',
    feeRate: 'fee_rate',
    maintenanceRate: 'maintenance_rate',
    stopOutLevel: 'stop_out_level',
    toleratedMove: 'tolerated_move',
    divisorSymbol: 'divisor_symbol',
    swapMode: 'swap_mode',
    tripleWeekday: 'triple_weekday',
    rolloverMinute: 'rollover_minute',
  },
} as const;

/** What a version says of what decides an order of a product; undefined where it does not offer it. */
function publishedTermsOf(
  product: ReceiptBody['product'],
  symbol: string,
  terms: ReceiptTerms,
  tables: Tables,
): ReceiptTerms | undefined {
  if (product === 'flash') return flashTermsIn(terms, tables);
  const own = tables['symbol']?.find((row) => row['id'] === symbol);
  const row = tables[`${product}_term`]?.find((one) =>
    product === 'seconds'
      ? one['asset_class'] === own?.['asset_class'] && one['seconds'] === String(terms['seconds'])
      : one['symbol_id'] === symbol,
  );
  if (own === undefined || row === undefined) return undefined;
  const of = (from: Row, column: string): string | null => (from[column] as string | null | undefined) ?? null;
  const named = Object.fromEntries(Object.entries(columns[product]).map(([name, column]) => [name, of(row, column)]));
  if (product === 'seconds') return named;
  const [digits, steps] = [Number(own['digits']), Number(own['spread_steps'])];
  if (product === 'spot') return { ...named, digits, spreadSteps: steps, feeAsset: of(own, 'quote') };
  const below = Math.floor(steps / 2);
  const offered = (row['leverages'] as readonly number[] | undefined) ?? [];
  return {
    ...named,
    digits,
    contractSize: of(own, 'contract_size'),
    spreadBelow: stepsToText(below, digits),
    spreadAbove: stepsToText(steps - below, digits),
    swapPerNight: of(row, terms['direction'] === 'long' ? 'swap_long' : 'swap_short'),
    leverage: offered.find((leverage) => leverage === terms['leverage']) ?? null,
    // Receipts from before neither name it nor promise runs.
    ...(terms['closingMargin'] === undefined && terms['showsLastTicks'] !== true
      ? {}
      : { closingMargin: closingMarginOf(row, own, tables) }),
  };
}

/** Both assets have to be open. */
function flashTermsIn(terms: ReceiptTerms, tables: Tables): ReceiptTerms | undefined {
  const [from, to] = [terms['from'], terms['to']].map((asset) =>
    tables['flash_term']?.find((row) => row['asset'] === asset && row['has_flash'] === true),
  );
  if (from === undefined || to === undefined) return undefined;
  return {
    fromSpread: from['spread'] as string,
    toSpread: to['spread'] as string,
    feeRate: to['fee_rate'] as string,
  };
}

/** What the margin counts as before a closing of hours, as a receipt names it. */
function closingMarginOf(term: Row, symbol: Row, tables: Tables): string | null {
  const [leverage, minutes] = [term['closing_leverage'] ?? null, term['closing_margin_minutes'] ?? null];
  const calendar = tables['market_calendar']?.find(({ id }) => id === symbol['calendar_id']);
  if (leverage === null || minutes === null) return null;
  const windows = (calendar?.['weekly_windows'] ?? []) as Windows;
  const spans = closingSpans(windows, Number(minutes));
  const isOfHolidays = tables['holiday_margin']?.some((row) => row['calendar_id'] === calendar?.['id']) === true;
  const dates = isOfHolidays ? closingDates(windows, holidaysOf(tables, calendar?.['id']), Number(minutes)) : [];
  if (spans.length + dates.length === 0) return null;
  return canonicalText({ leverage: Number(leverage), spans, ...(dates.length === 0 ? {} : { dates }) });
}
