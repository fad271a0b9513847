/** What is answered about payees, and to somebody who wants to withdraw. */
import { payeeLimits } from '@tessera/shared/contract';
import { quickPasswords } from '../quickPasswords';
import { aPayee } from '../aPayee';
import { noonMs, type Answer, type Person, type TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
type Owner = Person & { readonly payeeId: string };

const stepUpPassword = 'for payments';
const dayMs = 86_400_000;
const untilMs = noonMs + dayMs;
const until = '2026-11-19 12:00 UTC';
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** Named as the exchange's own in the settings. */
export const ourWallet = '0x52908400098527886E0F7030069857D2E4169EE7';
const usdtContract = '0xdAC17F958D2ee523a2206206994597C13D831ec7';

const change = ({ database }: TradingExchange, { userId }: Person, what: string, ...values: readonly unknown[]) =>
  database.owner.query(`update app_user set ${what} where id = $1`, [userId, ...values]);
/** Somebody with 2000 USDT and everything else that withdrawing needs. */
async function anOwner(exchange: TradingExchange, confirmedAtMs = noonMs - 2 * dayMs): Promise<Owner> {
  const person = await exchange.aPerson({ mode: 'real', coin: '2000' });
  await change(exchange, person, 'payment_password_hash = $2', await quickPasswords.hash(stepUpPassword));
  return { ...person, ...(await aPayee(exchange.database.db, { userId: person.userId, nowMs: noonMs, confirmedAtMs })) };
}
const withdraw = (owner: Owner, more: Fields = {}): Promise<Answer> =>
  owner.ask('withdraw', { asset: 'USDT', amount: '100', payeeId: owner.payeeId, stepUpPassword, ...more });
/** A request that waits. */
const waiting = async (owner: Owner) => (await withdraw(owner)).message as { readonly id: string };

const check = async (exchange: TradingExchange, payee: Fields) =>
  (await exchange.aPerson({ mode: 'real' })).ask('payeeCheck', { kind: 'wallet', asset: 'USDT', network: 'ethereum', ...payee });

async function approve(exchange: TradingExchange, { userId }: Person): Promise<void> {
  const { publicId: id, termsHash } = await exchange.database.db
    .selectFrom('review')
    .select(['publicId', 'termsHash'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await exchange.operate('reviewsDecide', { id, termsHash, verdict: 'approved' });
}

const payeeCases: readonly MessageCase[] = [
  { situation: 'an address that may be added', code: 'ok', act: (exchange) => check(exchange, { address: evm }) },
  {
    situation: 'an address with a letter that is wrong',
    code: 'WITHDRAWAL_ADDRESS_WRONG',
    params: { network: 'Ethereum (ERC-20)' },
    act: (exchange) => check(exchange, { address: evm.replace('5aA', '5aa') }),
  },
  {
    situation: 'the contract of a coin instead of an address',
    code: 'WITHDRAWAL_ADDRESS_WRONG',
    params: { network: 'Ethereum (ERC-20)' },
    act: (exchange) => check(exchange, { address: usdtContract }),
  },
  {
    situation: 'a wallet of the exchange itself',
    code: 'WITHDRAWAL_ADDRESS_OURS',
    act: (exchange) => check(exchange, { address: ourWallet }),
  },
  {
    situation: 'a card with a digit that is wrong',
    code: 'WITHDRAWAL_CARD_WRONG',
    act: (exchange) =>
      check(exchange, { kind: 'bank_card', cardNumber: '4242424242424241', holderName: 'Anna Arbor', bankName: 'Bank of Trees' }),
  },
  {
    situation: 'an address that is among his already',
    code: 'WITHDRAWAL_ADDRESS_EXISTS',
    async act(exchange) {
      const person = await exchange.aPerson({ mode: 'real' });
      await aPayee(exchange.database.db, { userId: person.userId, nowMs: noonMs, network: 'ethereum', address: evm });
      return person.ask('payeeCheck', { kind: 'wallet', asset: 'USDT', network: 'ethereum', address: evm });
    },
  },
  {
    situation: 'one more than a person may have',
    code: 'WITHDRAWAL_ADDRESS_TOO_MANY',
    params: { max: String(payeeLimits.most) },
    async act(exchange) {
      const person = await exchange.aPerson({ mode: 'real' });
      for (let kept = 0; kept < payeeLimits.most; kept += 1)
        await aPayee(exchange.database.db, { userId: person.userId, nowMs: noonMs });
      return person.ask('payeeCheck', { kind: 'wallet', asset: 'USDT', network: 'ethereum', address: evm });
    },
  },
  {
    situation: 'an address is removed that is not among his',
    code: 'WITHDRAWAL_ADDRESS_NOT_YOURS',
    act: async (exchange) =>
      (await anOwner(exchange)).ask('payeeDelete', { id: (await anOwner(exchange)).payeeId, stepUpPassword }),
  },
  {
    situation: 'an address is removed to which money is on its way',
    code: 'WITHDRAWAL_ADDRESS_IN_USE',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await waiting(owner);
      return owner.ask('payeeDelete', { id: owner.payeeId, stepUpPassword });
    },
  },
];

const gateCases: readonly MessageCase[] = [
  { situation: 'everything is there', code: 'ok', act: async (exchange) => withdraw(await anOwner(exchange)) },
  {
    situation: 'no payment password',
    code: 'WITHDRAWAL_PAYMENT_PASSWORD_MISSING',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await change(exchange, owner, 'payment_password_hash = null');
      return withdraw(owner);
    },
  },
  {
    situation: 'the password was changed a moment ago',
    code: 'WITHDRAWAL_HELD',
    params: { until },
    async act(exchange) {
      const owner = await anOwner(exchange);
      await change(exchange, owner, 'withdrawals_held_until_ms = $2', untilMs);
      return withdraw(owner);
    },
  },
  {
    situation: 'to an address that was removed',
    code: 'WITHDRAWAL_ADDRESS_MISSING',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await owner.get('payeeDelete', { id: owner.payeeId, stepUpPassword });
      return withdraw(owner);
    },
  },
  {
    situation: 'to an address of less than a day',
    code: 'WITHDRAWAL_ADDRESS_HELD',
    params: { until },
    act: async (exchange) => withdraw(await anOwner(exchange, noonMs)),
  },
  {
    situation: 'another request waits',
    code: 'WITHDRAWAL_PENDING_EXISTS',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await waiting(owner);
      return withdraw(owner);
    },
  },
  {
    situation: 'less was traded than a deposit asks for',
    code: 'WALLET_TURNOVER_INSUFFICIENT',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await exchange.database.owner.query(`insert into turnover_need (user_id, ref, need, at_ms) values ($1, $2, 2000, 1)`, [
        owner.userId,
        `bonus:${owner.userId}`,
      ]);
      return withdraw(owner);
    },
  },
  {
    situation: 'a loan is due',
    code: 'LOAN_OWED',
    async act(exchange) {
      const owner = await anOwner(exchange);
      await exchange.database.owner.query(
        `insert into loan (user_id, mode, client_order_id, asset, principal, days, daily_rate, overdue_rate, min_days, initial_ltv, call_ltv, liquidation_ltv,
           liquidation_fee, catalog_version, asked_at_ms, status, principal_owed, paid_out_at_ms, first_day, booked_day, due_at_ms)
         values ($1, 'real', gen_random_uuid(), 'USDT', 40, 7, 0.0005, 0.001, 1, 0.65, 0.75, 0.83, 0.01, 1, 1, 'overdue', 40, 1, 1, 1, 1)`,
        [owner.userId],
      );
      return withdraw(owner);
    },
  },
  {
    situation: 'more than goes out at once',
    code: 'WITHDRAWAL_ABOVE_MAX',
    params: { max: '100000', asset: 'USDT' },
    act: async (exchange) => withdraw(await anOwner(exchange), { amount: '100000.01' }),
  },
  {
    situation: 'more than goes out within a day',
    code: 'WITHDRAWAL_DAY_LIMIT_REACHED',
    params: { left: '50', max: '200000', asset: 'USDT' },
    async act(exchange) {
      const owner = await anOwner(exchange);
      await exchange.database.owner.query(
        `with asked as (
           insert into review (public_id, kind, ref, user_id, terms, terms_hash, opened_at_ms)
           values ('review-' || $1::text || '-00000', 'withdrawal', 'withdrawal:' || $1::text, $1::bigint, '{}', repeat('a', 64), 1) returning public_id
         )
         insert into withdrawal (public_id, user_id, payee_id, asset, network, label, address, amount, fee, value, review_id, asked_at_ms, status,
           transaction, ended_at_ms)
         select 'withdrawal-' || $1::text || '-0', $1::bigint, 1, 'USDT', 'tron', 'his', 'T1', 199950, 1, 199950, public_id, $2, 'success', 'paid' || $1::text, $2
         from asked`,
        [owner.userId, exchange.clock.now()],
      );
      return withdraw(owner);
    },
  },
  {
    situation: 'the fee rose since he saw it',
    code: 'WITHDRAWAL_TERMS_CHANGED',
    params: { old: '0.5', new: '1', asset: 'USDT' },
    act: async (exchange) => withdraw(await anOwner(exchange), { seenFee: '0.5' }),
  },
  {
    situation: 'operators have agreed to what he takes back',
    code: 'WITHDRAWAL_NOT_CANCELLABLE',
    async act(exchange) {
      const owner = await anOwner(exchange);
      const { id } = await waiting(owner);
      await approve(exchange, owner);
      return owner.ask('withdrawalCancel', { id });
    },
  },
];

export const withdrawalCases: readonly MessageCase[] = [...payeeCases, ...gateCases];
