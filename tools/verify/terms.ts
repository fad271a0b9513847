/** What was agreed to is what the version of the terms says that the receipt names, which was published and in force at the acceptance. */
import { bodyOf } from './bodyOf';
import { canonicalText } from './canonicalText';
import { ascii, sha256 } from './bytes';
import { check, none, type Check } from './Check';
import { textOf } from './Exact';
import type { Known } from './Known';
import { isSameTerm } from './logOfProof';
import type { Receipt, Root, Terms } from './shapes';

/** As `fairness/terms` shows a version. */
export interface TermsText {
  readonly version: number;
  readonly text: string;
}

/** A quote lives for ten seconds, its order is accepted within two, and a node takes up a newer version within one. */
const replacedWithinMs = 15_000;
/** Between the clocks of who published and who accepted. */
const clocksApartMs = 1000;

interface Published {
  readonly version: number;
  readonly validFromMs: number;
  readonly hash: string;
}
type Windows = readonly (readonly [number, number])[];
type Row = Readonly<Record<string, string | boolean | null | readonly number[] | Windows>>;
type Tables = Readonly<Record<string, readonly Row[] | undefined>>;

/** 'partial': the record, or the text, is not at hand. */
export function termsCheck(proof: Termed, anchors: readonly Root[], { entries, terms: texts }: Known): Check {
  const { receipt } = proof.order;
  if (receipt === undefined) return check('terms', 'absent');
  const { product, symbol, acceptedAtMs } = receipt.body;
  const version = receipt.terms['catalogVersion'];
  const told = `${product} ${symbol} ${String(version ?? none)}`;
  const versions = entries
    .filter(({ kind }) => kind === 'terms')
    .map((entry) => ({ ...(bodyOf<Published>(entry) as Published), atMs: entry.atMs }));
  const own = versions.find((one) => one.version === version);
  if (own === undefined) return check('terms', isWhole(entries, anchors) ? 'failed' : 'partial', told);
  if (own.atMs > acceptedAtMs + clocksApartMs || own.validFromMs > acceptedAtMs)
    return check('terms', 'failed', told, `published ${own.atMs}, valid from ${own.validFromMs}`);
  const newer = versions.find(
    (one) => one.version > own.version && Math.max(one.atMs, one.validFromMs) + replacedWithinMs < acceptedAtMs,
  );
  if (newer !== undefined) return check('terms', 'failed', told, `${newer.version} since ${newer.validFromMs}`);
  const text = texts.find((one) => one.version === version)?.text;
  if (text === undefined) return check('terms', 'partial', told, own.hash);
  const hash = sha256(ascii(text));
  if (hash !== own.hash) return check('terms', 'failed', `${told} ${own.hash}`, hash);
  const tables = JSON.parse(text) as Tables;
  const scale = otherScale(proof, receipt, tables);
  if (scale !== undefined) return check('terms', 'failed', `${told}: decimals of ${scale}`);
  const closed = closedSince(symbol, acceptedAtMs, tables);
  if (closed) return check('terms', 'failed', told, `closed at ${acceptedAtMs}`);
  const published = termsOf(receipt, tables);
  if (published === undefined) return check('terms', 'failed', told, 'not offered');
  const other = Object.entries(published).find(([name, value]) => !isSameTerm(asText(receipt.terms[name]), asText(value)));
  return other === undefined
    ? check('terms', 'ok', told, hash)
    : check('terms', 'failed', `${told}: ${other[0]} ${String(receipt.terms[other[0]])}`, String(other[1]));
}

interface Termed {
  readonly order: { readonly receipt?: Receipt };
  readonly assetScale?: number;
  /** Of a fill, or of an exchange. */
  readonly assetScales?: { readonly base: number; readonly quote: number } | { readonly from: number; readonly to: number };
}

/** The asset that the proof rounds to other decimals than the text says. */
function otherScale({ assetScale, assetScales }: Termed, { body, terms }: Receipt, tables: Tables): string | undefined {
  const [base = '', quote = ''] = body.symbol.split('-');
  const told = [
    ...(assetScale === undefined ? [] : [[String(terms['asset']), assetScale] as const]),
    ...(assetScales === undefined
      ? []
      : 'from' in assetScales
        ? [[String(terms['from']), assetScales.from] as const, [String(terms['to']), assetScales.to] as const]
        : [[base, assetScales.base] as const, [quote, assetScales.quote] as const]),
  ];
  return told.find(([asset, scale]) => tables['asset']?.find(({ id }) => id === asset)?.['scale'] !== String(scale))?.[0];
}

/** All entries up to the one that the newest root names are at hand. */
function isWhole(entries: Known['entries'], anchors: readonly Root[]): boolean {
  const newest = anchors.at(-1)?.logs?.record.seq;
  const known = new Set(entries.map(({ seq }) => seq));
  return newest !== undefined && Array.from({ length: newest }, (_, index) => index + 1).every((seq) => known.has(seq));
}

function termsOf({ body: { product, symbol }, terms }: Receipt, tables: Tables): Terms | undefined {
  if (product === 'flash') return flashTermsOf(terms, tables);
  const market = tables['symbol']?.find((row) => row['id'] === symbol);
  const row = tables[`${product}_term`]?.find((one) =>
    product === 'seconds'
      ? one['asset_class'] === market?.['asset_class'] && one['seconds'] === String(terms['seconds'])
      : one['symbol_id'] === symbol,
  );
  if (market === undefined || row === undefined) return undefined;
  const figure = (of: Row, column: string): string | null => (of[column] ?? null) as string | null;
  const [digits, steps] = [figure(market, 'digits'), BigInt(figure(market, 'spread_steps') ?? '')];
  const inSteps = (count: bigint): string => textOf({ n: count, d: 10n ** BigInt(digits ?? '0') });
  switch (product) {
    case 'seconds':
      return { payoutRate: figure(row, 'payout_rate'), feeRate: figure(row, 'fee_rate') };
    case 'spot':
      return {
        digits,
        spreadSteps: String(steps),
        feeAsset: figure(market, 'quote'),
        feeRate: figure(row, 'fee_rate'),
        levelQuantity: figure(row, 'level_quantity'),
        quantityStep: figure(row, 'quantity_step'),
        slippageCap: figure(row, 'slippage_cap'),
        toleratedMove: figure(row, 'tolerated_move'),
      };
    default:
      return {
        digits,
        contractSize: figure(market, 'contract_size'),
        spreadBelow: inSteps(steps / 2n),
        spreadAbove: inSteps(steps - steps / 2n),
        marginMode: figure(row, 'margin_mode'),
        feeRate: figure(row, 'fee_rate'),
        maintenanceRate: figure(row, 'maintenance_rate'),
        stopOutLevel: figure(row, 'stop_out_level'),
        toleratedMove: figure(row, 'tolerated_move'),
        divisorSymbol: figure(row, 'divisor_symbol'),
        swapMode: figure(row, 'swap_mode'),
        swapPerNight: figure(row, terms['direction'] === 'long' ? 'swap_long' : 'swap_short'),
        tripleWeekday: figure(row, 'triple_weekday'),
        rolloverMinute: figure(row, 'rollover_minute'),
        leverage: (row['leverages'] as readonly number[]).find((one) => one === terms['leverage']) ?? null,
        // Receipts from before neither name it nor promise runs.
        ...(terms['closingMargin'] === undefined && terms['showsLastTicks'] !== true
          ? {}
          : { closingMargin: closingMarginOf(row, market, tables) }),
      };
  }
}

/** What both assets' rows say, where both are open. */
function flashTermsOf({ from, to }: Terms, tables: Tables): Terms | undefined {
  const [given, received] = [from, to].map((asset) =>
    tables['flash_term']?.find((row) => row['asset'] === asset && row['has_flash'] === true),
  );
  if (given === undefined || received === undefined) return undefined;
  const { spread: fromSpread } = given as Record<string, string>;
  const { spread: toSpread, fee_rate: feeRate } = received as Record<string, string>;
  return { fromSpread: fromSpread ?? null, toSpread: toSpread ?? null, feeRate: feeRate ?? null };
}

/** A request is judged by the hours at its arrival, and accepted within two seconds of it. */
const acceptedWithinMs = 2000;
const firstSundayMs = 3 * 86_400_000;

/** The calendar of the symbol was closed at the acceptance, and two seconds before it: outside its week's windows, or within a holiday. */
function closedSince(symbolId: string, atMs: number, tables: Tables): boolean {
  const id = tables['symbol']?.find((row) => row['id'] === symbolId)?.['calendar_id'];
  const windows = tables['market_calendar']?.find((row) => row['id'] === id)?.['weekly_windows'] as Windows | null | undefined;
  if (windows == null) return false;
  const isClosed = (instantMs: number): boolean => {
    const minute = ((instantMs - firstSundayMs) / 60_000) % week;
    const isHoliday = (tables['market_holiday'] ?? []).some(
      (row) => row['calendar_id'] === id && Number(row['from_ms']) <= instantMs && instantMs < Number(row['to_ms']),
    );
    return isHoliday || !windows.some(([opens, closes]) => opens <= minute && minute < closes);
  };
  return isClosed(atMs) && isClosed(atMs - acceptedWithinMs);
}

const longClosing = 120;
const week = 7 * 1440;

/** The minutes before each closing of two hours or more of the symbol's week, and for its holidays, with the leverage that counts then. */
function closingMarginOf(row: Row, market: Row, tables: Tables): string | null {
  const [leverage, minutes] = [row['closing_leverage'] ?? null, row['closing_margin_minutes'] ?? null];
  if (leverage === null || minutes === null) return null;
  const id = market['calendar_id'];
  const calendar = tables['market_calendar']?.find((one) => one['id'] === id);
  const windows = (calendar?.['weekly_windows'] ?? []) as Windows;
  const isDated = tables['holiday_margin']?.some((one) => one['calendar_id'] === id) === true;
  const holidays = (isDated ? (tables['market_holiday'] ?? []) : []).flatMap((one) =>
    one['calendar_id'] === id ? [[Number(one['from_ms']), Number(one['to_ms'])] as const] : [],
  );
  const { spans, dates } = closingTimes(windows, holidays, Number(minutes));
  if (spans.length + dates.length === 0) return null;
  return canonicalText({ leverage: Number(leverage), spans, ...(dates.length === 0 ? {} : { dates }) });
}

/** `holidays` as instants; `spans` in minutes of the week, `dates` in minutes since 1970: of closings that the week does not have. */
export function closingTimes(windows: Windows, holidays: Windows, minutes: number): { spans: Windows; dates: Windows } {
  const spans = windows
    .filter(([, closes], at) => (windows[at + 1]?.[0] ?? (windows[0]?.[0] ?? 0) + week) - closes >= longClosing)
    .map(([opens, closes]) => [Math.max(opens, closes - minutes), closes] as const);
  const closed = holidays.map(([from, to]) => [from / 60_000, to / 60_000] as const);
  const dates = new Map<number, readonly [number, number]>();
  for (const [from] of closed) {
    const open = openAround(from, windows, closed);
    const last = open.filter(([opens]) => opens < from).at(-1);
    const next = open.find(([opens]) => opens >= from);
    if (last === undefined || next === undefined || last[1] > from || next[0] - last[1] < longClosing) continue;
    const date = [Math.max(last[0], last[1] - minutes), last[1]] as const;
    const inWeek = (date[0] - firstSundayMs / 60_000) % week;
    if (!spans.some(([begins, closes]) => begins === inWeek && closes - begins === date[1] - date[0])) dates.set(date[1], date);
  }
  return { spans, dates: [...dates.values()].toSorted(([one], [other]) => one - other) };
}

/** When a market is open, from the week before an instant to the fifth after it, all in minutes since 1970. */
function openAround(at: number, windows: Windows, closed: Windows): [number, number][] {
  const firstSunday = firstSundayMs / 60_000;
  const weekAt = Math.floor((at - firstSunday) / week) * week + firstSunday;
  let open: [number, number][] = [];
  for (let n = -1; n <= 5; n += 1)
    for (const [opens, closes] of windows) open.push([weekAt + n * week + opens, weekAt + n * week + closes]);
  for (const [from, to] of closed)
    open = open.flatMap(([opens, closes]) =>
      (
        [
          [opens, Math.min(closes, from)],
          [Math.max(opens, to), closes],
        ] as [number, number][]
      ).filter(([begins, ends]) => begins < ends),
    );
  return open.toSorted(([one], [other]) => one - other);
}

/** A figure is text in the one and may be a number in the other. */
const asText = (value: Terms[string] | undefined): Terms[string] | undefined =>
  typeof value === 'number' ? String(value) : value;
