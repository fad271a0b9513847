/**
 * What six accounts that use up their allowance cost everybody else: 60 leveraged orders at once from each, every ten seconds.
 * Told is the age of the last BTC tick as another visitor sees it (answered over HTTP), 99 of 100 times, against the same
 * exchange at rest in turns; and how long another person's transfer takes meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { call, makeTraders, startExchange, type Trader } from './exchange';
import { pairedRatios, quantile, report } from './pairedRatios';

const accounts = 6;
const atOnce = 60;
const roundMs = 10_000;
const pairs = 5;
const askEveryMs = 100;
const symbol = 'BTC-USDT';

// As it is run by people: both processes, and every allowance as it is.
const exchange = await startExchange({ RATE_LIMIT_FACTOR: '1', SEED_DEMO_USER: 'false' });
const { url, pool } = exchange;
try {
  const [bystander, ...crowd] = (await makeTraders(pool, accounts + 1)) as [Trader, ...Trader[]];
  await untilPriced();
  const outcomes = new Map<string, number>();
  const transfers = { rest: [] as number[], load: [] as number[] };
  await round(false); // warm
  transfers.rest.length = 0;
  const ratios = await pairedRatios(
    () => round(false),
    () => round(true),
    pairs,
  );
  report('Age of the BTC tick as others see it, 99 %', 'ms', ratios, '2 or less');
  for (const [when, tookMs] of Object.entries(transfers))
    console.log(
      `  another person's transfer, ${when}: ${quantile(tookMs, 0.5).toFixed(0)} ms (median), ${quantile(tookMs, 0.99).toFixed(0)} ms (99 %)`,
    );
  console.log(`  what the crowd was told: ${[...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`);

  /** Ten seconds; answers the age in ms that was seen 99 of 100 times. */
  async function round(isLoaded: boolean): Promise<number> {
    const untilAt = performance.now() + roundMs;
    const ages: number[] = [];
    const watching = (async () => {
      while (performance.now() < untilAt) {
        ages.push(Date.now() - (await readQuote()).atMs);
        await pause(askEveryMs);
      }
    })();
    const transferring = (async () => {
      for (let turn = 0; performance.now() < untilAt; turn += 1) {
        const sinceMs = performance.now();
        const [from, to] = turn % 2 === 0 ? ['coin', 'contract'] : ['contract', 'coin'];
        await call(url, bystander, 'POST', 'wallet/transfer', { from, to, asset: 'USDT', amount: '1' }, randomUUID());
        transfers[isLoaded ? 'load' : 'rest'].push(performance.now() - sinceMs);
        await pause(1_000);
      }
    })();
    const loading = isLoaded ? Promise.all(crowd.map(burst)) : Promise.resolve();
    await Promise.all([watching, transferring, loading]);
    return quantile(ages, 0.99);
  }

  async function burst(trader: Trader): Promise<void> {
    const { ask } = await readQuote();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const clientOrderId = randomUUID();
        const order = {
          clientOrderId,
          symbol,
          direction: 'long',
          entrustment: 'market',
          lots: '0.001',
          leverage: 10,
          seenPrice: ask,
        };
        const outcome = await call(url, trader, 'POST', 'lever/submit', order, clientOrderId).then(
          () => 'accepted',
          (error: unknown) => /[A-Z]+(_[A-Z]+)+/.exec(String(error))?.[0] ?? String(error),
        );
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }),
    );
  }
} finally {
  await exchange.stop();
}

async function readQuote(): Promise<{ atMs: number; ask: string }> {
  const response = await fetch(new URL('/api/currency/quotation_new', url), { signal: AbortSignal.timeout(60_000) });
  const { message } = (await response.json()) as { message: { quotes: { symbol: string; atMs: number; ask: string }[] } };
  const quote = message.quotes.find((one) => one.symbol === symbol);
  if (quote === undefined) throw new Error(`${symbol} has a quote`);
  return quote;
}

async function untilPriced(): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await pool.query(`select from tick_head where symbol_id = $1 and is_live`, [symbol]);
    if (rows.length > 0) return;
    await pause(100);
  }
  throw new Error('no live price');
}
