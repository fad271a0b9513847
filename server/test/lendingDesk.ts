/** People who borrow against coins and deposits, behind the real routes; the job that judges, and days that pass. BTC is worth 100,000, ETH 4,000. */
import { randomUUID } from 'node:crypto';
import type { EndpointResponse, Loan, TreasureOrder } from '@tessera/shared/contract';
import { createCalendar } from '../src/calendar/Calendar';
import { loadCatalog, type Catalog } from '../src/catalog/Catalog';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { operateAs } from './aMerchant';
import { anOperator } from './anOperator';
import { quickPasswords } from './quickPasswords';
import { createLog } from '../src/platform/log';
import { createMetrics, type Metrics } from '../src/platform/metrics';
import { loanInterest } from '../src/products/loan/bookInterest';
import { createLoanJob } from '../src/products/loan/loanJob';
import { treasureBooking } from '../src/products/treasure/bookDays';
import { pledgedDeposits } from '../src/products/treasure/pledgedDeposits';
import type { Answer, Money, Person, TradingExchange } from './tradingExchange';

const paymentPassword = 'for payments';
const dayMs = 86_400_000;

export const coin = (amount: string, asset = 'BTC') => ({ kind: 'coin', asset, orderId: null, amount });

type Fields = Readonly<Record<string, unknown>>;
/** 1,000 for 30 days against 0.02 BTC. */
export const asked = (more: Fields = {}) => ({
  ...{ termId: '30', amount: '1000', collateral: [coin('0.02')], catalogVersion: 1, clientOrderId: randomUUID() },
  ...{ stepUpPassword: paymentPassword, ...more },
});
export const borrow = (person: Person, more: Fields = {}) => person.get<Loan>('loanSubmit', asked(more));
export const codeOf = async (person: Person, more: Fields) => (await person.ask('loanSubmit', asked(more))).message;
export const loanOf = async (person: Person, id: string) =>
  (await person.get<{ items: Loan[] }>('loanOrders', { id })).items[0] as Loan;
export const messagesOf = async (person: Person, lang = 'en') =>
  (await person.get<EndpointResponse<'userMessages'>>('userMessages', { lang })).items;
export const told = async (person: Person) => (await messagesOf(person)).map(({ title }) => title);

export const deposit = (orderId: string, amount: string) => ({ kind: 'treasure', asset: 'USDT', orderId, amount });
export const keep = (person: Person, productId: string, amount: string) =>
  person.get<TreasureOrder>('treasureDeposit', {
    ...{ productId, amount, catalogVersion: 1, clientOrderId: randomUUID(), stepUpPassword: paymentPassword },
  });

/** Of an exchange that `useTradingExchange` answered: used inside tests and hooks only. */
export function createLendingDesk(exchange: TradingExchange) {
  let hashed: string | undefined;
  let catalog: Catalog | undefined;
  const parts = () => ({
    ...{ db: exchange.database.db, clock: exchange.clock },
    ...{ log: createLog({ logLevel: 'silent' }), metrics: createMetrics({ collectProcess: false }) },
  });
  const messages = () => createMessages({ db: exchange.database.db, texts: shippedTexts() });
  const { signal } = new AbortController();

  async function tick(btc: string, eth = '4000'): Promise<void> {
    await exchange.tick('BTC-USDT', btc);
    await exchange.tick('ETH-USDT', eth);
  }
  /** Nobody signs in anew meanwhile. */
  const stayIn = () =>
    exchange.database.owner.query('update session set created_at_ms = $1, last_seen_at_ms = $1', [exchange.clock.now()]);

  /** Every day that is over is booked, as the calendar does. */
  async function bookDays(): Promise<void> {
    const wakeOutbox = () => undefined;
    const bookings = [treasureBooking({ messages: messages(), wakeOutbox }), loanInterest(messages(), wakeOutbox)];
    await createCalendar({ ...parts(), holder: 'test', bookings }).job.run(signal);
  }

  /** One round of the job. Answers what it tells operators. */
  async function judge(loansAtOnce = 200, ticksAtOnce = 20_000): Promise<Metrics> {
    catalog ??= await loadCatalog(exchange.database.db, exchange.clock.now());
    await catalog.follow(exchange.clock.now());
    const own = parts();
    const more = {
      catalog,
      messages: messages(),
      wakeOutbox: () => undefined,
      pledged: pledgedDeposits,
      loansAtOnce,
      ticksAtOnce,
    };
    await createLoanJob({ ...own, ...more }).run(signal);
    return own.metrics;
  }

  return {
    ...{ tick, stayIn, bookDays, judge },
    async aBorrower(money: Money = {}): Promise<Person> {
      hashed ??= await quickPasswords.hash(paymentPassword);
      const person = await exchange.aPerson({ coin: '10', coins: { BTC: '1', ETH: '10' }, mode: 'real', ...money });
      await exchange.database.owner.query('update app_user set payment_password_hash = $2 where id = $1', [
        person.userId,
        hashed,
      ]);
      return person;
    },
    async held(person: Person): Promise<Readonly<Record<string, string>>> {
      const { rows } = await exchange.database.owner.query<{ name: string; balance: string }>(
        `select kind || ' ' || asset as name, trim_scale(balance)::text as balance from account where owner_id = $1 and mode = $2 and balance <> 0 order by 1`,
        [person.userId, person.mode],
      );
      return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
    },
    /** What an operator, signed in anew, says of the newest request of a person. */
    async decide(person: Person, verdict: Fields): Promise<Answer> {
      const operator = await anOperator(exchange.database, ['treasury'], { nowMs: exchange.clock.now(), name: 'tess' });
      const listed = await operateAs(exchange, operator, 'reviewsList', { userId: String(person.userId) });
      const id = (listed.message as { items: readonly { id: string }[] }).items[0]?.id ?? '';
      const { termsHash } = (await operateAs(exchange, operator, 'reviewsGet', { id })).message as { termsHash: string };
      return operateAs(exchange, operator, 'reviewsDecide', { id, termsHash, ...verdict });
    },
    async passDays(days: number): Promise<void> {
      exchange.clock.set(exchange.clock.now() + days * dayMs);
      await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
      await stayIn();
      await bookDays();
    },
    /** Whole minutes of one price each, so that the mean is the newest, each held against the loans. */
    async moves(...prices: readonly string[]): Promise<void> {
      for (const btc of prices) {
        await exchange.minute({ 'BTC-USDT': btc, 'ETH-USDT': '4000' });
        await judge();
      }
    },
  };
}
