/**
 * Orders on real quotes, all the way: the files of a folder given by TESSERA_QUOTES_DIR go through the feed's writer into
 * the log, orders are placed at many instants, and every result and every cent is computed a second time by plain BigInt
 * code that reads nothing but the files and the requests.
 */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@tessera/shared/errors';
import { price } from '@tessera/shared/money';
import { createTickBus } from '../../feed/TickBus';
import { createTickWriter } from '../../feed/TickWriter';
import { createLog } from '../../platform/log';
import { useFreshDatabases } from '../../../test/freshDatabases';
import { openSecondsDesk, startMs, type SecondsDesk } from '../../../test/secondsDesk';

const folder = process.env['TESSERA_QUOTES_DIR'];
if (folder === undefined || folder === '') {
  process.stderr.write('\n*** TESSERA_QUOTES_DIR is not set: settlement is NOT tried on real quotes in this run ***\n\n');
}

const freshDatabase = useFreshDatabases();
let desk: SecondsDesk & { close(): Promise<void> };
beforeEach(async () => {
  desk = await openSecondsDesk(freshDatabase);
});
afterEach(() => desk.close());

interface Quote {
  readonly atMs: number;
  readonly price: string;
}
const quotesFrom = 60;
const quotesUsed = 2500;

/** The file's own clock, moved so that its first quote used falls a minute before the desk opens. */
function readQuotes(file: string, priceColumn: number): Quote[] {
  const lines = readFileSync(join(folder ?? '', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1 + quotesFrom, 1 + quotesFrom + quotesUsed);
  const raw = lines.map((line) => line.split(','));
  const first = Number(raw[0]?.[0]);
  let lastMs = 0;
  return raw.flatMap((columns) => {
    const atMs = Number(columns[0]) - first + startMs - 60_000;
    if (atMs <= lastMs) return [];
    lastMs = atMs;
    return [{ atMs, price: columns[priceColumn] ?? '' }];
  });
}

/** Everything in units of 10^-18. */
function units(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
const microOf = (value: bigint, isUp: boolean): bigint =>
  ((value + (isUp ? 999_999_999_999n : 0n)) / 1_000_000_000_000n) * 1_000_000_000_000n;

interface Placed {
  readonly clientOrderId: string;
  readonly acceptedAtMs: number;
  readonly seconds: number;
  readonly direction: 'long' | 'short';
  readonly stake: string;
  readonly payoutRate: string;
  readonly user: Awaited<ReturnType<SecondsDesk['aUser']>>;
}

/** The rule in its plainest form, on the file's rows. */
function expectedOf(
  quotes: readonly Quote[],
  order: Placed,
): { outcome: string; voidReason: string | null; entry: string | null; exit: string | null; returned: bigint; profit: bigint } {
  const expiresAtMs = order.acceptedAtMs + order.seconds * 1000;
  const after = quotes.filter((quote) => quote.atMs > order.acceptedAtMs);
  const entry = after[0];
  const stake = units(order.stake);
  const one = 10n ** 18n;
  const fee = microOf((stake * units('0.02')) / one, true);
  const back = (outcome: string, voidReason: string | null, exit?: Quote, isEntered = true) => ({
    outcome,
    voidReason,
    entry: isEntered ? (entry?.price ?? null) : null,
    exit: exit?.price ?? null,
    returned: stake + fee,
    profit: 0n,
  });
  if (entry === undefined || entry.atMs - order.acceptedAtMs > 2000) return back('void', 'no_entry_tick', undefined, false);
  const inside = after.filter((quote) => quote.atMs <= expiresAtMs);
  const exit = inside[inside.length - 1];
  if (exit === undefined || inside.length < 3) return back('void', 'too_few_ticks', exit);
  if (expiresAtMs - exit.atMs > 5000) return back('void', 'exit_tick_too_old', exit);
  const move = units(exit.price) - units(entry.price);
  if (move === 0n) return back('equal', null, exit);
  const isWon = order.direction === 'long' ? move > 0n : move < 0n;
  const returned = isWon ? microOf((stake * (one + units(order.payoutRate))) / one, false) : 0n;
  return {
    outcome: isWon ? 'won' : 'lost',
    voidReason: null,
    entry: entry.price,
    exit: exit.price,
    returned,
    profit: returned - stake - fee,
  };
}

/** A small generator of its own, so that a run can be repeated. */
function drawer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const cases: readonly (readonly [file: string, symbol: string, priceColumn: number, staleAfterMs: number])[] = [
  ['trades/BTCUSD.csv', 'BTC-USDT', 2, 3000],
  ['ticks/EURUSD.csv', 'EUR-USD', 1, 10_000],
  ['ticks/XAUUSD.csv', 'XAU-USD', 2, 10_000],
  ['ticks/XAGUSD.csv', 'XAG-USD', 1, 10_000],
];

(folder === undefined || folder === ''
  ? test.each([['TESSERA_QUOTES_DIR is not set']])
  : test.each(cases.map((one) => [one[0]])))(
  'every result on real quotes is the one that plain arithmetic gives: %s',
  async (file) => {
    const found = cases.find((one) => one[0] === file);
    if (found === undefined) return;
    const [, symbol, priceColumn, staleAfterMs] = found;
    const quotes = readQuotes(file, priceColumn);
    const { db } = desk.database;
    const writer = await createTickWriter({
      db,
      bus: createTickBus(() => undefined),
      log: createLog({ logLevel: 'silent' }),
      epoch: 1,
      onWritten: () => undefined,
      onRefused: () => undefined,
      onFenced: () => undefined,
    });
    let written = 0;
    const writeUpTo = async (atMs: number): Promise<void> => {
      const until = quotes.findIndex((quote) => quote.atMs > atMs);
      const batch = quotes.slice(written, until < 0 ? quotes.length : until);
      written += batch.length;
      writer.accept(
        batch.map((quote) => ({
          symbol,
          atMs: quote.atMs,
          sourceAtMs: quote.atMs,
          receivedAtMs: quote.atMs,
          price: price(quote.price),
          bid: price(quote.price),
          ask: price(quote.price),
          volume: undefined,
        })),
      );
      await writer.flush();
    };

    const draw = drawer(20_261_118);
    const endMs = quotes[quotes.length - 1]?.atMs ?? startMs;
    const instants = Array.from({ length: 90 }, () => startMs + draw(endMs - startMs - 310_000)).sort((a, b) => a - b);
    const placed: Placed[] = [];
    let stale = 0;
    for (const atMs of instants) {
      await writeUpTo(atMs);
      await desk.settleAt(atMs - startMs);
      const user = await desk.aUser('20000');
      const asked = {
        symbol,
        seconds: [30, 60, 120, 180, 300][draw(5)] ?? 30,
        direction: draw(2) === 0 ? ('long' as const) : ('short' as const),
        stake: `${10 + draw(9000)}.${String(draw(1_000_000)).padStart(6, '0')}`.replace(/\.?0+$/, ''),
      };
      const age = atMs - (quotes[written - 1]?.atMs ?? 0);
      try {
        const order = await desk.buy(user, asked);
        expect(age).toBeLessThanOrEqual(staleAfterMs);
        placed.push({ ...asked, user, clientOrderId: order.clientOrderId, acceptedAtMs: atMs, payoutRate: order.payoutRate });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'ORDER_PRICE_STALE') throw error;
        expect(age).toBeGreaterThan(staleAfterMs);
        stale += 1;
      }
    }
    await writeUpTo(endMs);
    await desk.settleAt(endMs - startMs);
    await writer.stop();

    const counts: Record<string, number> = { stale };
    for (const order of placed) {
      const settled = await desk.find(order.user, order.clientOrderId);
      const expected = expectedOf(quotes, order);
      counts[expected.outcome] = (counts[expected.outcome] ?? 0) + 1;
      expect({
        outcome: settled?.outcome,
        voidReason: settled?.voidReason,
        entry: settled?.entry === null ? null : units(settled?.entry?.price ?? '0'),
        exit: settled?.exit === null ? null : units(settled?.exit?.price ?? '0'),
        returned: units(settled?.returned ?? '0'),
        profit: settled?.profit?.startsWith('-') === true ? -units(settled.profit.slice(1)) : units(settled?.profit ?? '0'),
      }).toEqual({
        ...expected,
        entry: expected.entry === null ? null : units(expected.entry),
        exit: expected.exit === null ? null : units(expected.exit),
      });
      expect(units(await desk.coin(order.user))).toBe(units('20000') + expected.profit);
    }
    expect(placed.length).toBeGreaterThan(20);
    expect(counts['won']).toBeGreaterThan(0);
    expect(counts['lost']).toBeGreaterThan(0);
    expect(await desk.violations()).toEqual([]);
    process.stdout.write(`${file}: ${JSON.stringify(counts)}\n`);
  },
  120_000,
);
