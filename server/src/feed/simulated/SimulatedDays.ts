/**
 * The days of the simulated feed: their secret seeds, opening prices and parameters. A day's row is written before its
 * first tick and holds the seed's hash; the seed itself is shown once the day is over. A day opens where the day before
 * closed, so one row decides all prices of the day and the next row's opening can be checked against it.
 */
import { createSimulatedPath, slotMs, textToSteps, stepsToText, type SimulatedDay } from '@tessera/shared/fairness';
import { invariant } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { SymbolTerms } from '../../catalog/Catalog';
import { openSpans } from '../../catalog/marketCalendar';
import type { Clock } from '../../platform/Clock';
import { sha256, type Random } from '../../platform/random';
import type { Db } from '../../store/database';
import { nativeSha256 } from '../nativeSha256';

export const dayMs = 86_400_000;
export const dayText = (dayAtMs: number): string => new Date(dayAtMs).toISOString().slice(0, 10);

export interface SimulatedDayTerms {
  readonly dayAtMs: number;
  readonly seed: Uint8Array;
  readonly symbols: ReadonlyMap<string, SimulatedDay>;
}

/** What is published of a symbol's day besides its opening price. */
export type DayParameters = Pick<SimulatedDay, 'digits' | 'volatilityPpm' | 'activity' | 'openSlots'>;

export interface SimulatedDays {
  /** Makes sure that every day which touches the span has its row. Days already over are revealed at once. */
  prepare(fromMs: number, toMs: number): Promise<void>;
  day(dayAtMs: number): Promise<SimulatedDayTerms | undefined>;
  /** Shows the seeds of the days that are over. */
  revealFinished(nowMs: number): Promise<void>;
}

export interface SimulatedDaysOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly symbols: () => readonly SymbolTerms[];
}

export function createSimulatedDays({ db, clock, random, symbols }: SimulatedDaysOptions): SimulatedDays {
  const known = new Map<number, SimulatedDayTerms>();

  async function read(dayAtMs: number): Promise<SimulatedDayTerms | undefined> {
    const cached = known.get(dayAtMs);
    if (cached !== undefined) return cached;
    const row = await db
      .selectFrom('feedDay')
      .select(['seed', 'opening', 'parameters'])
      .where('source', '=', 'simulated')
      .where('day', '=', sql<Date>`${dayText(dayAtMs)}::date`)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const terms = toTerms(dayAtMs, row.seed, row.opening, row.parameters as Record<string, DayParameters>);
    known.set(dayAtMs, terms);
    for (const key of known.keys()) if (known.size > 40 && key < dayAtMs - dayMs) known.delete(key);
    return terms;
  }

  async function latestBefore(dayAtMs: number): Promise<SimulatedDayTerms | undefined> {
    const row = await db
      .selectFrom('feedDay')
      .select(sql<string>`day::text`.as('dayText'))
      .where('source', '=', 'simulated')
      .where('day', '<', sql<Date>`${dayText(dayAtMs)}::date`)
      .orderBy('day', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row === undefined ? undefined : read(Date.parse(`${row.dayText}T00:00:00Z`));
  }

  async function create(dayAtMs: number): Promise<void> {
    const before = await latestBefore(dayAtMs);
    const seed = random.bytes(32);
    const nowMs = clock.now();
    const opening: Record<string, string> = {};
    const parameters: Record<string, DayParameters> = {};
    for (const symbol of symbols()) {
      const { digits, model } = symbol;
      const previous = before?.symbols.get(symbol.id);
      opening[symbol.id] =
        before === undefined || previous === undefined
          ? toText(model.referencePrice)
          : stepsToText(createSimulatedPath(before.seed, previous, nativeSha256).closeSteps(), previous.digits);
      const openSlots = openSpans(symbol.calendar, dayAtMs, dayAtMs + dayMs).map(
        ([fromMs, toMs]) => [(fromMs - dayAtMs) / slotMs, (toMs - dayAtMs) / slotMs] as const,
      );
      parameters[symbol.id] = { digits, volatilityPpm: model.volatilityPpm, activity: model.activity, openSlots };
    }
    await db
      .insertInto('feedDay')
      .values({
        day: dayText(dayAtMs),
        source: 'simulated',
        seed: seed.toString('hex'),
        seedHash: sha256(seed).toString('hex'),
        publishedAtMs: nowMs,
        revealedAtMs: dayAtMs + dayMs <= nowMs ? nowMs : null,
        opening: JSON.stringify(opening),
        parameters: JSON.stringify(parameters),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  let preparing: Promise<void> = Promise.resolve();
  return {
    prepare(fromMs, toMs) {
      const work = async (): Promise<void> => {
        for (let dayAtMs = fromMs - (fromMs % dayMs); dayAtMs <= toMs; dayAtMs += dayMs) {
          if ((await read(dayAtMs)) === undefined) await create(dayAtMs);
        }
      };
      preparing = preparing.then(work, work);
      return preparing;
    },
    day: read,
    async revealFinished(nowMs) {
      await db
        .updateTable('feedDay')
        .set({ revealedAtMs: nowMs })
        .where('source', '=', 'simulated')
        .where('revealedAtMs', 'is', null)
        .where('day', '<', sql<Date>`${dayText(nowMs)}::date`)
        .execute();
    },
  };
}

function toTerms(
  dayAtMs: number,
  seed: string | null,
  opening: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, DayParameters>>,
): SimulatedDayTerms {
  invariant(seed !== null, 'a simulated day has a seed');
  const days = Object.entries(parameters).map(([symbol, own]): [string, SimulatedDay] => {
    const open = opening[symbol];
    invariant(open !== undefined, `day ${dayText(dayAtMs)} names the opening price of ${symbol}`);
    return [symbol, { symbol, dayAtMs, openSteps: textToSteps(open, own.digits), ...own }];
  });
  return { dayAtMs, seed: Uint8Array.from(Buffer.from(seed, 'hex')), symbols: new Map(days) };
}
