/**
 * A month of the exchange in less than a minute. One seed draws the market, the people and the faults: nights, weekends,
 * stop-outs, expiries, writes that fail in the middle, connections that end. Afterwards the invariants hold and the audit
 * finds nothing. A seed that fails is printed; TESSERA_SEED plays it again, TESSERA_MONTH_SCENES makes the days fuller.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import type { EndpointName } from '@tessera/shared/contract';
import { addFaultPoints, type FaultPoints } from './faultPoints';
import { createRandomTrader, drawFrom, type Draw, type Trader } from './randomTrader';
import { openTradingFloor, type TickOf, type TradingFloor } from './tradingFloor';

const seed = Number.parseInt(process.env['TESSERA_SEED'] ?? '20261119', 10);
const scenesADay = Number.parseInt(process.env['TESSERA_MONTH_SCENES'] ?? '4', 10);
const days = 30;
const people = 10;
const dayMs = 86_400_000;
const symbols = ['BTC-USDT', 'ETH-USDT', 'EUR-USD', 'USD-JPY', 'EUR-JPY', 'XAU-USD'] as const;

let floor: TradingFloor;
let faults: FaultPoints;
beforeAll(async () => {
  floor = await openTradingFloor();
  faults = await addFaultPoints(floor.database.owner);
});
afterAll(() => floor.close());

/** A walk for each symbol that is open, with a jump now and then. */
function createMarket(draw: Draw): {
  readonly priceOf: (symbol: string) => number | undefined;
  readonly ticksAt: (atMs: number, isCalm: boolean) => TickOf[];
} {
  const prices = new Map<string, number>();
  const lastMs = new Map<string, number>();
  return {
    priceOf: (symbol) => prices.get(symbol),
    ticksAt(atMs, isCalm) {
      return symbols.flatMap((symbol) => {
        const info = floor.catalog.symbol(symbol);
        if (
          info === undefined ||
          floor.catalog.marketStatus(symbol, atMs)?.state === 'closed' ||
          atMs <= (lastMs.get(symbol) ?? 0) ||
          draw(12) === 0
        )
          return [];
        const before = prices.get(symbol) ?? Number(info.model.referencePrice.toFixed());
        const span = isCalm ? 0.0004 : draw(40) === 0 ? 0.05 : 0.004;
        const after = before * (1 + ((draw(2001) - 1000) / 1000) * span * (info.assetClass === 'crypto' ? 2 : 1));
        const text = after.toFixed(info.digits);
        prices.set(symbol, Number(text));
        lastMs.set(symbol, atMs);
        return [[symbol, atMs, text] as const];
      });
    },
  };
}

/** What must be there in the end is waited for: a fault may have set an account aside for half a minute. */
async function judge(): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      return await floor.judge();
    } catch {
      // A fault: the next round goes on from where the log and the rows are.
    }
  }
  throw new Error('no round of the jobs came through');
}

test(`a month of seed ${seed}: nothing lost, nothing doubled, every figure as the audit says`, async () => {
  const draw = drawFrom(seed);
  const market = createMarket(draw);
  const refused = new Map<string, number>();
  let unknown = 0;
  const traders: Trader[] = [];
  for (let index = 0; index < people; index += 1) {
    const user = await floor.aPerson({
      coin: '60000',
      contract: index % 3 === 0 ? '1500' : '20000',
      coins: { BTC: '0.5', ETH: '9' },
      mode: index % 4 === 0 ? 'real' : 'demo',
    });
    const ask = async (
      name: EndpointName,
      request: Record<string, unknown>,
      key: string,
    ): Promise<Record<string, unknown> | undefined> => {
      try {
        return (await floor.ask(user, name, request as never, key)) as Record<string, unknown>;
      } catch (error) {
        if (error instanceof AppError) refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
        else unknown += 1;
        return undefined;
      }
    };
    traders.push(createRandomTrader({ draw, catalog: floor.catalog, symbols, priceOf: market.priceOf, ask }));
  }

  const startMs = floor.now();
  const pass = async (byMs: number, isCalm = true): Promise<void> => {
    floor.clock.advance(byMs);
    await floor.ticks(market.ticksAt(floor.now(), isCalm));
  };
  await pass(1000);
  await faults.every(140);
  for (let scene = 0; scene < days * scenesADay; scene += 1) {
    floor.clock.set(Math.max(floor.now(), startMs + Math.floor((scene * dayMs) / scenesADay) + draw(dayMs / scenesADay / 2)));
    await pass(0, false).catch(() => undefined);
    if (draw(3) > 0) await judge();
    for (let acts = 2 + draw(3); acts > 0; acts -= 1) {
      await traders[draw(people)]?.act();
      if (draw(25) === 0) await faults.cutOne();
      if (draw(2) === 0) await pass(200 + draw(900)).catch(() => undefined);
      if (draw(3) === 0) await judge();
    }
    for (const byMs of [900, 2600, 26_000, 1500, 30_000, 61_000, 120_000].slice(0, 2 + draw(5))) {
      await pass(byMs + draw(800), draw(3) > 0).catch(() => undefined);
      if (draw(2) === 0) await judge();
    }
    // A dense stretch, so that contracts of seconds find their ticks.
    if (draw(3) === 0) {
      const fromMs = floor.now();
      await traders[draw(people)]?.act();
      await floor
        .ticks(Array.from({ length: 40 }, (_, step) => market.ticksAt(fromMs + (step + 1) * 1600 + draw(700), true)).flat())
        .catch(() => undefined);
      floor.clock.set(fromMs + 66_000);
      await judge();
    }
  }

  await faults.every(0);
  // Friday night of the last weekend may be closed: whatever can end is asked to end, the rest stands on.
  await pass(1000);
  for (const trader of traders) await trader.finish();
  for (let round = 0; round < 6; round += 1) {
    await pass(15_000);
    await judge();
  }
  const { findings, counts } = await floor.audit({ patienceMs: 400_000 });
  process.stdout.write(
    `seed ${seed}: ${await faults.struck()} faults, ${unknown} unknown, refused ${JSON.stringify(Object.fromEntries(refused))}\n${JSON.stringify(counts)}\n`,
  );
  expect(findings.slice(0, 30)).toEqual([]);
  expect(await floor.violations()).toEqual([]);
  // The seed that always runs has seen everything; another need not.
  for (const happened of process.env['TESSERA_SEED'] !== undefined
    ? []
    : [
        'seconds won',
        'seconds lost',
        'seconds void',
        'leverage opened market',
        'leverage opened limit',
        'leverage swaps',
        'leverage stop-outs',
        'leverage closed liquidation',
        'leverage closed stop_loss',
        'leverage closed take_profit',
        'leverage closed user',
        'leverage closed in part',
        'spot fills',
        'spot cancelled user',
        'transfers',
      ])
    expect([happened, (counts[happened] ?? 0) > 0]).toEqual([happened, true]);
  expect(await faults.struck()).toBeGreaterThan(5);
});
