/** Payouts that the exchange sends itself, from the request to a transaction on a real local chain, and everything that comes between. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Withdrawal } from '@tessera/shared/contract';
import type { PayoutShown } from '@tessera/shared/operations';
import { encodeAbiParameters, formatEther, keccak256, numberToHex, parseEther, type Address, type Hash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { anOperator } from '../../test/anOperator';
import { aPayee } from '../../test/aPayee';
import { startLocalChain, tokenAbi, type LocalChain } from '../../test/localChain';
import { startTamperedNode, type TamperedNode, type Tampering } from '../../test/tamperedNode';
import { useTradingExchange, type Money, type Person } from '../../test/tradingExchange';
import { loadCatalog } from '../catalog/Catalog';
import { createMessages } from '../content/messages';
import { shippedTexts } from '../content/texts';
import { patienceMs } from '../chain/sender/followPayout';
import { leaseLifeMs } from '../chain/sender/SenderLease';
import { readWalletKey } from '../chain/sender/readWalletKey';
import { createCustody } from '../custody/Custody';
import { quickPasswords } from '../../test/quickPasswords';
import type { Job } from '../jobs/JobRunner';
import { findViolations, ledgerRules } from '../ledger/invariants';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createMetrics } from '../platform/metrics';
import { dayOf, endOfDay } from '../calendar/days';
import { openPayoutSenders } from './openPayoutSenders';

const token = '0xdac17f958d2ee523a2206206994597c13d831ec7' as Address;
const key = generatePrivateKey();
const wallet = privateKeyToAccount(key);
const address = wallet.address.toLowerCase() as Address;
const paymentPassword = 'for payments';
const needed = 12;
const log = createLog({ logLevel: 'silent' });

let chain: LocalChain;
let nodes: readonly [TamperedNode, TamperedNode];
let folder: string;
let keyFile: string;
let hashed: string;
const exchange = useTradingExchange({
  async settings() {
    chain = await startLocalChain();
    nodes = [await startTamperedNode(chain), await startTamperedNode(chain)];
    folder = await mkdtemp(join(tmpdir(), 'tessera-payouts-'));
    keyFile = join(folder, 'key');
    await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
    return { CHAINS: JSON.stringify([settingOf()]), PAYOUT_WALLETS: JSON.stringify([{ network: 'ethereum', address, keyFile }]) };
  },
});
const settingOf = () => ({ network: 'ethereum', endpoints: nodes.map(({ url }) => url) });

beforeAll(async () => {
  hashed = await quickPasswords.hash(paymentPassword);
  await chain.placeToken(token, 10n ** 15n);
  await chain.sendCoin(address, parseEther('50'));
  await chain.sendToken(token, address, 50_000_000_000n);
  await chain.mine(1);
  sender = await aSender();
});
afterEach(async () => {
  for (const node of nodes) node.tamper(undefined);
  const found = await findViolations(exchange.database.db, ledgerRules, 0);
  expect(found.filter(({ subjects }) => subjects.length > 0)).toEqual([]);
});
afterAll(async () => {
  for (const node of nodes) node.stop();
  await chain.stop();
  await rm(folder, { recursive: true });
});

interface Sender {
  round(): Promise<void>;
  /** A figure of it, "payout_stuck{network="ethereum"}". */
  figure(name: string): Promise<string | undefined>;
}
/** What the network took for a transaction that is not the exchange's. */
let foreignGas = 0n;
let sender: Sender;
async function aSender(more: { readonly maxFee?: bigint; readonly network?: string } = {}): Promise<Sender> {
  const { db } = exchange.database;
  const metrics = createMetrics({ collectProcess: false });
  const [job] = await openPayoutSenders({
    db,
    clock: exchange.clock,
    log,
    metrics,
    catalog: await loadCatalog(db, exchange.clock.now()),
    chains: [{ ...settingOf(), custody: [] }],
    wallets: [{ network: 'ethereum', address, keyFile, maxFee: more.maxFee ?? 100_000_000_000n }],
    holder: randomUUID(),
    messages: createMessages({ db, texts: shippedTexts() }),
    wakeOutbox: () => undefined,
  });
  return {
    round: async () => void (await (job as Job).run(new AbortController().signal)),
    async figure(name) {
      const line = (await metrics.registry.metrics()).split('\n').find((one) => one.startsWith(`${name} `));
      return line?.slice(name.length + 1);
    },
  };
}
/** Whoever sent until now is gone without a word; another process goes on. */
async function killed(more: Parameters<typeof aSender>[0] = {}): Promise<void> {
  exchange.clock.advance(leaseLifeMs + 1);
  sender = await aSender(more);
}

interface Owner extends Person {
  readonly payeeId: string;
  readonly address: string;
}
async function anOwner(money: Money, asset: string): Promise<Owner> {
  const { db, owner } = exchange.database;
  const nowMs = exchange.clock.now();
  const person = await exchange.aPerson({ mode: 'real', ...money });
  await owner.query('update app_user set payment_password_hash = $2 where id = $1', [person.userId, hashed]);
  return { ...person, ...(await aPayee(db, { userId: person.userId, nowMs, asset, network: 'ethereum' })) };
}
/** Asked for, and approved by an operator. */
async function approved(sum = '105', asset: 'USDT' | 'ETH' = 'USDT'): Promise<Owner> {
  const owner = await anOwner(asset === 'USDT' ? { coin: '20000' } : { coins: { ETH: '40' } }, asset);
  const asked = { asset, amount: sum, payeeId: owner.payeeId, stepUpPassword: paymentPassword };
  await owner.get('withdraw', asked, randomUUID());
  const { items } = (await exchange.operate('reviewsList', { userId: String(owner.userId) })).message as {
    items: { id: string }[];
  };
  const id = items[0]?.id ?? '';
  const { termsHash } = (await exchange.operate('reviewsGet', { id })).message as { termsHash: string };
  await exchange.database.owner.query(`update review_rule set approvals = 1 where kind = 'withdrawal'`);
  expect(await exchange.operate('reviewsDecide', { id, termsHash, verdict: 'approved' })).toMatchObject({ type: 'ok' });
  return owner;
}
const newest = async (owner: Owner) => (await owner.get<{ items: Withdrawal[] }>('withdrawalLog', {})).items[0];
const payoutOf = async (owner: Owner) =>
  ((await exchange.operate('payoutsList', { state: 'any' })).message as { items: PayoutShown[] }).items.find(
    ({ userId }) => userId === String(owner.userId),
  ) as PayoutShown;
const coinOf = async (owner: Owner, asset = 'USDT') =>
  (await owner.get<{ coin: { available: string; frozen: string } }>('walletInfo', { asset })).coin;
const tokensOf = (of: string) =>
  chain.client.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [of as Address] });
const storedOf = async (owner: Owner) =>
  (
    await exchange.database.owner.query<{ hash: Hash; raw: string; maxFee: string; nonce: string }>(
      `select t.hash, t.raw, t.max_fee as "maxFee", s.nonce from payout_transaction t join payout_sending s using (payout_id)
       join payout p on p.id = s.payout_id join withdrawal w on w.id = p.withdrawal_id where w.user_id = $1 order by t.max_fee`,
      [owner.userId],
    )
  ).rows;
/** Mined, and so deep that it is over. */
async function settles(): Promise<void> {
  await chain.mine(1 + needed);
  await sender.round();
}
const network = '{network="ethereum"}';
const chainProblem = (kind: string) => sender.figure(`payout_chain_problem{network="ethereum",kind="${kind}"}`);

describe('the way of a payout', () => {
  test('a token: on its way with its depth, success when it is deep enough, the sum to the last unit', async () => {
    const anna = await approved();
    expect(await payoutOf(anna)).toMatchObject({ adapter: 'evm', state: 'ordered' });
    await sender.round();
    const [{ hash } = { hash: '0x' }] = await storedOf(anna);
    expect(await newest(anna)).toMatchObject({
      status: 'second_review',
      sending: { transaction: hash, confirmations: null, needed },
    });
    await chain.mine(1);
    await sender.round();
    expect(await newest(anna)).toMatchObject({ sending: { transaction: hash, confirmations: 0 } });
    await chain.mine(needed - 1);
    await sender.round();
    expect(await newest(anna)).toMatchObject({ status: 'second_review', sending: { confirmations: needed - 1 } });
    expect(await coinOf(anna)).toMatchObject({ frozen: '105' });
    await chain.mine(1);
    await sender.round();
    const over = await newest(anna);
    expect(over).toMatchObject({ status: 'success', transaction: hash });
    expect(over?.sending).toBeUndefined();
    expect(await tokensOf(anna.address)).toBe(100_000_000n);
    expect(await coinOf(anna)).toMatchObject({ available: '19895', frozen: '0' });
    const { items } = await anna.get<{ items: { title: string }[] }>('userMessages', {});
    expect(items[0]).toMatchObject({ title: 'Your withdrawal was sent' });
    await sender.round();
    expect(await storedOf(anna)).toHaveLength(1);
  });

  test('the coin of the network, and two in one block with their nonces in a row', async () => {
    const [anna, ben] = [await approved('1.0010000123', 'ETH').catch(() => undefined), await approved('1.00100001', 'ETH')];
    expect(anna).toBeUndefined();
    const cleo = await approved('0.5', 'ETH');
    await sender.round();
    await settles();
    expect(await chain.client.getBalance({ address: ben.address as Address })).toBe(parseEther('1.00000001'));
    expect(await chain.client.getBalance({ address: cleo.address as Address })).toBe(parseEther('0.499'));
    const [[one], [other]] = [await storedOf(ben), await storedOf(cleo)];
    expect(Number(other?.nonce) - Number(one?.nonce)).toBe(1);
    expect(await newest(cleo)).toMatchObject({ status: 'success' });
  });
});

describe('killed', () => {
  const cut = async (trigger: string, step: () => Promise<void>): Promise<void> => {
    const { owner } = exchange.database;
    await owner.query(
      `create or replace function cut() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    );
    await owner.query(`create trigger cut ${trigger} execute function cut()`);
    try {
      await expect(step()).rejects.toThrow('cut');
    } finally {
      await owner.query(`drop trigger cut on ${/ on (\w+)/.exec(trigger)?.[1] ?? ''}`);
    }
  };
  const refuses: Tampering = async (method, real) => {
    if (method === 'eth_sendRawTransaction') throw new Error('the connection is lost');
    return real();
  };

  test.each<[string, (owner: Owner) => Promise<void>]>([
    ['before it is stored', () => cut('before insert on payout_transaction for each row', () => sender.round())],
    [
      'after it is stored, before it is sent',
      async (owner) => {
        for (const node of nodes) node.tamper(refuses);
        await sender.round();
        expect(await storedOf(owner)).toHaveLength(1);
        expect(await chain.client.request({ method: 'txpool_status' as never })).toMatchObject({ pending: '0x0' });
        for (const node of nodes) node.tamper(undefined);
      },
    ],
    ['after it is sent', () => sender.round()],
    [
      'deep enough, before the books say so',
      async () => {
        await sender.round();
        await chain.mine(1 + needed);
        await cut('before insert on outbox for each row', () => sender.round());
      },
    ],
  ])('%s: the next one goes on, and it is paid once', async (_, until) => {
    const anna = await approved();
    await until(anna);
    expect(await newest(anna)).toMatchObject({ status: 'second_review' });
    await killed();
    await sender.round();
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
    expect(await tokensOf(anna.address)).toBe(100_000_000n);
    expect(await storedOf(anna)).toHaveLength(1);
  });

  test('two at once: one sends, and what a sender of before still writes is refused', async () => {
    const [anna, ben] = [await approved(), await approved()];
    const before = sender;
    const other = await aSender();
    await Promise.all([before.round(), other.round()]);
    expect(await other.figure(`payout_sender_leads${network}`)).toBe('0');
    exchange.clock.advance(leaseLifeMs + 1);
    await Promise.all([other.round(), before.round()]);
    sender = (await other.figure(`payout_sender_leads${network}`)) === '1' ? other : before;
    await settles();
    for (const owner of [anna, ben]) {
      expect(await storedOf(owner)).toHaveLength(1);
      expect(await tokensOf(owner.address)).toBe(100_000_000n);
    }
  });
});

describe('on the chain', () => {
  test('not mined: offered for more with the same nonce, up to the limit, then said to be stuck; paid once', async () => {
    await killed({ maxFee: 4_000_000_000n });
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000_000_000n });
    await chain.mine(1);
    const anna = await approved();
    await sender.round();
    for (let round = 0; round < 6; round += 1) {
      exchange.clock.advance(patienceMs);
      await sender.round();
    }
    const stored = await storedOf(anna);
    expect(stored.length).toBeGreaterThan(1);
    expect(new Set(stored.map(({ nonce }) => nonce)).size).toBe(1);
    for (const { maxFee } of stored) expect(BigInt(maxFee)).toBeLessThanOrEqual(4_000_000_000n);
    expect(await sender.figure(`payout_stuck${network}`)).toBe('1');
    expect((await payoutOf(anna)).sending).toMatchObject({ transactions: stored.length, wallet: address });
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success', transaction: stored.at(-1)?.hash });
    expect(await tokensOf(anna.address)).toBe(100_000_000n);
    await killed();
  });

  test('above the limit nothing begins; at a lower base fee it does', async () => {
    await killed({ maxFee: 10n });
    const anna = await approved();
    await sender.round();
    expect(await payoutOf(anna)).toMatchObject({ sending: null, waitsFor: 'fee' });
    expect(await sender.figure('payouts_waiting{network="ethereum",why="fee"}')).toBe('1');
    await killed();
    await sender.round();
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
  });

  test('another transaction took its nonce: held until that is deep, then an operator takes it over', async () => {
    const anna = await approved();
    await sender.round();
    const [{ hash, nonce } = { hash: '0x' as Hash, nonce: '0' }] = await storedOf(anna);
    await chain.client.dropTransaction({ hash });
    const foreign = await chain.client.sendTransaction({
      account: wallet,
      to: address,
      value: 1n,
      nonce: Number(nonce),
      chain: null,
      maxFeePerGas: parseEther('0.0000001'),
    });
    await chain.mine(needed);
    const taken = await chain.client.getTransactionReceipt({ hash: foreign });
    foreignGas = taken.gasUsed * taken.effectiveGasPrice;
    await sender.round();
    const { id } = await payoutOf(anna);
    expect(await exchange.operate('payoutsHandOver', { id })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await chain.mine(1);
    await sender.round();
    expect(await payoutOf(anna)).toMatchObject({ sending: { state: 'lost' }, state: 'ordered' });
    expect(await sender.figure(`payouts_not_paid${network}`)).toBe('1');
    expect(await coinOf(anna)).toMatchObject({ frozen: '105' });
    expect(await exchange.operate('payoutsFail', { id, reason: 'x' })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    expect(await exchange.operate('payoutsHandOver', { id })).toMatchObject({ message: { adapter: 'manual' } });
    expect(await exchange.operate('payoutsFail', { id, reason: 'Ask again, please.' })).toMatchObject({
      message: { state: 'failed' },
    });
    expect(await coinOf(anna)).toMatchObject({ available: '20000', frozen: '0' });
    await sender.round();
    expect(await tokensOf(anna.address)).toBe(0n);
  });

  test('dropped by every node: the same bytes are sent again', async () => {
    const anna = await approved();
    await sender.round();
    const [{ hash } = { hash: '0x' as Hash }] = await storedOf(anna);
    await chain.client.dropTransaction({ hash });
    await sender.round();
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success', transaction: hash });
    expect(await storedOf(anna)).toHaveLength(1);
  });

  test('a reorganisation takes it out: on its way again, and paid once', async () => {
    const anna = await approved();
    await sender.round();
    await chain.mine(3);
    await sender.round();
    expect(await newest(anna)).toMatchObject({ sending: { confirmations: 2 } });
    await chain.reorganise(4);
    await sender.round();
    expect(await newest(anna)).toMatchObject({ status: 'second_review', sending: { confirmations: null } });
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
    expect(await tokensOf(anna.address)).toBe(100_000_000n);
  });

  test('the node is killed and comes back without what it was told: sent again', async () => {
    const anna = await approved();
    await sender.round();
    await chain.kill();
    await expect(sender.round()).rejects.toThrow('endpoints have to answer');
    expect(await chainProblem('unreachable')).toBe('1');
    await chain.startAgain();
    await sender.round();
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
  });

  test.each<[string, Tampering]>([
    [
      'that it failed',
      async (method, real) => {
        const answer = await real();
        return method === 'eth_getTransactionReceipt' && answer !== null ? { ...(answer as object), status: '0x0' } : answer;
      },
    ],
    ['that there is none', async (method, real) => (method === 'eth_getTransactionReceipt' ? null : real())],
    [
      'another depth',
      async (method, real) => {
        const answer = await real();
        return method === 'eth_getTransactionReceipt' && answer !== null ? { ...(answer as object), blockNumber: '0x1' } : answer;
      },
    ],
  ])('one of two endpoints lies, %s: nothing is over until it stops', async (_, lie) => {
    const anna = await approved();
    await sender.round();
    nodes[1].tamper(lie);
    await chain.mine(1 + needed);
    await sender.round().catch(() => undefined);
    expect(await newest(anna)).toMatchObject({ status: 'second_review', sending: { confirmations: null } });
    expect([await chainProblem('disagreement'), await chainProblem('unreachable')]).toContain('1');
    nodes[1].tamper(undefined);
    await sender.round();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
  });

  test('the wallet is empty: it waits and is told; filled, it goes', async () => {
    const have = await tokensOf(address);
    const anna = await approved('10005');
    await setTokens(1n);
    await sender.round();
    expect(await payoutOf(anna)).toMatchObject({ sending: null, waitsFor: 'funds' });
    expect(await sender.figure('payouts_waiting{network="ethereum",why="funds"}')).toBe('1');
    expect(await storedOf(anna)).toEqual([]);
    await setTokens(have);
    await chain.mine(1);
    await sender.round();
    expect(await sender.figure('payouts_waiting{network="ethereum",why="funds"}')).toBe('0');
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
  });

  const setTokens = async (sum: bigint) => {
    const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, 0n]));
    await chain.client.setStorageAt({ address: token, index: slot, value: numberToHex(sum, { size: 32 }) });
  };
  /** A contract that answers everything with nothing, and moves nothing. */
  const silentToken = '0x00';

  test.each<[string, () => Promise<() => Promise<void>>]>([
    [
      'the transfer fails',
      async () => {
        const have = await tokensOf(address);
        await setTokens(0n);
        return () => setTokens(have);
      },
    ],
    [
      'the transfer does nothing, and says nothing',
      async () => {
        const code = (await chain.client.getCode({ address: token })) as `0x${string}`;
        await chain.client.setCode({ address: token, bytecode: silentToken });
        return () => chain.client.setCode({ address: token, bytecode: code });
      },
    ],
  ])('mined, but %s: the money stays held until it is deep and an operator has looked', async (_, spoil) => {
    const anna = await approved();
    await sender.round();
    const mend = await spoil();
    await chain.mine(1);
    await mend();
    await chain.mine(needed - 1);
    await sender.round();
    const { id } = await payoutOf(anna);
    expect(await exchange.operate('payoutsHandOver', { id })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await chain.mine(1);
    await sender.round();
    expect(await payoutOf(anna)).toMatchObject({ state: 'ordered', sending: { state: 'failed' } });
    expect(await newest(anna)).toMatchObject({ status: 'second_review' });
    expect(await coinOf(anna)).toMatchObject({ frozen: '105' });
    await sender.round();
    expect(await storedOf(anna)).toHaveLength(1);
    await exchange.operate('payoutsHandOver', { id });
    expect(await exchange.operate('payoutsFail', { id, reason: 'The token does not move.' })).toMatchObject({ type: 'ok' });
    expect(await coinOf(anna)).toMatchObject({ available: '20000', frozen: '0' });
  });
});

test('any number that the chain refuses keeps no later one waiting', async () => {
  const refused: Owner[] = [];
  for (let one = 0; one < 10; one += 1) refused.push(await approved('0.05', 'ETH'));
  const setCodes = async (bytecode: `0x${string}`) => {
    for (const one of refused) await chain.client.setCode({ address: one.address as Address, bytecode });
  };
  // Whoever pays it is thrown back.
  await setCodes('0x60006000fd');
  const anna = await approved();
  for (let rounds = 0; rounds < 3; rounds += 1) await sender.round();
  expect(await payoutOf(refused[0] as Owner)).toMatchObject({ waitsFor: 'refused' });
  await settles();
  expect(await newest(anna)).toMatchObject({ status: 'success' });
  await setCodes('0x');
  for (let rounds = 0; rounds < 2; rounds += 1) await sender.round();
  await settles();
  for (const one of refused) expect(await newest(one)).toMatchObject({ status: 'success' });
});

test.each<[string, Tampering]>([
  ['it takes endless gas', async (method, real) => (method === 'eth_estimateGas' ? '0xffffffffff' : real())],
  [
    'it would fail',
    async (method, real) => {
      if (method === 'eth_estimateGas') throw new Error('execution reverted');
      return real();
    },
  ],
  [
    'miners want a thousand times as much',
    async (method, real) => (method === 'eth_maxPriorityFeePerGas' ? '0xe8d4a51000' : real()),
  ],
])('one of two endpoints says that %s: it is sent all the same, for no more', async (_, lie) => {
  const anna = await approved();
  nodes[1].tamper(lie);
  await sender.round();
  nodes[1].tamper(undefined);
  const [stored] = await storedOf(anna);
  expect(Number(stored?.maxFee)).toBeLessThan(100_000_000_000);
  await settles();
  expect(await newest(anna)).toMatchObject({ status: 'success' });
});

test('one that cannot be booked keeps no other one waiting, and is said', async () => {
  const { owner } = exchange.database;
  const [anna, ben] = [await approved(), await approved()];
  await sender.round();
  const cleo = await approved();
  await chain.mine(1 + needed);
  await owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`);
  await owner.query(
    `create trigger broken before update on payout for each row when (old.id = ${(await payoutOf(anna)).id}) execute function broken()`,
  );
  await expect(sender.round()).rejects.toThrow('broken');
  expect(await sender.figure(`payouts_broken${network}`)).toBe('1');
  expect(await newest(ben)).toMatchObject({ status: 'success' });
  expect(await storedOf(cleo)).toHaveLength(1);
  await owner.query('drop trigger broken on payout');
  await settles();
  expect(await sender.figure(`payouts_broken${network}`)).toBe('0');
  for (const one of [anna, cleo]) expect(await newest(one)).toMatchObject({ status: 'success' });
});

describe('what is refused', () => {
  test('for a payout by hand, a transaction that the exchange sent for another one', async () => {
    const anna = await approved();
    await sender.round();
    const [{ hash } = { hash: '' }] = await storedOf(anna);
    const ben = await approved();
    const { id } = await payoutOf(ben);
    expect(await exchange.operate('payoutsHandOver', { id })).toMatchObject({ message: { adapter: 'manual' } });
    for (const transaction of [hash, `0x${hash.slice(2).toUpperCase()}`])
      expect(await exchange.operate('payoutsPaid', { id, transaction })).toMatchObject({
        message: 'PARAMETER_WRONG',
        params: { field: 'transaction' },
      });
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
    expect(await exchange.operate('payoutsFail', { id, reason: 'Ask again, please.' })).toMatchObject({ type: 'ok' });
  });

  test('an address that is the exchange’s own by now: asked for, approved, and when it is to be sent', async () => {
    const { owner: database } = exchange.database;
    const anna = await anOwner({ coin: '2000' }, 'USDT');
    const asked = { asset: 'USDT', amount: '105', payeeId: anna.payeeId, stepUpPassword: paymentPassword };
    await anna.get('withdraw', asked, randomUUID());
    const { id: by } = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now() });
    await database.query(
      `insert into deposit_address (network, address, added_by, added_at_ms) values ('ethereum', lower($1), $2, 1)`,
      [anna.address, by],
    );
    const { items } = (await exchange.operate('reviewsList', { userId: String(anna.userId) })).message as {
      items: { id: string }[];
    };
    const id = items[0]?.id ?? '';
    const { termsHash } = (await exchange.operate('reviewsGet', { id })).message as { termsHash: string };
    expect(await exchange.operate('reviewsDecide', { id, termsHash, verdict: 'approved' })).toMatchObject({
      message: 'WITHDRAWAL_ADDRESS_OURS',
    });
    const refusal = { id, termsHash, verdict: 'rejected', reason: 'It is ours.' };
    expect(await exchange.operate('reviewsDecide', refusal)).toMatchObject({ type: 'ok' });
    expect(await coinOf(anna)).toMatchObject({ available: '2000', frozen: '0' });
    expect(await anna.ask('withdraw', asked, randomUUID())).toMatchObject({ message: 'WITHDRAWAL_ADDRESS_OURS' });

    const ben = await approved();
    for (const to of [address, token, `0x${'0'.repeat(40)}`]) {
      await database.query(
        `do $$ begin set local session_replication_role = replica; update withdrawal set address = '${to}' where user_id = ${ben.userId}; end $$`,
      );
      await sender.round();
      expect(await payoutOf(ben)).toMatchObject({ sending: null, waitsFor: 'refused' });
    }
    const { id: payout } = await payoutOf(ben);
    await exchange.operate('payoutsHandOver', { id: payout });
    expect(await exchange.operate('payoutsFail', { id: payout, reason: 'It is ours.' })).toMatchObject({ type: 'ok' });
  });

  const codeOf = (statement: string) =>
    exchange.database.database.pool.query(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  test('by the database: an epoch of before, a second nonce, a success that was not sent, a change of what was stored', async () => {
    const anna = await approved();
    const { id } = await payoutOf(anna);
    const { rows } = await exchange.database.owner.query<{ epoch: string }>(
      `select epoch from lease where name = 'sender:ethereum'`,
    );
    const epoch = Number(rows[0]?.epoch);
    const take = (nonce: number, by: number) =>
      `insert into payout_sending (payout_id, network, address, nonce, epoch, taken_at_ms, looked_at_ms, confirmations_needed)
       values (${id}, 'ethereum', '${address}', ${nonce}, ${by}, 1, 1, 12)`;
    expect(await codeOf(take(900, epoch - 1))).toBe('T0001');
    expect(await codeOf(`select end_sent_payout(${id}, 1)`)).not.toBe('done');
    await sender.round();
    const [{ hash } = { hash: '0x' }] = await storedOf(anna);
    expect(await codeOf(take(900, epoch))).toBe('23505');
    expect(await codeOf(`update payout_sending set epoch = ${epoch - 1} where payout_id = ${id}`)).toBe('T0001');
    expect(await codeOf(`update payout_sending set nonce = 900 where payout_id = ${id}`)).toBe('42501');
    expect(await codeOf(`update payout_transaction set raw = '0x00'`)).toBe('42501');
    expect(await codeOf(`delete from payout_transaction`)).toBe('42501');
    expect(await codeOf(`update payout_sending set state = 'paid', ended_at_ms = 1 where payout_id = ${id}`)).toBe('23514');
    const foreign = `transaction = '0x${'ab'.repeat(32)}', block_number = 1, block_hash = 'x', confirmations = 12, gas_paid = 1`;
    expect(await codeOf(`update payout_sending set ${foreign}, state = 'paid', ended_at_ms = 1 where payout_id = ${id}`)).toBe(
      'R0002',
    );
    expect(
      await codeOf(`insert into payout_transaction (hash, payout_id, raw, max_fee, priority_fee, gas_limit, epoch, stored_at_ms)
        select '0x${'cd'.repeat(32)}', payout_id, raw, max_fee, priority_fee, gas_limit, epoch, 1 from payout_transaction where hash = '${hash}'`),
    ).toBe('R0002');
    expect(await codeOf(`select end_sent_payout(${id}, 1)`)).toBe('R0002');
    expect(await codeOf(`select hand_over_payout('x', ${id}, 1)`)).toBe('42501');
    const before = await newest(anna);
    await settles();
    expect(await newest(anna)).toMatchObject({ id: before?.id, status: 'success' });
    expect(await codeOf(`update payout_sending set epoch = ${epoch}, confirmations = 13 where payout_id = ${id}`)).toBe('L0009');
  });

  test('at start: a file that others read, that is not there, that holds no key, the key of another address', async () => {
    const setting = { network: 'ethereum', address, keyFile, maxFee: 1n };
    const other = join(folder, 'other');
    await expect(readWalletKey({ ...setting, keyFile: other })).rejects.toThrow('cannot be read (ENOENT)');
    await writeFile(other, 'not a key', { mode: 0o600 });
    await expect(readWalletKey({ ...setting, keyFile: other })).rejects.toThrow('does not hold a key');
    const foreign = generatePrivateKey();
    await writeFile(other, foreign);
    const refused = readWalletKey({ ...setting, keyFile: other }).catch((error: Error) => error.message);
    expect(await refused).toMatch(/is that of 0x[0-9A-Fa-f]{40}, not of/);
    expect(await refused).not.toContain(foreign.slice(2));
    await chmod(other, 0o640);
    await expect(readWalletKey({ ...setting, keyFile: other })).rejects.toThrow('others may read');
  });

  test('on another chain nothing is sent', async () => {
    const anna = await approved();
    nodes[1].tamper(async (method, real) => (method === 'eth_chainId' ? '0x89' : real()));
    await expect(sender.round()).rejects.toThrow('is on chain 137');
    expect(await storedOf(anna)).toEqual([]);
    nodes[1].tamper(undefined);
    await sender.round();
    await settles();
    expect(await newest(anna)).toMatchObject({ status: 'success' });
  });
});

/** Whatever comes between, in any order: what the model says of a payout is that it is paid never or once, and held until it is over. */
describe('in any order', () => {
  const steps = {
    async ask(people: Owner[]) {
      if (people.length === 3) return;
      await exchange.database.owner.query('update operator_session set last_seen_at_ms = $1', [exchange.clock.now()]);
      people.push(await approved());
    },
    round: () => sender.round(),
    mine: () => chain.mine(4),
    reorganise: () => chain.reorganise(5),
    kill: () => killed(),
    wait: async () => exchange.clock.advance(patienceMs),
    async silence() {
      nodes[0].tamper(async () => {
        throw new Error('no answer');
      });
      await sender.round().catch(() => undefined);
      nodes[0].tamper(undefined);
    },
  };
  type Step = keyof typeof steps;
  async function judge(owner: Owner): Promise<boolean> {
    const [arrived, withdrawal, coin] = [await tokensOf(owner.address), await newest(owner), await coinOf(owner)];
    const isOver = withdrawal?.status === 'success';
    expect(isOver ? [100_000_000n] : [0n, 100_000_000n]).toContain(arrived);
    expect(coin).toMatchObject({ available: '19895', frozen: isOver ? '0' : '105' });
    expect(new Set((await storedOf(owner)).map(({ nonce }) => nonce)).size).toBeLessThanOrEqual(1);
    return isOver;
  }

  test('payouts, blocks, reorganisations, kills, waits and nodes that are silent: each is paid once', async () => {
    const weights: Readonly<Record<Step, number>> = { ask: 2, round: 4, mine: 4, reorganise: 2, kill: 1, wait: 1, silence: 1 };
    const names = Object.keys(weights) as Step[];
    const step = fc.oneof(...names.map((name) => ({ weight: weights[name], arbitrary: fc.constant(name) })));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 14 }), async (played) => {
        await chain.mine(needed);
        const people: Owner[] = [];
        for (const name of ['ask', ...played] as const) {
          await steps[name](people);
          for (const owner of people) await judge(owner);
        }
        await sender.round();
        await settles();
        for (const owner of people) expect(await judge(owner)).toBe(true);
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

test('custody adds up to the last unit, gas included: what is missing is what the foreign transaction took', async () => {
  const { db, owner } = exchange.database;
  const { timestamp } = await chain.client.getBlock();
  const day = dayOf(Number(timestamp) * 1000);
  for (const name of ['ann', 'ben']) await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name });
  await owner.query(
    `insert into custody_own (rail, asset, day, amount, reason, entered_by, entered_at_ms, confirmed_by, confirmed_at_ms)
     select 'ethereum', own.asset, $1, own.amount, 'To begin with', ann.id, 1, ben.id, 1
     from (values ('ETH', 50), ('USDT', 50000)) own (asset, amount), operator ann, operator ben where ann.name = 'ann' and ben.name = 'ben'`,
    [day],
  );
  // One is mined before the end of the day, and booked after it.
  await approved();
  await sender.round();
  await chain.mine(1);
  await chain.client.setNextBlockTimestamp({ timestamp: BigInt(endOfDay(day) / 1000) });
  await chain.mine(needed);
  await sender.round();
  const metrics = createMetrics({ collectProcess: false });
  const clock = createTestClock(endOfDay(day) + 3_600_000);
  const wallets = [{ network: 'ethereum', address, keyFile, maxFee: 1n }];
  const catalog = await loadCatalog(db, exchange.clock.now());
  const chains = [{ ...settingOf(), custody: [] }];
  await createCustody({ db, clock, log, metrics, catalog, chains, wallets }).job.run(new AbortController().signal);
  const { rows } = await owner.query<{ asset: string; difference: string }>(
    `select asset, trim_scale(difference)::text as difference from custody_count where rail = 'ethereum' and day = $1 order by 1`,
    [day],
  );
  expect(rows).toEqual([
    { asset: 'ETH', difference: `-${formatEther(foreignGas)}` },
    { asset: 'USDT', difference: '0' },
  ]);
});
