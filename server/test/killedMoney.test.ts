/**
 * kill -9 amid everything that moves real money: a card gateway's word, an exchange, a deposit of a chain, decisions of operators and a payout on its
 * way. The true server stands in all of them at once, at points that are held open in the database and by the chain's nodes, and is killed there:
 * first before anything is committed, then when all is written and its answer is lost. Whoever heard no answer asks again, as people, gateways and
 * operators do. Each then has happened once.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { c2cLedgerRules } from '../src/c2c/invariants';
import { flashLedgerRules } from '../src/products/flash/invariants';
import { topUpLedgerRules } from '../src/topups/invariants';
import { deadlocksOf } from './deadlocks';
import type { Stand } from './heldCommits';
import { openKilledMoney, sums, type KilledMoney, type Role } from './killedMoney';
import { changesOf, createMoneyModel, houseOf, of, readBook, sumOf, type Gains } from './money/moneyModel';
import { useTestDatabase } from './testDatabase';

const database = useTestDatabase();
let money: KilledMoney;
let before: Gains;
const left = new Map<Stand | 'in the end', Readonly<Record<string, string>>>();
let onChain: Awaited<ReturnType<KilledMoney['payout']>>;

beforeAll(async () => {
  money = await openKilledMoney(database);
  before = await readBook(database);
  for (const stand of ['before the commit', 'at the commit'] as const) {
    await money.killAt(stand);
    left.set(stand, changesOf(await readBook(database), before));
  }
  await money.finish();
  onChain = await money.payout();
  left.set('in the end', changesOf(await readBook(database), before));
}, 240_000);
afterAll(() => money.close());

const units = (role: Role): bigint => sumOf(String(sums[role]));
const coin = (role: Role, asset?: string) => of(money.people[role].userId, 'coin', asset);
/** All but the payout. */
function everythingOnce() {
  const model = createMoneyModel(new Map());
  const { given, received, fee } = money.quote;
  model.move(houseOf('custody:testpay'), coin('card'), units('card'));
  model.move(houseOf('custody:ethereum'), coin('deposit'), units('deposit'));
  model.move(houseOf(`payable:${money.merchantId}-held`), coin('buyer'), units('buyer'));
  model.move(coin('flash'), houseOf('fx'), sumOf(given));
  model.move(houseOf('fx', 'BTC'), coin('flash', 'BTC'), sumOf(received));
  model.move(houseOf('fx', 'BTC'), houseOf('fee', 'BTC'), sumOf(fee));
  return model;
}

test('killed before the commit: nothing has moved', () => {
  expect(left.get('before the commit')).toEqual({});
});

test('killed at the commit: everything has moved, though nobody was told', () => {
  expect(left.get('at the commit')).toEqual(changesOf(everythingOnce().gains));
});

test('asked for again: everything has moved once, and the payout with it', async () => {
  const { rows } = await database.owner.query<{ fee: string }>('select fee::text from withdrawal where user_id = $1', [
    money.people.payout.userId,
  ]);
  const fee = sumOf(rows[0]?.fee ?? '0');
  const model = everythingOnce();
  const hold = of(money.people.payout.userId, 'withdraw_hold');
  model.move(hold, houseOf('custody:ethereum'), units('payout') - fee);
  model.move(hold, houseOf('fee'), fee);
  expect(left.get('in the end')).toEqual(changesOf(model.gains));
  // Handed to the nodes in every life: before it reached the chain, after it, and once more.
  expect(onChain).toEqual({ status: 'success', transactions: 1, received: (units('payout') - fee) / 10n ** 12n });
});

describe('what people were told', () => {
  test.each<[Role, readonly string[]]>([
    ['card', ['topup_success']],
    ['deposit', ['topup_seen', 'topup_success']],
    ['buyer', ['topup_success']],
    ['withdrawal', ['withdrawal_approved', 'withdrawal_requested']],
    ['payout', ['withdrawal_approved', 'withdrawal_paid', 'withdrawal_requested']],
  ])('%s: each once', async (role, kinds) => {
    const { rows } = await database.owner.query<{ kind: string }>(
      'select kind from user_message where user_id = $1 order by kind',
      [money.people[role].userId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(kinds);
  });
});

test('the ledger adds up, nobody misses an event, nothing waited for itself', async () => {
  const { db, owner, address } = database;
  const found = await findViolations(db, [...ledgerRules, ...topUpLedgerRules, ...c2cLedgerRules, ...flashLedgerRules], 0);
  expect(found.filter(({ subjects }) => subjects.length > 0)).toEqual([]);
  const { rows: gaps } = await owner.query('select user_id from outbox group by user_id, mode having max(seq) <> count(*)');
  expect(gaps).toEqual([]);
  expect(await deadlocksOf(address)).toEqual([]);
});
