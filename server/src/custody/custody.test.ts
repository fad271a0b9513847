/** Custody against a real local chain, and against what two operators read off. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { OperationName, OperationResponse } from '@tessera/shared/operations';
import { amount } from '@tessera/shared/money';
import { operations } from '@tessera/shared/operations';
import { parseEther, type Address } from 'viem';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { startLocalChain, type LocalChain } from '../../test/localChain';
import { startTamperedNode, type TamperedNode } from '../../test/tamperedNode';
import { useTradingExchange, type Answer, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { house, post } from '../ledger/Ledger';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { dayOf, endOfDay } from '../calendar/days';
import { createCustody } from './Custody';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7' as Address;
const hot = '0x00000000000000000000000000000000000a0001' as Address;
const cold = '0x00000000000000000000000000000000000a0002' as Address;
const given = '0x00000000000000000000000000000000000a0003' as Address;
const lost = '0x00000000000000000000000000000000000a0004' as Address;

let chain: LocalChain;
let node: TamperedNode;
let anna: Person;
let [tess, theo]: TestOperator[] = [];
/** The first day that is counted. */
let day: number;
const exchange = useTradingExchange({
  async settings() {
    chain = await startLocalChain();
    node = await startTamperedNode(chain);
    return { CHAINS: JSON.stringify([{ network: 'ethereum', endpoints: [node.url] }]) };
  },
});
const metrics = createMetrics({ collectProcess: false });

beforeAll(async () => {
  await chain.placeToken(token, 10n ** 15n);
  day = dayOf(Number((await chain.client.getBlock()).timestamp) * 1000);
  exchange.clock.set(endOfDay(day) - 3_600_000);
  const nowMs = exchange.clock.now();
  [tess, theo] = await Promise.all(['tess', 'theo'].map((name) => anOperator(exchange.database, ['treasury'], { nowMs, name })));
  anna = await exchange.aPerson({ mode: 'real', coin: '0' });
  await exchange.database.owner.query(
    `insert into deposit_address (network, address, added_by, added_at_ms, confirmed_by, confirmed_at_ms)
     select 'ethereum', $1, tess.id, 1, theo.id, 1 from operator tess, operator theo where tess.name = 'tess' and theo.name = 'theo'`,
    [given],
  );
  await chain.sendToken(token, hot, 100_000_000n);
  await chain.sendToken(token, given, 50_000_000n);
  await chain.sendCoin(hot, parseEther('2'));
  await chain.mine(1);
  await booked('ethereum', '150');
});
afterAll(async () => {
  node.stop();
  await chain.stop();
});

/** People have that much there. */
const booked = (rail: string, text: string) =>
  exchange.database.db.transaction().execute((tx) =>
    post(tx, {
      mode: 'real',
      kind: 'topup',
      ref: 'test',
      idem: `test:${randomUUID()}`,
      atMs: exchange.clock.now(),
      legs: [
        { account: { ownerId: anna.userId, kind: 'coin', asset: 'USDT' }, amount: amount(text) },
        { account: house(`custody:${rail}`, 'USDT'), amount: amount(`-${text}`) },
      ],
    }),
  );
/** The chain and the clock are in the next day, and deep enough in it. */
async function midnight(): Promise<void> {
  const endMs = endOfDay(dayOf(exchange.clock.now()));
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(endMs / 1000) });
  await chain.mine(13);
  exchange.clock.set(endMs + 600_000);
  await exchange.database.owner.query('update operator_session set last_seen_at_ms = $1, created_at_ms = $1', [endMs + 600_000]);
}
async function count(custody: readonly Address[] = [cold]): Promise<void> {
  const { db } = exchange.database;
  const catalog = await loadCatalog(db, exchange.clock.now());
  const chains = [{ network: 'ethereum', endpoints: [node.url], custody: [...custody] }];
  const wallets = [{ network: 'ethereum', address: hot, keyFile: '', maxFee: 1n }];
  const log = createLog({ logLevel: 'silent' });
  await createCustody({ db, clock: exchange.clock, log, metrics, catalog, chains, wallets }).job.run(
    new AbortController().signal,
  );
}
async function operate(name: OperationName, request: Readonly<Record<string, unknown>>, by = tess): Promise<Answer> {
  const answer = await exchange.app.operationsHttp?.inject({
    method: 'POST',
    url: `/ops/api/${operations[name].path}`,
    headers: { authorization: `Bearer ${by?.token ?? ''}` },
    payload: request,
  });
  return answer?.json() as Answer;
}
const listed = async () => (await operate('custodyList', {})).message as OperationResponse<'custodyList'>;
const newest = async (asset: string, rail = 'ethereum') =>
  (await listed()).newest.find((one) => one.asset === asset && one.rail === rail);
const figure = async (name: string) =>
  (await metrics.registry.metrics())
    .split('\n')
    .find((one) => one.startsWith(`${name} `))
    ?.slice(name.length + 1);
async function own(asset: string, sum: string, rail = 'ethereum'): Promise<void> {
  const entry = { rail, asset, day: dayOf(exchange.clock.now()), amount: sum, reason: 'Of the house' };
  const { id } = (await operate('custodyOwnEnter', entry)).message as { id: string };
  expect(await operate('custodyOwnConfirm', { id })).toMatchObject({ message: 'REVIEW_OWN' });
  expect(await operate('custodyOwnConfirm', { id }, theo)).toMatchObject({ type: 'ok' });
  expect(await operate('custodyOwnConfirm', { id }, theo)).toMatchObject({ message: 'STATUS_ABNORMAL' });
}

describe('a chain', () => {
  test('not before the day is over and deep; then all wallets and deposit addresses together equal the books', async () => {
    await own('ETH', '2');
    await count();
    expect((await listed()).newest).toEqual([]);
    await midnight();
    await count();
    expect(await newest('USDT')).toMatchObject({ day, found: '150', booked: '150', known: '0', difference: '0', addresses: 3 });
    expect(await newest('ETH')).toMatchObject({ found: '2', booked: '0', known: '2', difference: '0' });
    expect(await figure('custody_unequal{rail="ethereum",asset="USDT"}')).toBe('0');
    expect(await figure('custody_uncounted{rail="ethereum"}')).toBe('0');
  });

  test('one smallest unit more: it differs by that, until it is known whose it is', async () => {
    await chain.sendToken(token, given, 1n);
    await chain.mine(1);
    await midnight();
    await count();
    expect(await newest('USDT')).toMatchObject({ day: day + 1, difference: '0.000001' });
    expect(await figure('custody_unequal{rail="ethereum",asset="USDT"}')).toBe('1');
    await own('USDT', '0.000001');
    await midnight();
    await count();
    expect(await newest('USDT')).toMatchObject({ known: '0.000001', difference: '0' });
    expect(await figure('custody_unequal{rail="ethereum",asset="USDT"}')).toBe('0');
  });

  test('money at an address that nobody named is missing; named, it is there', async () => {
    const moves = async (from: Address, to: Address) => {
      await chain.client.impersonateAccount({ address: from });
      await chain.client.setBalance({ address: from, value: parseEther('2') });
      await chain.client.setBalance({ address: lost, value: 0n });
      await chain.client.writeContract({
        account: from,
        address: token,
        abi: [
          {
            type: 'function',
            name: 'transfer',
            inputs: [{ type: 'address' }, { type: 'uint256' }],
            outputs: [],
            stateMutability: 'nonpayable',
          },
        ],
        functionName: 'transfer',
        args: [to, 30_000_000n],
        chain: null,
      });
      await chain.mine(1);
    };
    await moves(hot, lost);
    await midnight();
    await count();
    expect(await newest('USDT')).toMatchObject({ difference: '-30' });
    // Nor where one operator alone lists it as an address for top-ups.
    await exchange.database.owner.query(
      `insert into deposit_address (network, address, added_by, added_at_ms) select 'ethereum', $1, id, 1 from operator where name = 'tess'`,
      [lost],
    );
    await midnight();
    await count();
    expect(await newest('USDT')).toMatchObject({ difference: '-30', addresses: 3 });
    await midnight();
    await count([cold, lost]);
    expect(await newest('USDT')).toMatchObject({ difference: '0', addresses: 4 });
  });

  test('nobody counted for two days: both are, each at its own last block; on the same day nothing is counted twice', async () => {
    const last = (await newest('USDT'))?.day ?? 0;
    await chain.sendToken(token, given, 7_000_000n);
    await chain.mine(1);
    await midnight();
    await chain.sendToken(token, given, 5_000_000n);
    await chain.mine(1);
    await midnight();
    await count([cold, lost]);
    await count([cold, lost]);
    const { rows } = await exchange.database.owner.query<{ day: number; difference: string }>(
      `select day, trim_scale(difference)::text as difference from custody_count where asset = 'USDT' and day > $1 order by day`,
      [last],
    );
    expect(rows).toEqual([
      { day: last + 1, difference: '7' },
      { day: last + 2, difference: '12' },
    ]);
    await expect(exchange.database.db.updateTable('custodyCount').set({ found: '0' }).execute()).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('the node does not answer, or no longer knows: nothing is counted, and that is seen', async () => {
    await midnight();
    node.tamper(async (method, real) => {
      if (method === 'eth_call') throw new Error('missing trie node');
      return real();
    });
    await count([cold, lost]);
    expect(Number(await figure('custody_uncounted{rail="ethereum"}'))).toBeGreaterThan(0);
    node.tamper(undefined);
    await count([cold, lost]);
    expect(await figure('custody_uncounted{rail="ethereum"}')).toBe('0');
  });
});

describe('the bank', () => {
  test('two operators who read the same: counted against the books of that day; one, or two who differ, are not enough', async () => {
    await booked('bank', '80');
    const of = dayOf(exchange.clock.now());
    const read = (balance: string, by = tess) => operate('custodyRead', { rail: 'bank', asset: 'USDT', day: of, balance }, by);
    expect(await read('80')).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await midnight();
    await booked('bank', '1000');
    expect((await listed()).toRead).toContainEqual({ rail: 'bank', asset: 'USDT', day: of, readBy: [] });
    expect(await read('81')).toMatchObject({ message: { isCounted: false } });
    expect(await read('81')).toMatchObject({ message: { isCounted: false } });
    expect(await read('79.5', theo)).toMatchObject({ message: { isCounted: false } });
    expect((await listed()).toRead.find(({ rail }) => rail === 'bank')?.readBy).toEqual(['tess', 'theo']);
    expect(await read('79.5')).toMatchObject({ message: { isCounted: true } });
    expect(await newest('USDT', 'bank')).toMatchObject({ found: '79.5', booked: '80', difference: '-0.5', block: null });
    expect(await read('80', theo)).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await count([cold, lost]);
    expect(await figure('custody_unequal{rail="bank",asset="USDT"}')).toBe('1');
    expect(await operate('custodyRead', { rail: 'bank', asset: 'NOPE', day: of, balance: '1' })).toMatchObject({
      message: 'PARAMETER_WRONG',
    });
  });
});

describe('what was looked into', () => {
  const mark = (kind: string, ref: string, seen: string) => operate('alarmsDone', { kind, ref, seen, reason: 'Asked the bank.' });
  const done = { by: 'tess', reason: 'Asked the bank.', atMs: expect.any(Number) };

  test('a difference leaves what is open and stays to be read; what equals is no alarm', async () => {
    const { differences, newest: counts } = await listed();
    const [first] = differences.filter(({ rail }) => rail === 'bank');
    expect(first).toMatchObject({ difference: '-0.5', done: null });
    const ref = `bank USDT ${first?.day}`;
    expect(await mark('custody', ref, '-0.4')).toMatchObject({ message: 'REVIEW_CHANGED' });
    expect(await mark('custody', ref, '-0.5')).toMatchObject({ type: 'ok' });
    expect(await mark('custody', ref, '-0.5')).toMatchObject({ message: 'STATUS_ABNORMAL' });
    const after = (await listed()).differences;
    expect(after).toHaveLength(differences.length);
    expect(after.at(-1)).toEqual({ ...first, done });
    // The count itself says what it said: another day has to be counted without a difference.
    expect((await listed()).newest).toEqual(counts);
    const equal = counts.find(({ difference }) => difference === '0');
    expect(await mark('custody', `${equal?.rail} ${equal?.asset} ${equal?.day}`, '0')).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
  });

  test('a payment that no program credits too', async () => {
    const { rows } = await exchange.database.owner.query<{ id: string }>(
      `insert into chain_deposit (network, txid, log_index, block_number, block_hash, sender, address_id, asset, raw, decimals, amount, rest, state, why,
         seen_at_ms, moved_at_ms)
       select 'ethereum', '0x' || repeat('a', 64), 0, 1, '0xb', '0xc', min(id), 'ETH', 1500000000000000001, 18, 1.5, 1, 'unmatched', 'nobody', 1, 1
       from deposit_address returning id`,
    );
    const id = rows[0]?.id ?? '';
    const shown = async () => (await listed()).deposits.find((one) => one.id === id);
    expect(await shown()).toMatchObject({ rail: 'ethereum', amount: '1.500000000000000001', why: 'nobody', done: null });
    const says = (await shown())?.says ?? '';
    expect(await mark('deposit', id, says)).toMatchObject({ type: 'ok' });
    expect(await shown()).toMatchObject({ done });
  });

  test('a payment that came back to the chain and has gone again is owed anew', async () => {
    const { owner } = exchange.database;
    const { rows } = await owner.query<{ id: string }>(
      `with made as (
         insert into topup (public_id, user_id, method, asset, amount, worth, turnover_need, catalog_version, upload_ids, asked_at_ms)
         select 'OWEDAGAIN1', max(id), 'manual', 'ETH', 1, 1, 0, 1, '{}', 1 from app_user returning id)
       insert into chain_deposit (network, txid, log_index, block_number, block_hash, sender, address_id, asset, raw, decimals, amount, rest, state,
         topup_id, seen_at_ms, moved_at_ms)
       select 'ethereum', '0x' || repeat('b', 64), 0, 1, '0xb', '0xc', min(id), 'ETH', 1000, 3, 1, 0, 'owed',
         (select id from made), 1, 1
       from deposit_address returning id`,
    );
    const id = rows[0]?.id ?? '';
    const owed = async () => (await listed()).deposits.find((one) => one.id === id);
    const says = (await owed())?.says ?? '';
    expect(await mark('deposit', id, says)).toMatchObject({ type: 'ok' });
    expect(await owed()).toMatchObject({ done });
    for (const [state, atMs, goneAt] of [
      ['final', 2, null],
      ['missing', 3, 9],
      ['owed', 4, 9],
    ] as const)
      await owner.query('update chain_deposit set state = $1, moved_at_ms = $2, gone_at_block = $3 where id = $4', [
        state,
        atMs,
        goneAt,
        id,
      ]);
    expect(await owed()).toMatchObject({ done: null });
    // Who looked at the first debt has not seen the second.
    expect(await mark('deposit', id, says)).toMatchObject({ message: 'REVIEW_CHANGED' });
    expect(await mark('deposit', id, (await owed())?.says ?? '')).toMatchObject({ type: 'ok' });
    expect(await owed()).toMatchObject({ done });
  });
});
