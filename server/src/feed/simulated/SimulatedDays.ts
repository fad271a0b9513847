/**
 * The days of the simulated feed: what forms each symbol's path besides the day's draw (feed/days). A day opens where the day
 * before closed, so one row decides all prices of the day and the next row's opening can be checked against it. Where a seed was
 * lost while its day ran, the prices go on from the last tick.
 */
import { createSimulatedPath, slotMs, stepsToText, textToSteps, type SimulatedDay } from '@tessera/shared/fairness';
import { invariant } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import { openSpans } from '../../catalog/marketCalendar';
import type { Db } from '../../store/database';
import { dayMs, dayOf, type SimulatedParameters, type DayPart } from '../days/DayPart';
import { createDaySeeds, type DaySeeds, type DaySeedsOptions } from '../days/DaySeeds';
import { readLastPrices } from '../lastPrices';
import { nativeSha256 } from '../nativeSha256';

export interface SimulatedPart {
  readonly fromMs: number;
  readonly draw: Uint8Array;
  readonly symbols: ReadonlyMap<string, SimulatedDay>;
}

export interface SimulatedDays extends Pick<DaySeeds, 'commitAhead' | 'revealFinished' | 'forget' | 'problem'> {
  /** Makes sure that every day which touches the span has begun. False while the beacon of one is not known. */
  prepare(fromMs: number, toMs: number): Promise<boolean>;
  /** What the prices of an instant are drawn from; undefined before the day was prepared. */
  part(atMs: number): SimulatedPart | undefined;
}

export interface SimulatedDaysOptions extends Omit<DaySeedsOptions, 'source' | 'parametersOf' | 'openingOf'> {
  readonly symbols: () => readonly SymbolTerms[];
}

export function createSimulatedDays({ symbols, ...options }: SimulatedDaysOptions): SimulatedDays {
  const terms = new WeakMap<DayPart, SimulatedPart>();

  async function openingOf(
    parameters: DayPart['parameters'],
    before: () => Promise<DayPart | undefined>,
    isCut: boolean,
  ): Promise<Record<string, string>> {
    const last = isCut ? await lastOf(options.db) : await closes(await before());
    return Object.fromEntries(
      Object.keys(parameters).map((id) => {
        const reference = symbols().find((symbol) => symbol.id === id)?.model.referencePrice;
        const price = last.get(id) ?? (reference === undefined ? undefined : toText(reference));
        invariant(price !== undefined, `${id} has a price to open at`);
        return [id, price];
      }),
    );
  }

  const seeds = createDaySeeds({
    ...options,
    source: 'simulated',
    parametersOf: (dayAtMs) =>
      Object.fromEntries(
        symbols().map(({ id, digits, model, calendar }): [string, SimulatedParameters] => {
          const openSlots = openSpans(calendar, dayAtMs, dayAtMs + dayMs).map(
            ([fromMs, toMs]) => [(fromMs - dayAtMs) / slotMs, (toMs - dayAtMs) / slotMs] as const,
          );
          return [id, { digits, volatilityPpm: model.volatilityPpm, activity: model.activity, openSlots }];
        }),
      ),
    openingOf,
  });

  function termsOf(part: DayPart): SimulatedPart {
    let known = terms.get(part);
    if (known === undefined) terms.set(part, (known = toTerms(part)));
    return known;
  }

  async function closes(before: DayPart | undefined): Promise<Map<string, string>> {
    if (before === undefined) return new Map();
    const { draw, symbols: days } = termsOf(before);
    return new Map(
      [...days].map(([id, day]) => [id, stepsToText(createSimulatedPath(draw, day, nativeSha256).closeSteps(), day.digits)]),
    );
  }

  return {
    commitAhead: (nowMs) => seeds.commitAhead(nowMs),
    revealFinished: (nowMs) => seeds.revealFinished(nowMs),
    forget: () => seeds.forget(),
    problem: () => seeds.problem(),
    async prepare(fromMs, toMs) {
      let isReady = true;
      for (let dayAtMs = dayOf(fromMs); dayAtMs <= toMs; dayAtMs += dayMs) isReady = (await seeds.begin(dayAtMs)) && isReady;
      return isReady;
    },
    part(atMs) {
      const part = seeds.parts(dayOf(atMs)).findLast(({ fromMs }) => fromMs <= atMs);
      return part === undefined ? undefined : termsOf(part);
    },
  };
}

function toTerms({ dayAtMs, fromMs, draw, opening, parameters }: DayPart): SimulatedPart {
  const fromSlot = Math.ceil((fromMs - dayAtMs) / slotMs);
  const days = Object.entries(parameters).flatMap(([symbol, given]): [string, SimulatedDay][] => {
    if (!('openSlots' in given)) return [];
    const { openSlots, ...own } = given;
    const open = opening[symbol];
    invariant(open !== undefined, `the day names the opening price of ${symbol}`);
    const left = openSlots.flatMap(([from, to]) => (to <= fromSlot ? [] : [[Math.max(from, fromSlot), to] as const]));
    return [[symbol, { symbol, dayAtMs, openSteps: textToSteps(open, own.digits), ...own, openSlots: left }]];
  });
  return { fromMs, draw, symbols: new Map(days) };
}

const lastOf = async (db: Db): Promise<Map<string, string>> =>
  new Map([...(await readLastPrices(db))].map(([symbol, { price }]) => [symbol, price]));
