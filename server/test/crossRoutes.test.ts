/**
 * Forty calls of one person at the same moment, over all routes that move money, in both modes: on balances that cannot pay
 * for all of them. Nothing goes below zero, every journal stands once, and a repeat of every key changes nothing.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/shared/errors';
import type { EndpointName } from '@tessera/shared/contract';
import type { SignedIn } from '../src/http/handler';
import { deadlocksOf } from './deadlocks';
import { openTradingFloor, type TradingFloor } from './tradingFloor';

const rounds = Number.parseInt(process.env['TESSERA_RACE_ROUNDS'] ?? '3', 10);

let floor: TradingFloor;
beforeAll(async () => {
  floor = await openTradingFloor();
});
afterAll(() => floor.close());

interface Call {
  readonly user: SignedIn;
  readonly name: EndpointName;
  readonly request: Record<string, unknown>;
  readonly key: string;
}

/** What came of it: 'ok', or the code of the refusal. Anything else fails the test. */
const outcomeOf = async ({ user, name, request, key }: Call): Promise<string> =>
  floor.ask(user, name, request as never, key).then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

test(`${rounds} times forty calls at once on one balance`, async () => {
  let bitcoin = 100_000;
  const tick = async (): Promise<void> => {
    floor.clock.advance(400);
    bitcoin += 7;
    await floor.ticks([
      ['BTC-USDT', floor.now(), String(bitcoin)],
      ['EUR-USD', floor.now(), (1.1 + bitcoin / 1e9).toFixed(5)],
    ]);
  };
  await tick();
  for (let round = 0; round < rounds; round += 1) {
    const demo = await floor.aPerson({ coin: '640', contract: '210', coins: { BTC: '0.004' } });
    const real = await floor.otherMode(demo, { coin: '320', contract: '90' });
    const opened = await floor.ask(demo, 'leverageSubmit', {
      clientOrderId: randomUUID(),
      symbol: 'BTC-USDT',
      direction: 'long',
      entrustment: 'market',
      seenPrice: `${bitcoin}.1`,
      lots: '0.003',
      leverage: 10,
    });
    const resting = await floor.ask(demo, 'spotSubmit', {
      clientOrderId: randomUUID(),
      symbol: 'BTC-USDT',
      side: 'buy',
      entrustment: 'limit',
      price: '90000',
      quantity: '0.0007',
    });
    const pending = await floor.ask(demo, 'leverageSubmit', {
      clientOrderId: randomUUID(),
      symbol: 'BTC-USDT',
      direction: 'long',
      entrustment: 'limit',
      limitPrice: '91000',
      lots: '0.002',
      leverage: 10,
    });
    await tick();
    await floor.judge();
    const quotes = new Map<string, string>();
    for (const user of [demo, real])
      quotes.set(user.mode, (await floor.ask(user, 'secondsTerms', { symbol: 'BTC-USDT', seconds: 30 })).quoteId);

    const calls: Call[] = [];
    const add = (times: number, user: SignedIn, name: EndpointName, request: () => Record<string, unknown>): void => {
      for (let time = 0; time < times; time += 1) calls.push({ user, name, request: request(), key: randomUUID() });
    };
    const fresh = (): { clientOrderId: string } => ({ clientOrderId: randomUUID() });
    for (const user of [demo, real]) {
      const each = user === demo ? 2 : 1;
      add(3 * each, user, 'secondsSubmit', () => ({
        ...fresh(),
        symbol: 'BTC-USDT',
        seconds: 30,
        direction: 'long',
        stake: '61.7',
        asset: 'USDT',
        quoteId: quotes.get(user.mode),
      }));
      add(3 * each, user, 'spotSubmit', () => ({
        ...fresh(),
        symbol: 'BTC-USDT',
        side: 'buy',
        entrustment: 'limit',
        price: String(bitcoin - 1000),
        quantity: '0.0012',
      }));
      add(each, user, 'spotSubmit', () => ({
        ...fresh(),
        symbol: 'BTC-USDT',
        side: 'buy',
        entrustment: 'market',
        total: '55.5',
        seenPrice: String(bitcoin),
      }));
      add(3 * each, user, 'leverageSubmit', () => ({
        ...fresh(),
        symbol: 'BTC-USDT',
        direction: 'short',
        entrustment: 'market',
        seenPrice: `${bitcoin - 1}.9`,
        lots: '0.005',
        leverage: 10,
      }));
      add(each, user, 'leverageWhSubmit', () => ({
        ...fresh(),
        symbol: 'EUR-USD',
        direction: 'long',
        entrustment: 'limit',
        limitPrice: '1.09000',
        lots: '0.03',
        leverage: 50,
      }));
      add(3 * each, user, 'transfer', () => ({ from: 'coin', to: 'contract', asset: 'USDT', amount: '77.3' }));
      add(2 * each, user, 'transfer', () => ({ from: 'contract', to: 'coin', asset: 'USDT', amount: '41.9' }));
      add(each, user, 'leverageCloseAll', () => ({ action: 'close' }));
      add(1, user, 'demoRefill', () => ({}));
    }
    add(2, demo, 'leverageClose', () => ({ id: opened.id }));
    add(1, demo, 'leverageSetStop', () => ({ id: opened.id, stopLoss: '95000' }));
    add(2, demo, 'spotCancel', () => ({ id: resting.id }));
    add(2, demo, 'leverageCancel', () => ({ id: pending.id }));
    add(1, demo, 'spotSubmit', () => ({
      ...fresh(),
      symbol: 'BTC-USDT',
      side: 'sell',
      entrustment: 'market',
      quantity: '0.003',
      seenPrice: String(bitcoin),
    }));
    expect(calls.length).toBeGreaterThan(40);
    // The jobs and a tick run among them.
    const [outcomes] = await Promise.all([Promise.all(calls.map(outcomeOf)), floor.judge(), tick().then(() => floor.judge())]);
    expect(outcomes.filter((one) => one === 'ok').length).toBeGreaterThan(10);
    expect(outcomes.filter((one) => one === 'WALLET_BALANCE_INSUFFICIENT').length).toBeGreaterThan(2);
    const accepted = calls.filter((_, index) => outcomes[index] === 'ok');
    const journals = async (): Promise<string> =>
      (await floor.database.owner.query<{ all: string }>('select count(*) as all from journal')).rows[0]?.all ?? '';
    const before = await journals();
    // Stops have no key; all others answer as before, with nothing done again.
    for (const call of accepted)
      if (call.name !== 'leverageSetStop') expect([call.name, await outcomeOf(call)]).toEqual([call.name, 'ok']);
    expect(await journals()).toBe(before);

    await tick();
    await floor.judge();
    floor.clock.advance(40_000);
    await tick();
    await floor.judge();
    const { findings } = await floor.audit();
    expect(findings).toEqual([]);
    expect(await floor.violations()).toEqual([]);
  }
  expect(await deadlocksOf(floor.database.address)).toEqual([]);
});
