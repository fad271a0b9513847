/** People with sessions and money who trade at random over HTTP, on a database whose server may be away at any moment. */
import { createRandom, sha256Hex } from '../src/platform/random';
import { endpoints, idempotencyHeader, type AccountMode, type EndpointName } from '@tessera/shared/contract';
import type { Catalog } from '../src/catalog/Catalog';
import { createSystemClock } from '../src/platform/Clock';
import { sleep } from '../src/platform/timers';
import type { Db } from '../src/store/database';
import { certify } from './certify';
import { giveMoney } from './giveMoney';
import { createRandomTrader, type Draw, type Trader } from './randomTrader';

export interface HttpTraderDeps {
  readonly db: Db;
  readonly catalog: Catalog;
  readonly draw: Draw;
  readonly symbols: readonly string[];
  /** Where the server is now; undefined while it is away. */
  readonly apiUrl: () => string | undefined;
  readonly money: { readonly coin: string; readonly contract: string; readonly coins: Readonly<Record<string, string>> };
  readonly mode: AccountMode;
}

export interface HttpTrader extends Trader {
  readonly userId: number;
  /** Refusals by code; 'unknown' where nobody answered. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly ask: (
    name: EndpointName,
    request: Record<string, unknown>,
    key: string,
  ) => Promise<Record<string, unknown> | undefined>;
  priceOf(symbol: string): number | undefined;
  /** Reads the prices again. */
  look(): Promise<void>;
  /** What nobody answered, asked again with its key. */
  repeatUnknown(): Promise<void>;
}

const answerWithinMs = 8000;
let lastUser = 40_000_000;

export async function openHttpTrader({ db, catalog, draw, symbols, apiUrl, money, mode }: HttpTraderDeps): Promise<HttpTrader> {
  const userId = (lastUser += 1);
  const token = createRandom().token(256);
  const nowMs = createSystemClock().now();
  await db
    .insertInto('appUser')
    .values({
      id: userId,
      email: `u${userId}@example.test`,
      country: 'GB',
      passwordHash: 'x',
      invitationCode: `C${userId}`,
      createdAtMs: nowMs,
    })
    .execute();
  await db
    .insertInto('session')
    .values({ tokenHash: sha256Hex(token), userId, mode, createdAtMs: nowMs, lastSeenAtMs: nowMs })
    .execute();
  if (mode === 'real') await certify(db, userId, nowMs);
  const paid = [
    ['coin', 'USDT', money.coin],
    ['contract', 'USDT', money.contract],
    ...Object.entries(money.coins).map(([asset, text]) => ['coin', asset, text] as const),
  ] as const;
  for (const [kind, asset, text] of paid) {
    await giveMoney(db, { userId, mode, kind, asset, text, atMs: nowMs });
  }

  const outcomes: Record<string, number> = {};
  const count = (what: string): void => void (outcomes[what] = (outcomes[what] ?? 0) + 1);
  const unknown: { name: EndpointName; request: Record<string, unknown>; key: string }[] = [];

  async function ask(
    name: EndpointName,
    request: Record<string, unknown>,
    key: string,
  ): Promise<Record<string, unknown> | undefined> {
    const { method, path }: { method: string; path: string } = endpoints[name];
    const at = apiUrl();
    if (at === undefined) {
      await sleep(50);
      return undefined;
    }
    const url = new URL(path, at);
    if (method === 'GET') for (const [field, value] of Object.entries(request)) url.searchParams.set(field, String(value));
    try {
      const response = await fetch(url, {
        method,
        headers: { authorization: token, 'content-type': 'application/json', [idempotencyHeader]: key },
        signal: AbortSignal.timeout(answerWithinMs),
        ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
      });
      const { type, message } = (await response.json()) as { type: string; message: unknown };
      // Lost in the middle of the work: as good as no answer.
      if (message === 'PLEASE_RETRY') throw new Error('asked to try again');
      count(type === 'ok' ? name : String(message));
      return type === 'ok' ? (message as Record<string, unknown>) : undefined;
    } catch {
      count('unknown');
      if (method !== 'GET') unknown.push({ name, request, key });
      await sleep(50);
      return undefined;
    }
  }

  // Prices for drawing requests come from the log, a moment old.
  const prices = new Map<string, number>();
  let readAtMs = 0;
  async function readPrices(): Promise<void> {
    if (performance.now() - readAtMs < 200) return;
    readAtMs = performance.now();
    for (const head of await db.selectFrom('tickHead').select(['symbolId', 'price']).execute())
      prices.set(head.symbolId, Number(head.price));
  }
  const trader = createRandomTrader({ draw, catalog, symbols, priceOf: (symbol) => prices.get(symbol), ask });
  return {
    userId,
    outcomes,
    ask,
    priceOf: (symbol) => prices.get(symbol),
    look: readPrices,
    async act() {
      await readPrices().catch(() => undefined);
      return trader.act();
    },
    finish: () => trader.finish(),
    async repeatUnknown() {
      for (const one of unknown.splice(0)) await ask(one.name, one.request, one.key);
    },
  };
}
