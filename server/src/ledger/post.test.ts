import { describe, expect, test } from '@jest/globals';
import { AppError, InvariantError } from '@tessera/shared/errors';
import { amount, toText, type Amount } from '@tessera/shared/money';
import { useTestDatabase } from '../../test/testDatabase';
import { sleep } from '../platform/timers';
import { retryAmbiguous } from '../store/idempotency';
import { balanceOf, balances, house, post, postMany, setFundsReadOnly, type Leg, type Posting } from './Ledger';

const database = useTestDatabase();
let serial = 0;
const nextKey = () => `test:${(serial += 1)}`;
/** A user nobody used before. */
const aUser = () => (serial += 1) + 1000;

const leg = (ownerId: number, kind: 'coin' | 'contract' | 'stake', text: string, asset = 'USDT'): Leg => ({
  account: { ownerId, kind, asset },
  amount: amount(text),
});
const fromHouse = (kind: 'custody' | 'demo' | 'pnl', text: string, asset = 'USDT'): Leg => ({
  account: house(kind, asset),
  amount: amount(text),
});
const aPosting = (legs: readonly Leg[], over: Partial<Posting> = {}): Posting => ({
  mode: 'real',
  kind: 'transfer',
  ref: 'r',
  idem: nextKey(),
  atMs: 1_700_000_000_000,
  legs,
  ...over,
});
const book = (posting: Posting) => database.db.transaction().execute((tx) => post(tx, posting));
const fund = (userId: number, text: string) =>
  book(aPosting([leg(userId, 'coin', text), fromHouse('custody', `-${text}`)], { kind: 'topup' }));
const coin = async (userId: number): Promise<string | undefined> => {
  const found: Amount | undefined = await balanceOf(database.db, 'real', { ownerId: userId, kind: 'coin', asset: 'USDT' });
  return found === undefined ? undefined : toText(found);
};

describe('posting', () => {
  test('a balanced posting: both accounts move and the journal is new', async () => {
    const user = aUser();
    const posted = await fund(user, '90.5');
    expect(posted.isReplay).toBe(false);
    expect(await coin(user)).toBe('90.5');
  });

  test('the same key again with equal legs: replay, nothing moves', async () => {
    const user = aUser();
    const posting = aPosting([leg(user, 'coin', '7'), fromHouse('custody', '-7')]);
    const first = await book(posting);
    const second = await book(posting);
    expect(second).toEqual({ journalId: first.journalId, isReplay: true });
    expect(await coin(user)).toBe('7');
  });

  test('the same key with another amount: refused as an illegal request', async () => {
    const user = aUser();
    const posting = aPosting([leg(user, 'coin', '7'), fromHouse('custody', '-7')]);
    await book(posting);
    const other = { ...posting, legs: [leg(user, 'coin', '8'), fromHouse('custody', '-8')] };
    await expect(book(other)).rejects.toMatchObject({ code: 'REQUEST_ILLEGAL' });
    expect(await coin(user)).toBe('7');
  });

  test('more than the account has: refused with what is available, nothing moves', async () => {
    const user = aUser();
    await fund(user, '5');
    const spend = book(aPosting([leg(user, 'coin', '-5.000001'), fromHouse('pnl', '5.000001')]));
    await expect(spend).rejects.toMatchObject({ code: 'WALLET_BALANCE_INSUFFICIENT', params: { available: '5', asset: 'USDT' } });
    expect(await coin(user)).toBe('5');
  });

  test('funds read-only: every posting is refused until it is lifted', async () => {
    const user = aUser();
    await setFundsReadOnly(database.db, { isReadOnly: true, reason: 'test', atMs: 1 });
    await expect(fund(user, '1')).rejects.toMatchObject({ code: 'WALLET_FUNDS_READ_ONLY' });
    await setFundsReadOnly(database.db, { isReadOnly: false, reason: '', atMs: 2 });
    await fund(user, '1');
    expect(await coin(user)).toBe('1');
  });

  test('an asset that is not listed: refused as not found', async () => {
    const user = aUser();
    await expect(book(aPosting([leg(user, 'coin', '1', 'NOPE'), fromHouse('custody', '-1', 'NOPE')]))).rejects.toMatchObject({
      code: 'WALLET_ASSET_NOT_FOUND',
    });
  });

  const wrong: readonly [string, (user: number) => readonly Leg[]][] = [
    ['one leg', (user) => [leg(user, 'coin', '1')]],
    ['the same account twice', (user) => [leg(user, 'coin', '-1'), leg(user, 'coin', '1')]],
    ['a zero amount', (user) => [leg(user, 'coin', '0'), fromHouse('custody', '0')]],
    ['more decimals than the asset has', (user) => [leg(user, 'coin', '0.0000001'), fromHouse('custody', '-0.0000001')]],
    ['legs that do not sum to zero', (user) => [leg(user, 'coin', '2'), fromHouse('custody', '-1')]],
    ['legs that sum to zero across assets only', (user) => [leg(user, 'coin', '1', 'BTC'), fromHouse('custody', '-1', 'USDT')]],
    ['a user kind owned by the house', () => [leg(0, 'coin', '1'), fromHouse('custody', '-1')]],
  ];
  test.each(wrong)('%s: refused, no journal stays', async (_, legs) => {
    const posting = aPosting(legs(aUser()));
    await expect(book(posting)).rejects.toThrow();
    const left = await database.db.selectFrom('journal').select('id').where('idem', '=', posting.idem).execute();
    expect(left).toEqual([]);
  });

  test.each(['NaN', 'Infinity', '-Infinity', '1e18'])('an amount of %s straight in SQL: refused as bad legs', async (text) => {
    const user = aUser();
    await fund(user, '1');
    const ids = (await balances(database.db, user, 'real')).map((found) => found.accountId);
    const custody = await database.db
      .selectFrom('account')
      .select('id')
      .where('kind', '=', 'custody')
      .where('mode', '=', 'real')
      .where('asset', '=', 'USDT')
      .executeTakeFirstOrThrow();
    await expect(
      database.database.pool.query('select post($1,$2,$3,$4,$5,$6,$7::numeric[])', [
        'real',
        'transfer',
        'r',
        nextKey(),
        1,
        [ids[0], custody.id],
        [text, '-1'],
      ]),
    ).rejects.toMatchObject({ code: 'L0003' });
  });

  test('a demo account in a real posting straight in SQL: refused as bad legs', async () => {
    const user = aUser();
    await fund(user, '1');
    await book(aPosting([leg(user, 'coin', '50'), fromHouse('demo', '-50')], { mode: 'demo', kind: 'demo_open' }));
    const real = (await balances(database.db, user, 'real'))[0]?.accountId;
    const demo = (await balances(database.db, user, 'demo'))[0]?.accountId;
    await expect(
      database.database.pool.query('select post($1,$2,$3,$4,$5,$6,$7::numeric[])', [
        'real',
        'transfer',
        'r',
        nextKey(),
        1,
        [demo, real],
        ['-1', '1'],
      ]),
    ).rejects.toMatchObject({ code: 'L0003' });
  });
});

describe('many postings at once', () => {
  test('running balances and versions follow the order of the postings', async () => {
    const user = aUser();
    await fund(user, '10');
    const posted = await database.db
      .transaction()
      .execute((tx) =>
        postMany(tx, [
          aPosting([leg(user, 'coin', '-4'), leg(user, 'stake', '4')]),
          aPosting([leg(user, 'stake', '-4'), fromHouse('pnl', '4')]),
          aPosting([leg(user, 'coin', '3'), fromHouse('pnl', '-3')]),
        ]),
      );
    const rows = await database.db
      .selectFrom('entry')
      .innerJoin('account', 'account.id', 'entry.accountId')
      .select(['account.kind', 'entry.balanceAfter', 'entry.accountVersion'])
      .where('account.ownerId', '=', user)
      .where(
        'entry.journalId',
        'in',
        posted.map((one) => one.journalId),
      )
      .orderBy('account.kind')
      .orderBy('entry.accountVersion')
      .execute();
    expect(rows.map((row) => [row.kind, toText(amount(row.balanceAfter ?? 'missing')), row.accountVersion])).toEqual([
      ['coin', '6', 2],
      ['coin', '9', 3],
      ['stake', '4', 1],
      ['stake', '0', 2],
    ]);
  });

  test('one of them is a replay: only the others move', async () => {
    const user = aUser();
    await fund(user, '10');
    const first = aPosting([leg(user, 'coin', '-4'), fromHouse('pnl', '4')]);
    await book(first);
    const posted = await database.db
      .transaction()
      .execute((tx) => postMany(tx, [first, aPosting([leg(user, 'coin', '-1'), fromHouse('pnl', '1')])]));
    expect(posted.map((one) => one.isReplay)).toEqual([true, false]);
    expect(await coin(user)).toBe('5');
  });

  test('the second dips below zero though the third would refill: all refused', async () => {
    const user = aUser();
    await fund(user, '3');
    const dip = database.db
      .transaction()
      .execute((tx) =>
        postMany(tx, [
          aPosting([leg(user, 'coin', '-2'), fromHouse('pnl', '2')]),
          aPosting([leg(user, 'coin', '-2'), fromHouse('pnl', '2')]),
          aPosting([leg(user, 'coin', '9'), fromHouse('pnl', '-9')]),
        ]),
      );
    await expect(dip).rejects.toBeInstanceOf(AppError);
    expect(await coin(user)).toBe('3');
  });

  test('the same key twice in one call: a programming error', async () => {
    const user = aUser();
    const posting = aPosting([leg(user, 'coin', '1'), fromHouse('custody', '-1')]);
    await expect(database.db.transaction().execute((tx) => postMany(tx, [posting, posting]))).rejects.toBeInstanceOf(
      InvariantError,
    );
  });
});

describe('races', () => {
  test('fifty parallel spends of 10 from 90: exactly nine are accepted', async () => {
    const user = aUser();
    await fund(user, '90');
    const spends = Array.from({ length: 50 }, () => book(aPosting([leg(user, 'coin', '-10'), fromHouse('pnl', '10')])));
    const outcomes = await Promise.allSettled(spends);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(9);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as AppError).code] : []));
    expect(new Set(refusals)).toEqual(new Set(['WALLET_BALANCE_INSUFFICIENT']));
    expect(await coin(user)).toBe('0');
  });

  test('thirty parallel sends of one key: one effect, twenty-nine replays', async () => {
    const user = aUser();
    await fund(user, '90');
    const posting = aPosting([leg(user, 'coin', '-10'), fromHouse('pnl', '10')]);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => book(posting)));
    expect(outcomes.filter((outcome) => !outcome.isReplay)).toHaveLength(1);
    expect(await coin(user)).toBe('80');
  });

  test('accounts opened by many at the same moment: one of each', async () => {
    const user = aUser();
    await Promise.all(Array.from({ length: 12 }, () => fund(user, '1')));
    expect(await coin(user)).toBe('12');
  });

  test('transfers in both directions at once: no deadlock, nothing lost', async () => {
    const [a, b] = [aUser(), aUser()];
    await Promise.all([fund(a, '100'), fund(b, '100')]);
    const one = (from: number, to: number) => book(aPosting([leg(from, 'coin', '-1'), leg(to, 'coin', '1')]));
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one(a, b) : one(b, a))));
    expect([await coin(a), await coin(b)]).toEqual(['100', '100']);
  });
});

describe('ambiguous commit', () => {
  test('the connection dies at any moment and the caller repeats with its key: each effect exactly once', async () => {
    const user = aUser();
    await fund(user, '100');
    const keys = Array.from({ length: 40 }, nextKey);
    let isDone = false;
    // Bounded: on a loaded machine an endless killer would be quicker than any commit.
    const killer = (async () => {
      for (let round = 0; round < 60 && !isDone; round += 1) {
        await database.owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tessera' and random() < 0.3`,
        );
        await sleep(5);
      }
    })();
    await Promise.all(
      keys.map((idem) => retryAmbiguous(() => book(aPosting([leg(user, 'coin', '-1'), fromHouse('pnl', '1')], { idem })), 50)),
    ).finally(() => {
      isDone = true;
    });
    await killer;
    expect(await coin(user)).toBe('60');
  });
});

describe('the book cannot be written around the door', () => {
  test.each([
    `update account set balance = 1`,
    `insert into journal (mode, kind, ref, idem, at_ms) values ('real','x','x','x',1)`,
    `insert into entry (journal_id, seq, account_id, amount) values (1, 9, 1, 1)`,
    `update entry set amount = 1`,
    `delete from entry`,
    `truncate entry`,
    `delete from journal`,
    `update asset set scale = 2`,
  ])('the server runs "%s": permission denied', async (statement) => {
    await expect(database.database.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  test.each([
    `update entry set amount = amount + 1`,
    `delete from entry`,
    `truncate entry`,
    `update journal set ref = 'y'`,
    `delete from journal`,
  ])('the owner runs "%s": refused as append-only', async (statement) => {
    await fund(aUser(), '1');
    await expect(database.owner.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/L0009|0A000/) });
  });
});
