/** What a person is told of the accounts is of one instant, whatever is accepted while it is read. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { useLeverageDesk } from '../../test/leverageDesk';
import type { SignedIn } from '../http/handler';
import { publishEvents } from '../execution/publishEvents';
import { showTerms } from '../products/leverage/terms';
import type { Db, Tx } from '../store/database';
import { walletInfo, walletList } from './walletList';

const desk = useLeverageDesk();
let at = 0;
beforeEach(async () => {
  at += 60_000;
  await desk.ticks('BTC-USDT', [[at - 100, '60000']]);
  desk.clock.set(desk.startMs + at);
});

const limit = { entrustment: 'limit', limitPrice: '50000' } as const;
const ownerOf = (user: SignedIn) => ({ userId: Number(user.userId), mode: user.mode });

/** The same connections, on which `happens` once balances have been read and before anything that is asked after that. */
const afterBalances = (db: Db, happens: () => Promise<unknown>): Db => {
  let hasHappened = false;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!hasHappened && result.rows.some((row) => 'balance' in row)) {
        hasHappened = true;
        await happens();
      }
      return result;
    },
  });
};

/** Each way on which the contract account is told, with the figures that it says. */
const told = {
  'wallet list': async (db: Db, user: SignedIn) =>
    (await walletList(db, { ...ownerOf(user), nowMs: desk.clock.now(), priceOf: () => undefined })).contract,
  'wallet of a coin': async (db: Db, user: SignedIn) =>
    (await walletInfo(db, { ...ownerOf(user), request: { asset: 'USDT' } })).contract,
  'terms of leverage': async (db: Db, user: SignedIn) => (await showTerms(db, desk.catalog, user, 'BTC-USDT')).account,
  'event of a change': async (db: Db, user: SignedIn) => {
    // In a transaction that holds none of the account's locks, as one that moved coins alone.
    await publishEvents(db as Tx, { events: [], moved: [ownerOf(user)], atMs: desk.clock.now() });
    const { rows } = await desk.database.owner.query<{ body: { contract: { usedMargin: string; frozen: string } } }>(
      `select body from outbox where user_id = $1 and body->>'type' = 'balance.changed' order by id desc limit 1`,
      [user.userId],
    );
    return rows[0]?.body.contract;
  },
};

describe.each(Object.entries(told))('%s', (_, tell) => {
  test('an order is accepted meanwhile: it is in all figures or in none', async () => {
    const user = await desk.aTrader('10000');
    await desk.open(user, limit);
    const before = await tell(desk.database.db, user);
    expect(before).toMatchObject({ balance: '10000', usedMargin: '0' });
    let happened = false;
    const db = afterBalances(desk.database.db, async () => {
      await desk.open(user, limit);
      happened = true;
    });
    const meanwhile = await tell(db, user);
    expect(happened).toBe(true);
    const after = await tell(desk.database.db, user);
    expect(after).toMatchObject({ balance: '10000', usedMargin: '0' });
    expect([before, after]).toContainEqual(meanwhile);
  });

  test('the first order of all is accepted meanwhile: the same', async () => {
    const user = await desk.aTrader('10000');
    const before = await tell(desk.database.db, user);
    const meanwhile = await tell(
      afterBalances(desk.database.db, () => desk.open(user, limit)),
      user,
    );
    expect([before, await tell(desk.database.db, user)]).toContainEqual(meanwhile);
  });

  test('an order is cancelled meanwhile: what it held is not shown as the margin of a position', async () => {
    const user = await desk.aTrader('10000');
    const order = await desk.open(user, limit);
    await desk.open(user, limit);
    const before = await tell(desk.database.db, user);
    const db = afterBalances(desk.database.db, () => desk.cancel(user, order));
    const meanwhile = await tell(db, user);
    const after = await tell(desk.database.db, user);
    expect(after).toMatchObject({ balance: '10000', usedMargin: '0' });
    expect([before, after]).toContainEqual(meanwhile);
  });
});
