/** Real money on its way in and out of a server that is killed: who waits for it, where it stands, and what is asked again. */
import { randomUUID } from 'node:crypto';
import type { FlashQuote } from '@tessera/shared/contract';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { loadCatalog } from '../src/catalog/Catalog';
import { quickPasswords } from './quickPasswords';
import { createSystemClock } from '../src/platform/Clock';
import { sleep } from '../src/platform/timers';
import { aPaymentPicture, merchantBy } from './aMerchant';
import { anOperator } from './anOperator';
import { aPayee } from './aPayee';
import { createHeldCommits, type Stand } from './heldCommits';
import { openHttpTrader, type HttpTrader } from './httpTraders';
import { operate } from './killedDecisions';
import { paymentPassword } from './money/moneyDesk';
import { openMoneyWorld } from './moneyWorld';
import { drawFrom } from './randomTrader';
import { startServerProcess, type ServerProcess } from './serverProcess';
import { giveShortPast } from './shortPast';
import type { TestDatabase } from './testDatabase';

const roles = ['card', 'flash', 'deposit', 'payout', 'withdrawal', 'buyer'] as const;
export type Role = (typeof roles)[number];
/** In whole USDT. */
export const sums = { card: 120, flash: 200, deposit: 50, payout: 105, withdrawal: 150, buyer: 100 } as const;
type People = Readonly<Record<Role, HttpTrader>>;

export interface KilledMoney {
  readonly people: People;
  readonly merchantId: string;
  readonly quote: FlashQuote;
  /** The card's payment is called back, the quote taken, the deposit deep enough, a decision made, the payout handed to the nodes: and the kill. */
  killAt(stand: Stand): Promise<void>;
  /** Everything once more, until the payout is over. */
  finish(): Promise<void>;
  /** What the chain has of it, and how many transactions were made for it. */
  payout(): Promise<{ readonly received: bigint; readonly transactions: number; readonly status: string }>;
  close(): Promise<void>;
}

const clock = createSystemClock();
const needed = 12;
const waitLimitMs = 60_000;

/** Everything is asked for, and nothing of it booked but what is held. */
export async function openKilledMoney(database: TestDatabase): Promise<KilledMoney> {
  const { owner } = database;
  await owner.query(`
    delete from symbol where id <> 'BTC-USDT';
    update review_rule set approvals = 1`);
  await giveShortPast(database.db);
  const world = await openMoneyWorld();
  let server: ServerProcess | undefined;
  const running = (): ServerProcess => server ?? fail('the server is away');
  const start = async (): Promise<void> => {
    server = await startServerProcess(database.address, world.settings);
  };
  const people = await openPeople(database, () => server?.apiUrl);
  const nowMs = clock.now();
  const operators = [
    await anOperator(database, ['treasury'], { nowMs }),
    await anOperator(database, ['treasury'], { nowMs }),
  ] as const;
  const commits = await createHeldCommits(owner, ['topup', 'flash_exchange', 'withdrawal', 'c2c_order']);
  const has = async (query: string, userId: number): Promise<boolean> => ((await owner.query(query, [userId])).rowCount ?? 0) > 0;

  async function decide(role: 'payout' | 'withdrawal' | 'buyer'): Promise<void> {
    const { rows } = await owner.query<{ id: string; termsHash: string }>(
      'select public_id as id, terms_hash as "termsHash" from review where user_id = $1',
      [people[role].userId],
    );
    const [review = fail('nothing waits for a decision')] = rows;
    await operate(running(), operators[0], 'reviewsDecide', { ...review, verdict: 'approved' });
  }
  async function callBack(): Promise<void> {
    const [reference = fail('the gateway knows of no payment')] = world.gateway.played.payments.keys();
    const { headers, payload } = world.gateway.signed(reference, 'paid');
    const request = { method: 'POST', headers, body: new Uint8Array(payload) };
    const { ok } = await fetch(new URL('gateway/callback', running().apiUrl), request);
    if (!ok) throw new Error('the callback was not taken');
  }
  const flashKey = randomUUID();
  let quote: FlashQuote | undefined;
  async function askQuote(): Promise<boolean> {
    const asked = { from: 'USDT', to: 'BTC', amount: String(sums.flash) };
    quote = (await people.flash.ask('flashList', asked, randomUUID()))?.['quote'] as FlashQuote | undefined;
    return quote !== undefined;
  }
  const takeQuote = () => people.flash.ask('flash', { quoteId: quote?.quoteId }, flashKey);

  world.holdSending(false);
  await start();
  const { payee } = await askWithdrawals(database, people);
  await decide('payout');
  const merchant = await merchantBy((operator, name, request) => operate(running(), operator, name, request as never), operators);
  await askTopUps(database, people, merchant);
  const address = await listAddress(database, people.deposit, operators);
  await until('the chain is read', () => has('select from chain_cursor where $1 > 0', 1));
  await world.pay(address, sums.deposit);
  await until('the deposit is seen', () => has('select from topup where user_id = $1', people.deposit.userId));

  return {
    people,
    merchantId: merchant.id,
    get quote() {
      return quote ?? fail('nobody asked for a quote');
    },

    async killAt(stand) {
      await commits.hold(
        stand,
        roles.filter((role) => role !== 'payout').map((role) => people[role].userId),
      );
      // Stored and not sent; the second time, sent and not answered.
      if (stand === 'at the commit') world.holdSending(true);
      if (server === undefined) await start();
      await world.mine(1 + needed);
      const standing = async (count: number) => (await commits.standing()) >= count;
      await until('the credit of the deposit', () => standing(1));
      await until('the payout is handed to the nodes', async () => world.isSent());
      // Their answers never come. One operator at a time: what they do is one chain.
      void callBack().catch(() => undefined);
      void decide(stand === 'before the commit' ? 'withdrawal' : 'buyer').catch(() => undefined);
      await until('the callback and the decision', () => standing(3));
      await until('a price', askQuote);
      void takeQuote();
      await until('the exchange', () => standing(4));
      await running().kill();
      server = undefined;
      await commits.letGo();
      // What the dead server had leased would be free by itself, after a while.
      await owner.query('update lease set until_ms = 0');
    },

    async finish() {
      world.letSending();
      // Mined and deep while nobody looks.
      await world.mine(1 + needed);
      await start();
      await callBack();
      await takeQuote();
      for (const role of ['withdrawal', 'buyer'] as const) await decide(role);
      await until('the payout', () =>
        has(`select from withdrawal where user_id = $1 and status = 'success'`, people.payout.userId),
      );
      await running().stop();
      server = undefined;
    },

    async payout() {
      const { rows } = await owner.query<{ transactions: number; status: string }>(
        `select count(*)::int as transactions, w.status from withdrawal w join payout p on p.withdrawal_id = w.id
           join payout_transaction t on t.payout_id = p.id where w.user_id = $1 group by w.status`,
        [people.payout.userId],
      );
      const [sent = fail('nothing was sent')] = rows;
      return { ...sent, received: await world.heldBy(payee) };
    },

    async close() {
      await server?.kill();
      await world.close();
    },
  };
}

async function openPeople({ db, owner }: TestDatabase, apiUrl: () => string | undefined): Promise<People> {
  const hashed = await quickPasswords.hash(paymentPassword);
  const catalog = await loadCatalog(db, clock.now());
  const open = async (role: Role): Promise<HttpTrader> => {
    const money = { coin: role === 'card' || role === 'deposit' ? '0' : '1000', contract: '0', coins: {} };
    const trader = await openHttpTrader({ db, catalog, draw: drawFrom(1), symbols: ['BTC-USDT'], apiUrl, money, mode: 'real' });
    await owner.query('update app_user set payment_password_hash = $2 where id = $1', [trader.userId, hashed]);
    return trader;
  };
  const opened = await Promise.all(roles.map(async (role) => [role, await open(role)] as const));
  return Object.fromEntries(opened) as Record<Role, HttpTrader>;
}

async function must(person: HttpTrader, ...call: Parameters<HttpTrader['ask']>): Promise<Record<string, unknown>> {
  return (await person.ask(...call)) ?? fail(`${call[0]} was refused: ${JSON.stringify(person.outcomes)}`);
}

/** One over a network that the server pays on by itself, one that is paid by hand. Answers where the first goes to. */
async function askWithdrawals({ db }: TestDatabase, people: People): Promise<{ readonly payee: string }> {
  const [payout, withdrawal] = [
    await aPayee(db, { userId: people.payout.userId, nowMs: clock.now(), network: 'ethereum' }),
    await aPayee(db, { userId: people.withdrawal.userId, nowMs: clock.now() }),
  ];
  for (const [role, { payeeId }] of [['payout', payout] as const, ['withdrawal', withdrawal] as const]) {
    const asked = { asset: 'USDT', amount: String(sums[role]), payeeId, stepUpPassword: paymentPassword };
    await must(people[role], 'withdraw', asked, randomUUID());
  }
  return { payee: payout.address };
}

/** By card, and of a merchant, who is said to be paid. */
async function askTopUps(
  database: TestDatabase,
  { card, buyer }: People,
  { offerId, wayId }: { readonly offerId: string; readonly wayId: string },
): Promise<void> {
  const asked = { method: 'bank_card', asset: 'USDT', amount: String(sums.card), uploadIds: [] };
  await must(card, 'topUp', asked, randomUUID());
  const { id } = await must(buyer, 'c2cOrder', { offerId, wayId, version: 1, amount: String(sums.buyer) }, randomUUID());
  const uploadIds = [await aPaymentPicture({ database, clock }, buyer)];
  await must(buyer, 'c2cPaid', { id, uploadIds }, randomUUID());
}

/** As two operators enter it. */
async function listAddress(
  { owner }: TestDatabase,
  { userId }: HttpTrader,
  [first, second]: readonly [{ readonly id: number }, { readonly id: number }],
): Promise<string> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  await owner.query(
    `insert into deposit_address (network, address, added_by, added_at_ms, confirmed_by, confirmed_at_ms, user_id, given_at_ms)
     values ('ethereum', $1, $2, 1, $3, 1, $4, 1)`,
    [address, first.id, second.id, userId],
  );
  return address;
}

/** Asks as often as it takes. */
async function until(what: string, isThere: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + waitLimitMs; performance.now() < giveUpAt; await sleep(25))
    if (await isThere()) return;
  throw new Error(`${what}: not within ${waitLimitMs} ms`);
}

function fail(why: string): never {
  throw new Error(why);
}
