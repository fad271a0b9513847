/**
 * Money from a chain, against a real node and the real database: what is booked, and that it is booked once and never wrongly, whatever the chain,
 * its nodes and our own process do. The second endpoint passes on what the node says, and lies where a test wants it to.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordEntry } from '@tessera/shared/fairness';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Address } from 'viem';
import { bytesToHex, publicKeyToAddress } from 'viem/utils';
import { anOperator } from '../../../test/anOperator';
import { openAlteringEndpoint, type AlteringEndpoint } from '../../../test/alteringEndpoint';
import { startLocalChain, type LocalChain } from '../../../test/localChain';
import { useTradingExchange, type Person } from '../../../test/tradingExchange';
import { loadCatalog } from '../../catalog/Catalog';
import { createContent } from '../../content/Content';
import { findViolations, ledgerRules } from '../../ledger/invariants';
import { createLog } from '../../platform/log';
import { createMetrics, type Metrics } from '../../platform/metrics';
import { createRandom } from '../../platform/random';
import { createReviews } from '../../reviews/Reviews';
import type { Db } from '../../store/database';
import { topUpLedgerRules } from '../invariants';
import { readDepositKeys } from '../depositKeys';
import { topUpKind } from '../topUpKind';
import { openChains, refuseWrongChains, watchDeposits } from './watchDeposits';

const usdt = '0xdac17f958d2ee523a2206206994597c13d831ec7' as Address;
const coin = 10n ** 18n;
const usd = 10n ** 6n;
const confirmations = 12;

let chain: LocalChain;
let second: AlteringEndpoint;
beforeAll(async () => {
  chain = await startLocalChain();
  await chain.placeToken(usdt, 10n ** 15n);
  second = await openAlteringEndpoint(chain.url);
});
afterAll(async () => {
  second.close();
  await chain.stop();
});
/** Whose private half nobody here has any more. */
const { publicExtendedKey: xpub } = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/60'/0'");
const setting = () => ({ network: 'ethereum', endpoints: [chain.url, second.url], xpub });
const exchange = useTradingExchange({ settings: async () => ({ CHAINS: JSON.stringify([setting()]) }) });
beforeAll(() => exchange.tick('ETH-USDT', '2000'));

let metrics: Metrics;
let round: () => Promise<unknown>;
async function aWatcher(db: Db = exchange.database.db, endpoints = setting().endpoints) {
  const log = createLog({ logLevel: 'silent' });
  const catalog = await loadCatalog(db, exchange.clock.now());
  metrics = createMetrics({ collectProcess: false });
  const { messages, texts } = createContent({ db, log, metrics, config: { serviceContacts: undefined, exchange: 'practice' } });
  const kinds = [topUpKind({ db, messages, uploads: { addressOf: async (id) => id } })];
  const random = createRandom();
  const wakeOutbox = () => undefined;
  const { clock } = exchange;
  const reviews = createReviews({ db, clock, random, log, kinds, wakeOutbox });
  const readers = openChains([{ ...setting(), endpoints }], catalog);
  const [job] = watchDeposits(readers, { db, clock, random, log, metrics, catalog, reviews, messages, texts, wakeOutbox });
  return async () => {
    for (let turns = 0; turns < 50; turns += 1) if ((await job?.run(new AbortController().signal)) !== 0) return;
  };
}
beforeEach(async () => {
  second.alter(undefined);
  round = await aWatcher();
  await round();
});
/** After whatever a test has done. */
afterEach(async () => {
  const broken = await findViolations(exchange.database.db, [...ledgerRules, ...topUpLedgerRules], 0);
  expect(broken.filter(({ subjects, isFatal }) => isFatal && subjects.length > 0)).toEqual([]);
});

/** Somebody with an address of his own on the chain. */
async function aPayer(): Promise<Person & { readonly address: Address }> {
  const person = await exchange.aPerson({ mode: 'real', coin: '0' });
  const { networks } = await person.get<{ networks: { network: string; address: Address }[] }>('topUpAddress', {
    asset: 'USDT',
    network: 'ethereum',
  });
  return { ...person, address: networks.find(({ network }) => network === 'ethereum')?.address as Address };
}
interface Given {
  readonly network: string;
  readonly address: string;
  readonly origin: { readonly tweak: string };
}
interface Shown {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly asset: string;
  readonly reason: string | null;
  readonly isReversed: boolean;
}
const listOf = async (person: Person) => (await person.get<{ items: Shown[] }>('topUpLog', {})).items;
const statesOf = async (person: Person) => (await listOf(person)).map(({ status }) => status);
const availableOf = async (person: Person, asset = 'USDT') =>
  (await person.get<{ coin: { available: string } }>('walletInfo', { asset })).coin.available;
const custodyOf = async (asset: string) => {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(e.amount), 0)::text as total from entry e join account a on a.id = e.account_id
    where a.kind = 'custody:ethereum' and a.asset = ${asset}`.execute(exchange.database.db);
  return rows[0]?.total;
};
const depositsOf = ({ userId }: Person) =>
  exchange.database.db.selectFrom('chainDeposit').selectAll().where('userId', '=', userId).orderBy('id').execute();
/** Deep enough, and read. */
async function confirm(): Promise<void> {
  await chain.mine(confirmations + 1);
  await round();
}
const lookOf = async () =>
  exchange.database.db.selectFrom('chainLook').selectAll().where('network', '=', 'ethereum').executeTakeFirstOrThrow();

describe('an address', () => {
  it('is the next place of the published key, the person’s for good, and can be checked without the extended key', async () => {
    const { entries } = await exchange
      .ask('publicRecord', { kind: 'deposit_key' })
      .then(({ message }) => message as { entries: RecordEntry[] });
    expect(entries).toHaveLength(1);
    const { publicKey, network } = JSON.parse(entries[0]?.body ?? '{}') as { publicKey: string; network: string };
    expect(network).toBe('ethereum');
    const people = await Promise.all(Array.from({ length: 5 }, aPayer));
    expect(new Set(people.map(({ address }) => address)).size).toBe(5);
    for (const person of people) {
      const { networks } = await person.get<{ networks: Given[] }>('topUpAddress', { asset: 'ETH', network: 'ethereum' });
      const own = networks.find((one) => one.network === 'ethereum');
      expect(own).toMatchObject({ address: person.address, isWatched: true, origin: { recordSeq: entries[0]?.seq } });
      const { Point } = secp256k1;
      const sum = Point.fromHex(publicKey).add(Point.BASE.multiply(BigInt(`0x${own?.origin.tweak}`)));
      expect(publicKeyToAddress(bytesToHex(sum.toBytes(false)))).toBe(person.address);
      expect(JSON.stringify(networks)).not.toContain(xpub);
    }
    const { owner, db } = exchange.database;
    const places = await db.selectFrom('depositAddress').select('keyIndex').where('keyId', 'is not', null).execute();
    expect(places.map(({ keyIndex }) => keyIndex).sort((one, other) => Number(one) - Number(other))).toEqual(
      places.map((_, at) => at),
    );
    // The server's own login gives no place twice, none that the key has not given, and takes none back.
    const add = (place: number) =>
      sql`select add_derived_address(1, ${place}, ${'a'.repeat(64)}, ${'0x'.padEnd(42, '9')}, ${people[0]?.userId ?? 0}::bigint, 0)`.execute(
        db,
      );
    await expect(add(0)).rejects.toMatchObject({ code: '23505' });
    await expect(add(places.length)).rejects.toMatchObject({ code: 'L0002' });
    await expect(sql`update deposit_key set next_index = 0`.execute(db)).rejects.toMatchObject({ code: 'L0002' });
    await expect(owner.query(`update deposit_address set address = 'x' where key_id = 1`)).rejects.toMatchObject({
      code: 'L0002',
    });
  });

  it('of a network that is read takes no request: it would be credited twice', async () => {
    const person = await aPayer();
    const asked = { method: 'crypto', asset: 'USDT', network: 'ethereum', amount: '100', uploadIds: ['one'] };
    expect(await person.ask('topUp', asked)).toMatchObject({ type: 'error', message: 'TOPUP_FOUND_BY_ITSELF' });
  });

  it('needs an extended public key of its own for each network', () => {
    const bent = `${xpub.slice(0, -1)}${xpub.endsWith('1') ? '2' : '1'}`;
    expect(() => readDepositKeys([{ ...setting(), xpub: bent }])).toThrow(/no extended public key/);
    expect(() => readDepositKeys([setting(), { ...setting(), network: 'other' }])).toThrow(/one account for each/);
  });
});

describe('a payment', () => {
  it('of the coin and of a token is seen at once, confirmed block by block, and credited once, rounded down to what the book keeps', async () => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 123_456_789n);
    await chain.sendCoin(person.address, coin / 2n + 7n);
    await chain.mine();
    await round();
    expect(await statesOf(person)).toEqual(['callback_in_progress', 'callback_in_progress']);
    expect(await availableOf(person)).toBe('0');
    await chain.mine(confirmations - 1);
    await round();
    expect(await listOf(person)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        status: 'callback_in_progress',
        onChain: { confirmations: confirmations - 1, needed: confirmations, isGone: false, waitsFor: null },
      })),
    );
    await chain.mine();
    await round();
    await round();
    expect(await listOf(person)).toMatchObject([
      { status: 'success', amount: expect.stringMatching(/^(0\.5|123\.456789)$/) },
      { status: 'success' },
    ]);
    expect([await availableOf(person), await availableOf(person, 'ETH')]).toEqual(['123.456789', '0.5']);
    expect((await depositsOf(person)).map(({ asset, raw, rest, state }) => [asset, raw, rest, state]).sort()).toEqual([
      ['ETH', '500000000000000007', '7', 'final'],
      ['USDT', '123456789', '0', 'final'],
    ]);
  });

  it('is one of two in a block, and of two in one transaction', async () => {
    const [anna, ben] = [await aPayer(), await aPayer()];
    await chain.sendToken(usdt, anna.address, 20n * usd);
    await chain.sendToken(usdt, anna.address, 30n * usd);
    await chain.payTwo(usdt, [anna.address, ben.address], 40n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect([await availableOf(anna), await availableOf(ben)]).toEqual(['90', '40']);
    const own = await depositsOf(anna);
    expect(new Set(own.map(({ txid, logIndex }) => `${txid} ${logIndex}`)).size).toBe(3);
  });

  it('below the minimum is shown and kept, and credited with the next ones that reach it', async () => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 15n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect(await listOf(person)).toMatchObject([
      { status: 'callback_in_progress', amount: '15', onChain: { waitsFor: { have: '15', min: '20' } } },
    ]);
    await chain.sendToken(usdt, person.address, 5n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect(await statesOf(person)).toEqual(['success', 'success']);
    expect(await availableOf(person)).toBe('20');
  });

  it('of dust by a stranger costs bounded rows and messages, and keeps no larger one waiting', async () => {
    const person = await aPayer();
    for (let sent = 0; sent < 30; sent += 1) await chain.sendToken(usdt, person.address, 1n);
    await chain.mine();
    await round();
    expect(await depositsOf(person)).toHaveLength(30);
    const shown = async () => (await depositsOf(person)).filter(({ topupId }) => topupId !== null).length;
    const { db } = exchange.database;
    const told = async () =>
      (
        await db
          .selectFrom('userMessage')
          .select('kind')
          .where('userId', '=', person.userId)
          .where('kind', '=', 'topup_seen')
          .execute()
      ).length;
    expect([await shown(), await told()]).toEqual([20, 20]);
    await confirm();
    expect(await availableOf(person)).toBe('0');
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine();
    await round();
    expect(await shown()).toBe(21);
    await confirm();
    expect(await availableOf(person)).toBe('50.00002');
    await round();
    expect([await shown(), await told()]).toEqual([31, 31]);
  });

  it('in blocks with more in them than an endpoint answers at once is read in fewer blocks', async () => {
    const person = await aPayer();
    for (let block = 0; block < 12; block += 1) {
      await chain.sendToken(usdt, person.address, 20n * usd);
      await chain.mine();
    }
    second.alter((method, answer) => (method === 'eth_getLogs' && (answer as unknown[]).length > 3 ? null : answer));
    for (let rounds = 0; rounds < 8; rounds += 1) await round();
    await confirm();
    expect(await availableOf(person)).toBe('240');
  });

  it('from an address that one operator has entered alone is credited all the same', async () => {
    const { owner } = exchange.database;
    const { id: operator } = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name: 'mallory' });
    await owner.query(`insert into deposit_address (network, address, added_by, added_at_ms) values ('ethereum', $1, $2, 1)`, [
      chain.accounts[0]?.address,
      operator,
    ]);
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect(await availableOf(person)).toBe('50');
  });

  it('beyond the terms, or the own limit, is for operators to look at', async () => {
    const person = await aPayer();
    expect(await person.ask('setLimit', { kind: 'deposit', most: '100' })).toMatchObject({ type: 'ok' });
    await chain.sendToken(usdt, person.address, 150n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect(await statesOf(person)).toEqual(['under_review']);
    expect(await availableOf(person)).toBe('0');
    const rich = await aPayer();
    await chain.sendToken(usdt, rich.address, 1_000_001n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect(await statesOf(rich)).toEqual(['under_review']);
  });

  it('that failed, went to itself, came from another address of ours, or is another token, is none', async () => {
    const [anna, ben, cleo] = [await aPayer(), await aPayer(), await aPayer()];
    const false_ = await chain.deployToken(10n ** 30n);
    await chain.sendToken(false_, anna.address, 100n * usd);
    // More than the sender has: the transaction is in the block, and failed.
    await chain.sendToken(usdt, anna.address, 10n ** 17n, 1_000_000n);
    await chain.sendCoinRefused(ben.address, coin);
    await chain.client.impersonateAccount({ address: anna.address });
    await chain.client.setBalance({ address: anna.address, value: 10n * coin });
    await chain.client.sendTransaction({ account: anna.address, to: anna.address, value: coin, chain: null });
    await chain.client.sendTransaction({ account: anna.address, to: cleo.address, value: coin, chain: null });
    // It makes a contract, with coins for it.
    await chain.client.sendTransaction({ account: chain.accounts[1] as never, data: '0x00', value: 1n, chain: null });
    await chain.mine();
    await round();
    await confirm();
    expect([await listOf(anna), await listOf(ben), await listOf(cleo)]).toEqual([[], [], []]);
    expect((await depositsOf(ben)).map(({ state }) => state)).toEqual(['gone']);
    expect((await depositsOf(cleo)).map(({ state, why }) => [state, why])).toEqual([['unmatched', 'own']]);
    expect(await depositsOf(anna)).toEqual([]);
  });
});

describe('a reorganisation', () => {
  it('before crediting: the payment goes back, and comes again with its transaction', async () => {
    const person = await aPayer();
    const hash = await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine(2);
    await round();
    const raw = await chain.rawOf(hash);
    await chain.reorganise(3);
    await round();
    expect((await depositsOf(person)).map(({ state }) => state)).toEqual(['gone']);
    expect(await statesOf(person)).toEqual(['callback_in_progress']);
    await confirm();
    expect(await availableOf(person)).toBe('0');
    await chain.reorganise(3, [[raw, 1]]);
    await round();
    expect((await depositsOf(person)).map(({ state }) => state)).toEqual(['confirming']);
    await confirm();
    expect(await statesOf(person)).toEqual(['success']);
    expect(await availableOf(person)).toBe('50');
  });

  it('before crediting, and it never comes again: it fails after a day, and nothing was booked', async () => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine(2);
    await round();
    await chain.reorganise(3);
    await round();
    exchange.clock.advance(86_400_000);
    await round();
    expect(await listOf(person)).toMatchObject([{ status: 'failure', isReversed: false }]);
    expect(await availableOf(person)).toBe('0');
  });

  it('after crediting: it is booked back, and where the person no longer has it, it is owed until he does', async () => {
    const [anna, ben] = [await aPayer(), await aPayer()];
    for (const { address } of [anna, ben]) await chain.sendToken(usdt, address, 50n * usd);
    await chain.mine();
    await round();
    await confirm();
    expect([await availableOf(anna), await availableOf(ben)]).toEqual(['50', '50']);
    await ben.get('transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '30' });
    const custody = await custodyOf('USDT');
    await chain.reorganise(confirmations + 3);
    await round();
    expect((await depositsOf(anna)).map(({ state }) => state)).toEqual(['missing']);
    expect(await availableOf(anna)).toBe('50');
    await confirm();
    expect(await listOf(anna)).toMatchObject([{ status: 'failure', isReversed: true }]);
    expect(await availableOf(anna)).toBe('0');
    expect((await depositsOf(ben)).map(({ state }) => state)).toEqual(['owed']);
    expect(await listOf(ben)).toMatchObject([{ status: 'success' }]);
    const rules = await findViolations(exchange.database.db, topUpLedgerRules, 0);
    expect(rules.find(({ rule }) => rule === 'I6-deposits-owed')?.subjects).toHaveLength(1);
    await ben.get('transfer', { from: 'contract', to: 'coin', asset: 'USDT', amount: '30' });
    await round();
    expect(await listOf(ben)).toMatchObject([{ status: 'failure', isReversed: true }]);
    expect(await availableOf(ben)).toBe('0');
    expect(Number(await custodyOf('USDT')) - Number(custody)).toBe(100);
  });
});

describe('an endpoint that lies, is slow or gone', () => {
  type Log = { transactionHash: string; data: string; blockHash: string };
  it.each<[string, (method: string, answer: unknown) => unknown]>([
    ['hides a log', (method, answer) => (method === 'eth_getLogs' ? [] : answer)],
    [
      'says another amount',
      (method, answer) =>
        method === 'eth_getLogs' ? (answer as Log[]).map((log) => ({ ...log, data: `0x${'f'.padStart(64, '0')}` })) : answer,
    ],
    [
      'says another hash',
      (method, answer) => (method === 'eth_getBlockByNumber' ? { ...(answer as object), hash: `0x${'ab'.repeat(32)}` } : answer),
    ],
    [
      'makes a log up',
      (method, answer) =>
        method === 'eth_getLogs'
          ? [...(answer as Log[]), ...(answer as Log[]).map((log) => ({ ...log, logIndex: '0x99' }))]
          : answer,
    ],
    [
      'says that it failed',
      (method, answer) => (method === 'eth_getTransactionReceipt' ? { ...(answer as object), status: '0x0' } : answer),
    ],
  ])('%s: nothing is booked, operators are told, and it goes on when it is honest again', async (_, lie) => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine(confirmations + 1);
    second.alter(lie);
    await round();
    await round();
    expect(await availableOf(person)).toBe('0');
    expect(await lookOf()).toMatchObject({ problemKind: 'disagreement', problem: expect.any(String) });
    expect(await metrics.registry.metrics()).toMatch(/chain_problem\{network="ethereum",kind="disagreement"\} 1/);
    second.alter(undefined);
    await round();
    expect(await availableOf(person)).toBe('50');
    expect(await lookOf()).toMatchObject({ problemKind: null });
  });

  it('a node that was killed: nothing is booked, and the gap is read when it is back, in bounded ranges', async () => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine(260);
    await chain.kill();
    await round();
    expect(await lookOf()).toMatchObject({ problemKind: 'unreachable' });
    await chain.startAgain();
    round = await aWatcher();
    await round();
    expect(await availableOf(person)).toBe('50');
  });

  it.each([['no receipt'], ['the receipt of another block']])(
    '%s at any node for a moment: the payment is asked for again, not given up, and keeps no other one waiting',
    async (said) => {
      // Every endpoint goes through the one that can be altered.
      const both = await openAlteringEndpoint(second.url);
      const [anna, ben] = [await aPayer(), await aPayer()];
      const hash = await chain.sendToken(usdt, anna.address, 50n * usd);
      await chain.sendToken(usdt, ben.address, 50n * usd);
      await chain.mine(confirmations + 1);
      second.alter((method, answer) => {
        if (method !== 'eth_getTransactionReceipt' || (answer as { transactionHash: string }).transactionHash !== hash)
          return answer;
        return said === 'no receipt' ? null : { ...(answer as object), blockHash: `0x${'cd'.repeat(32)}` };
      });
      round = await aWatcher(exchange.database.db, [second.url, both.url]);
      await round();
      expect((await depositsOf(anna)).map(({ state }) => state)).toEqual(['confirming']);
      expect(await availableOf(ben)).toBe('50');
      expect(await lookOf()).toMatchObject({ problemKind: 'unreachable', problem: expect.stringContaining(hash) });
      exchange.clock.advance(86_400_000);
      await round();
      second.alter(undefined);
      await round();
      both.close();
      expect([await availableOf(anna), await statesOf(anna)]).toEqual(['50', ['success']]);
      expect(await lookOf()).toMatchObject({ problemKind: null });
    },
  );

  it('one on another chain: the start is refused in words', async () => {
    second.alter((method, answer) => (method === 'eth_chainId' ? '0x89' : answer));
    const catalog = await loadCatalog(exchange.database.db, exchange.clock.now());
    await expect(refuseWrongChains(openChains([setting()], catalog), () => undefined)).rejects.toThrow(/is on chain 137/);
    expect(() => openChains([{ ...setting(), network: 'tron' }], catalog)).toThrow(/no chain tron/);
  });
});

describe('the watcher', () => {
  it('killed between seen and credited, by two processes at once: it is credited once', async () => {
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine(2);
    await round();
    const { owner } = exchange.database;
    // As the process dies with the booking half done.
    await owner.query(
      `create function die() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`,
    );
    await owner.query(
      `create trigger die after update on topup for each row when (new.status = 'success') execute function die()`,
    );
    await chain.mine(confirmations);
    await round().catch(() => undefined);
    await owner.query('drop trigger die on topup');
    expect(await availableOf(person)).toBe('0');
    const others = await Promise.all([aWatcher(), aWatcher(), aWatcher()]);
    await owner.query(`update lease set until_ms = 0 where name = 'chain:ethereum'`);
    await Promise.all(others.map((other) => other()));
    await round();
    expect(await availableOf(person)).toBe('50');
    expect(await statesOf(person)).toEqual(['success']);
  });

  it('that lost its lease writes nothing', async () => {
    const { owner } = exchange.database;
    const person = await aPayer();
    await chain.sendToken(usdt, person.address, 50n * usd);
    await chain.mine();
    await owner.query(`update chain_cursor set epoch = epoch + 1000 where network = 'ethereum'`);
    await round().catch(() => undefined);
    expect(await depositsOf(person)).toEqual([]);
    await owner.query(
      `update lease set epoch = (select epoch from chain_cursor where network = 'ethereum'), until_ms = 0 where name = 'chain:ethereum'`,
    );
    await round();
    expect(await depositsOf(person)).toHaveLength(1);
  });
});
