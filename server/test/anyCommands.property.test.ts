/**
 * Any sequence of commands: orders of every product, cancelling, closing, stops, transfers, ticks of any size, time, and jobs
 * that look at the log late. Each has an exchange of its own, so that it plays the same alone; after it the invariants hold and
 * the audit finds nothing, and fast-check shrinks what fails. TESSERA_RUNS makes more of them, TESSERA_SEED others.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '@tessera/shared/errors';
import type { EndpointName } from '@tessera/shared/contract';
import type { SignedIn } from '../src/http/handler';
import { drawFrom, drawUuid } from './randomTrader';
import { openTradingFloor, type TickOf, type TradingFloor } from './tradingFloor';

const runs = Number.parseInt(process.env['TESSERA_RUNS'] ?? '6', 10);
/** Shrinking plays hundreds of sequences: after this long the smallest that failed so far is shown. */
const shrinkForMs = 30_000;

const symbols = { BTC: 'BTC-USDT', EUR: 'EUR-USD', EJ: 'EUR-JPY', UJ: 'USD-JPY' } as const;
type Name = keyof typeof symbols;
/** Prices as whole steps of the last digit. */
const base: Readonly<Record<Name, readonly [steps: number, digits: number, above: number, below: number]>> = {
  BTC: [10_000_000, 2, 10, 10],
  EUR: [110_000, 5, 4, 4],
  EJ: [165_000, 3, 8, 8],
  UJ: [150_000, 3, 5, 5],
};

const tradable = fc.constantFrom<Name>('BTC', 'EUR', 'EUR', 'EJ', 'UJ');
const direction = fc.constantFrom('long' as const, 'short' as const);
/** Thousandths of the price. */
const offset = fc.integer({ min: -12, max: 12 });
/** The same, on the side where an order or a stop may be; 0 is none. */
const distance = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 12 }));
const move = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -8, max: 8 }) },
  { weight: 3, arbitrary: fc.integer({ min: -45, max: 45 }) },
  { weight: 1, arbitrary: fc.constantFrom(-400, 300) },
);
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('tick' as const), name: fc.constantFrom<Name>('BTC', 'EUR', 'EJ', 'UJ'), move }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('judge' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('silence' as const),
      ms: fc.constantFrom(1, 1, 900, 900, 2500, 7000, 33_000, 3_600_000, 40_000_000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('calm' as const), seconds: fc.constantFrom(1, 4, 35) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('lever' as const),
      name: tradable,
      direction,
      lots: fc.integer({ min: 1, max: 24 }),
      isLimit: fc.boolean(),
      offset,
      stop: distance,
      take: distance,
      leverage: fc.constantFrom(20, 100, 100),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('spot' as const),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      isLimit: fc.boolean(),
      offset,
      quantity: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 20_000, max: 150_000 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('seconds' as const),
      direction,
      stake: fc.integer({ min: 10, max: 90 }),
      seconds: fc.constantFrom(30, 60),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('close' as const), which: fc.nat(9), part: fc.integer({ min: 0, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('stop' as const), which: fc.nat(9), stop: distance, take: distance }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(9), isSpot: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), isIn: fc.boolean(), amount: fc.integer({ min: 1, max: 700 }) }),
  },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;
const hour = 3_600_000;
/** After Wednesday noon: at once, a minute before the night of forex, before that of crypto, and before the weekend's last minutes. */
const startsAfterMs = fc.constantFrom(0, 0, 10 * hour - 60_000, 12 * hour - 60_000, 57 * hour + 42 * 60_000);
const sequence = fc.record({ startsAfterMs, commands: fc.array(command, { minLength: 10, maxLength: 60, size: 'max' }) });

/** One person. Answers how many commands were accepted. */
async function play(floor: TradingFloor, commands: readonly Command[]): Promise<number> {
  const user: SignedIn = await floor.aPerson({ coin: '250000', contract: '1500', coins: { BTC: '4' } });
  const prices = new Map<Name, number>();
  const draw = drawFrom(1);
  const uuid = (): string => drawUuid(draw);
  const [positions, resting]: [{ id: string; name: Name; side: 1 | -1 }[], string[]] = [[], []];
  let accepted = 0;
  const text = (name: Name, steps: number): string => {
    const digits = Math.max(1, Math.round(steps))
      .toString()
      .padStart(base[name][1] + 1, '0');
    return `${digits.slice(0, -base[name][1])}.${digits.slice(-base[name][1])}`;
  };
  const priceOf = (name: Name): number => prices.get(name) ?? base[name][0];
  const off = (name: Name, thousandths: number): string => text(name, priceOf(name) * (1 + thousandths / 1000));
  async function ask(name: EndpointName, request: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    try {
      const answer = (await floor.ask(user, name, request as never, uuid())) as Record<string, unknown>;
      accepted += 1;
      return answer;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
  /** A quarter of a second each. */
  const tick = async (...steps: readonly (readonly [Name, number])[]): Promise<void> => {
    const ticks: TickOf[] = [];
    for (const [name, to] of steps) {
      if (floor.catalog.marketStatus(symbols[name], floor.now())?.state === 'closed') continue;
      floor.clock.advance(250);
      prices.set(name, Math.max(100, Math.round(to)));
      ticks.push([symbols[name], floor.now(), text(name, priceOf(name))]);
    }
    await floor.ticks(ticks);
  };
  const refresh = (): Promise<void> =>
    tick(...(Object.keys(symbols) as Name[]).map((name) => [name, priceOf(name) + 1] as const));

  await refresh();
  for (const one of commands) {
    switch (one.do) {
      case 'tick':
        await tick([one.name, priceOf(one.name) * (1 + one.move / 1000)]);
        break;
      case 'judge':
        await floor.judge();
        break;
      case 'silence':
        floor.clock.advance(one.ms);
        if (one.ms > 2000) await refresh();
        break;
      case 'calm':
        for (let second = 0; second < one.seconds; second += 1) await refresh();
        break;
      case 'lever': {
        const { name } = one;
        const [, , above, below] = base[name];
        const side = one.direction === 'long' ? 1 : -1;
        const seen = text(name, priceOf(name) + (side > 0 ? above : -below));
        // A short's limit is not below the price; a long's may be above it.
        const from = one.isLimit ? (side > 0 ? one.offset : Math.abs(one.offset)) : 0;
        const how = one.isLimit
          ? { entrustment: 'limit', limitPrice: off(name, from) }
          : { entrustment: 'market', seenPrice: seen };
        const stops = {
          ...(one.stop === 0 ? {} : { stopLoss: off(name, from - side * one.stop) }),
          ...(one.take === 0 ? {} : { takeProfit: off(name, from + side * one.take) }),
        };
        const request = {
          clientOrderId: uuid(),
          symbol: symbols[name],
          direction: one.direction,
          lots: (one.lots / (name === 'BTC' ? 1000 : 100)).toString(),
          leverage: one.leverage,
          ...how,
        };
        const call = name === 'BTC' ? 'leverageSubmit' : 'leverageWhSubmit';
        // With its stops if they fit, else without.
        const order = (await ask(call, { ...request, ...stops })) ?? (await ask(call, request));
        if (typeof order?.['id'] === 'string') positions.push({ id: order['id'], name, side });
        break;
      }
      case 'spot': {
        const quantity = (one.quantity / 100_000).toFixed(5);
        const how = one.isLimit
          ? { entrustment: 'limit', price: off('BTC', one.offset) }
          : { entrustment: 'market', seenPrice: text('BTC', priceOf('BTC')) };
        const order = await ask('spotSubmit', { clientOrderId: uuid(), symbol: 'BTC-USDT', side: one.side, quantity, ...how });
        if (typeof order?.['id'] === 'string') resting.push(order['id']);
        break;
      }
      case 'seconds': {
        const quote = await ask('secondsTerms', { symbol: 'BTC-USDT', seconds: one.seconds });
        await ask('secondsSubmit', {
          clientOrderId: uuid(),
          symbol: 'BTC-USDT',
          seconds: one.seconds,
          direction: one.direction,
          stake: `${one.stake}.07`,
          asset: 'USDT',
          quoteId: quote?.['quoteId'] ?? 'none',
        });
        break;
      }
      case 'close': {
        const position = positions[one.which % Math.max(1, positions.length)];
        const lots = one.part === 0 ? {} : { lots: (one.part / (position?.name === 'BTC' ? 1000 : 100)).toString() };
        if (position !== undefined)
          await ask(position.name === 'BTC' ? 'leverageClose' : 'leverageWhClose', { id: position.id, ...lots });
        break;
      }
      case 'stop': {
        const position = positions[one.which % Math.max(1, positions.length)];
        if (position === undefined) break;
        await ask('leverageSetStop', {
          id: position.id,
          takeProfit: one.take === 0 ? null : off(position.name, position.side * one.take),
        });
        await ask('leverageSetStop', {
          id: position.id,
          stopLoss: one.stop === 0 ? null : off(position.name, -position.side * one.stop),
        });
        break;
      }
      case 'cancel': {
        const id = one.isSpot
          ? resting[one.which % Math.max(1, resting.length)]
          : positions[one.which % Math.max(1, positions.length)]?.id;
        if (id !== undefined) await ask(one.isSpot ? 'spotCancel' : 'leverageCancel', { id });
        break;
      }
      case 'transfer':
        await ask('transfer', {
          from: one.isIn ? 'coin' : 'contract',
          to: one.isIn ? 'contract' : 'coin',
          asset: 'USDT',
          amount: String(one.amount),
        });
    }
  }
  await floor.judge();
  floor.clock.advance(70_000);
  await refresh();
  await floor.judge();
  return accepted;
}

test(
  `${runs} sequences of any commands: no difference in the audit`,
  async () => {
    let accepted = 0;
    let looksUntilMs = Infinity;
    await fc.assert(
      fc.asyncProperty(sequence, async ({ startsAfterMs: offsetMs, commands }) => {
        if (performance.now() > looksUntilMs) return;
        const floor = await openTradingFloor();
        try {
          floor.clock.advance(offsetMs);
          accepted += await play(floor, commands);
          expect((await floor.audit({ patienceMs: 50_000_000 })).findings.slice(0, 10)).toEqual([]);
          expect(await floor.violations()).toEqual([]);
        } catch (error) {
          looksUntilMs = Math.min(looksUntilMs, performance.now() + shrinkForMs);
          throw error;
        } finally {
          await floor.close();
        }
      }),
      { numRuns: runs },
    );
    expect(accepted).toBeGreaterThan(runs * 3);
  },
  60_000 + shrinkForMs + runs * 20_000,
);
