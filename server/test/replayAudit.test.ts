/**
 * Real quotes, the whole server, random people: the files of a folder given by TESSERA_QUOTES_DIR are replayed a thousand times
 * as fast while some dozens of people trade everything over HTTP. Then every figure is computed a second time by the audit, from
 * the journal, the tick log and the orders. Sizes: TESSERA_REPLAY_PEOPLE, TESSERA_REPLAY_SECONDS; TESSERA_SEED draws the people.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { loadCatalog } from '../src/catalog/Catalog';
import { sleep } from '../src/platform/timers';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { audit } from './audit/audit';
import { openHttpTrader, type HttpTrader } from './httpTraders';
import { judgeRest } from './judgeRest';
import { drawFrom } from './randomTrader';
import { startServerProcess, type ServerProcess } from './serverProcess';
import { giveShortPast } from './shortPast';
import { createTestDatabase, type OwnDatabase, type TestDatabase } from './testDatabase';

const folder = process.env['TESSERA_QUOTES_DIR'] ?? '';
if (folder === '')
  process.stderr.write('\n*** TESSERA_QUOTES_DIR is not set: the whole server is NOT audited on real quotes in this run ***\n\n');

const seed = Number.parseInt(process.env['TESSERA_SEED'] ?? '7', 10);
const people = Number.parseInt(process.env['TESSERA_REPLAY_PEOPLE'] ?? '16', 10);
const tradingMs = Number.parseInt(process.env['TESSERA_REPLAY_SECONDS'] ?? '2', 10) * 1000;
const atMostMs = Math.max(180_000, 15 * tradingMs);
const thinContract = 400;
const symbols = ['BTC-USDT', 'ETH-USDT', 'SOL-USDT', 'DOGE-USDT', 'EUR-USD', 'GBP-USD', 'USD-JPY', 'XAU-USD'] as const;

let database: OwnDatabase;
let server: ServerProcess | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await server?.kill();
  await database.drop();
});

(folder === '' ? test.skip : test)(
  'every deal, result, fee and balance on real quotes at a thousand times their speed is what the audit computes',
  async () => {
    const { db, owner } = database;
    // Markets are open whatever the day of the test is, contracts of seconds are as short as the replay is fast, cross accounts and positions in ETH end early.
    // Forex may sleep through its weekend for minutes of the replay, so two crypto symbols are cross as well.
    await owner.query(`delete from symbol where id <> all ($1)`, [symbols]);
    await owner.query(`update market_calendar set weekly_windows = null; update leverage_term set triple_weekday = null; update seconds_term set seconds = seconds / 30;
      update leverage_term set stop_out_level = 0.95; update leverage_term set margin_mode = 'cross' where symbol_id in ('SOL-USDT', 'DOGE-USDT');
      update leverage_term set maintenance_rate = 0.008 where symbol_id = 'ETH-USDT'`);
    await giveShortPast(db, 'replay');
    const running = (server = await startServerProcess(database.address, {
      FEED: 'replay',
      FEED_REPLAY_DIR: folder,
      FEED_REPLAY_SPEED: '1000',
    }));
    const catalog = await loadCatalog(db, Date.now());
    const draw = drawFrom(seed);
    const traders: HttpTrader[] = [];
    for (let index = 0; index < people; index += 1) {
      const money = {
        ...(index % 2 === 0 || index < 2
          ? { coin: '900', contract: String(thinContract) }
          : { coin: '90000', contract: '30000' }),
        coins: { BTC: '2', ETH: '30', SOL: '300', DOGE: '90000' },
      };
      traders.push(
        await openHttpTrader({
          db,
          catalog,
          draw: drawFrom(draw(2 ** 31)),
          symbols,
          apiUrl: () => running.apiUrl,
          money,
          mode: index % 5 === 0 ? 'real' : 'demo',
        }),
      );
    }
    const startedAtMs = performance.now();
    let acts = 0;
    // At least the given time, and until all that is asked for below has happened.
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        await sleep(200);
        const ranMs = performance.now() - startedAtMs;
        isOver = ranMs > atMostMs || (ranMs > tradingMs && (await allHappened(owner)));
      }
    })();
    await Promise.all(
      traders.map(async (trader, index) => {
        await trader.look();
        const dare = async (): Promise<void> => {
          if (index < 2) await allIn(trader, index === 0 ? 'long' : 'short', () => isOver);
          else if (index < 6) await gamble(trader);
        };
        await dare();
        for (let turn = 1; !isOver; turn += 1) {
          // What came too late, or still has to happen, is tried again.
          if (turn % 4 === 0) await dare();
          if (turn % 4 === 2 && index === 2) await trader.ask('leverageCloseAll', { action: 'close' }, randomUUID());
          await trader.act();
          acts += 1;
          await sleep(100 + draw(400));
        }
      }),
    );
    await watching;
    await running.stop();
    server = undefined;
    const untilMs = await judgeRest(db);
    const { findings, counts } = await audit(owner, { untilMs, patienceMs: 120_000, tickDelayMs: 5000 });
    const outcomes: Record<string, number> = {};
    for (const trader of traders)
      for (const [what, count] of Object.entries(trader.outcomes)) outcomes[what] = (outcomes[what] ?? 0) + count;
    process.stdout.write(
      `replay, seed ${seed}: ${people} people, ${acts} acts ${JSON.stringify(outcomes)}\n${JSON.stringify(counts)}\n`,
    );
    expect(findings.slice(0, 30)).toEqual([]);
    expect((await findViolations(db, ledgerRules, 0)).flatMap((finding) => finding.subjects)).toEqual([]);
    for (const happened of [
      'leverage opened market',
      'leverage opened limit',
      'leverage closed user',
      'leverage closed liquidation',
      'leverage closed stop_loss',
      'leverage closed take_profit',
      'leverage swaps',
      'leverage stop-outs',
      'spot fills',
      'seconds won',
      'seconds lost',
      'transfers',
    ])
      expect([happened, (counts[happened] ?? 0) > 0]).toEqual([happened, true]);
  },
  600_000,
);

/** Every way to close a position was taken and some stand open for a night, contracts of seconds were won and lost, coins were bought and money was moved. */
async function allHappened(owner: TestDatabase['owner']): Promise<boolean> {
  const { rows } = await owner.query<{ counts: number[] }>(
    `select array[(select count(distinct close_reason) from leverage_order),
       (select count(distinct outcome) from seconds_order where outcome in ('won', 'lost')),
       (select count(distinct kind) from journal where kind in ('spot', 'transfer')),
       (select count(*) from leverage_order where status = 'open')]::int[] as counts`,
  );
  const [reasons = 0, outcomes = 0, kinds = 0, open = 0] = rows[0]?.counts ?? [];
  return reasons === 5 && outcomes === 2 && kinds === 2 && open > 0;
}

/** What must happen in any market: limits that open at once, stops close by. */
async function gamble({ ask, priceOf }: HttpTrader): Promise<void> {
  for (const [symbol, lots, digits] of [
    ['BTC-USDT', '0.001', 2],
    ['ETH-USDT', '0.01', 2],
  ] as const) {
    const now = priceOf(symbol) ?? 0;
    const order = (more: Record<string, unknown>) =>
      ask(
        'leverageSubmit',
        { clientOrderId: randomUUID(), symbol, entrustment: 'limit', lots, leverage: 100, ...more },
        randomUUID(),
      );
    const at = (share: number): string => (now * (1 + share)).toFixed(digits);
    const longs = { direction: 'long', limitPrice: at(0.01) };
    const shorts = { direction: 'short', limitPrice: at(0.0002) };
    for (const one of [longs, shorts]) {
      await order(one);
      await order({ ...one, takeProfit: one === longs ? at(0.0102) : at(-0.0003) });
      await order({ ...one, stopLoss: one === longs ? at(0.0098) : at(0.0006) });
    }
  }
  for (const direction of ['long', 'short']) {
    const quote = await ask('secondsTerms', { symbol: 'BTC-USDT', seconds: 1 }, randomUUID());
    await ask(
      'secondsSubmit',
      {
        clientOrderId: randomUUID(),
        symbol: 'BTC-USDT',
        seconds: 1,
        direction,
        stake: '11.11',
        asset: 'USDT',
        quoteId: quote?.['quoteId'],
      },
      randomUUID(),
    );
  }
}

/** All the money on one side of a cross account: a small move against it is its end. */
async function allIn({ ask, look, priceOf }: HttpTrader, direction: 'long' | 'short', isOver: () => boolean): Promise<void> {
  for (let tries = 0; tries < 20 && !isOver(); tries += 1) {
    await look();
    const now = priceOf('SOL-USDT') ?? 1;
    const lots = ((thinContract * (0.88 - tries / 50) * 100) / now).toFixed(1);
    const limitPrice = (now * (direction === 'long' ? 1.01 : 1.0002)).toFixed(3);
    const request = {
      clientOrderId: randomUUID(),
      symbol: 'SOL-USDT',
      entrustment: 'limit',
      direction,
      limitPrice,
      lots,
      leverage: 100,
    };
    if ((await ask('leverageSubmit', request, randomUUID())) !== undefined) return;
    await sleep(300);
  }
}
