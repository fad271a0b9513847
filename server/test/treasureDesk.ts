/**
 * Interest Treasure behind the real routes, and the calendar's job by hand: people with a payment password, days that pass.
 *
 *   const desk = await openTreasureDesk(exchange);
 *   const anna = await desk.aSaver({ coin: '5000' });
 *   const order = await desk.buy(anna, '2', '1000');
 *   await desk.days(3);
 */
import { randomUUID } from 'node:crypto';
import type { TreasureOrder, TreasureProduct } from '@tessera/shared/contract';
import { createCalendar } from '../src/calendar/Calendar';
import { dayOf, endOfDay } from '../src/calendar/days';
import { createMessages } from '../src/content/messages';
import { shippedTexts } from '../src/content/texts';
import { quickPasswords } from './quickPasswords';
import { createLog } from '../src/platform/log';
import { createMetrics } from '../src/platform/metrics';
import { treasureBooking } from '../src/products/treasure/bookDays';
import type { Answer, Money, Person, TradingExchange } from './tradingExchange';

export const paymentPassword = 'for payments';

export async function openTreasureDesk(exchange: TradingExchange) {
  const hashed = await quickPasswords.hash(paymentPassword);
  const { db, owner } = exchange.database;
  const wakeOutbox = () => undefined;
  const booking = treasureBooking({ messages: createMessages({ db, texts: shippedTexts() }), wakeOutbox });
  const calendar = createCalendar({
    ...{ db, clock: exchange.clock, holder: randomUUID(), bookings: [booking] },
    log: createLog({ logLevel: 'silent' }),
    metrics: createMetrics({ collectProcess: false }),
  });

  const productOf = async (person: Person, id: string): Promise<TreasureProduct | undefined> =>
    (await person.get<{ products: TreasureProduct[] }>('treasureProducts', {})).products.find((one) => one.id === id);
  async function ask(
    person: Person,
    productId: string,
    amount: string,
    more: Readonly<Record<string, unknown>> = {},
    key?: string,
  ): Promise<Answer> {
    const catalogVersion = (await productOf(person, productId))?.catalogVersion ?? 1;
    const order = { productId, amount, catalogVersion, clientOrderId: randomUUID(), stepUpPassword: paymentPassword };
    return person.ask('treasureDeposit', { ...order, ...more }, key);
  }
  const wanted = <Data>(answer: Answer): Data => {
    if (answer.type !== 'ok') throw new Error(`it is done, got ${JSON.stringify(answer)}`);
    return answer.message as Data;
  };
  const quote = (person: Person, orderId: string, amount?: string): Promise<Answer> =>
    person.ask('treasureRedemption', { orderId, ...(amount === undefined ? {} : { amount }) });

  /** He has the payment password. */
  const mayPay = ({ userId }: Person) =>
    owner.query('update app_user set payment_password_hash = $2 where id = $1', [userId, hashed]);

  return {
    mayPay,
    /** On the real account unless said otherwise. */
    async aSaver(money: Money = {}): Promise<Person> {
      const person = await exchange.aPerson({ mode: 'real', coin: '10000', ...money });
      await mayPay(person);
      return person;
    },
    productOf,
    ask,
    buy: async (...asked: Parameters<typeof ask>): Promise<TreasureOrder> => wanted(await ask(...asked)),
    quote,
    /** At what it would bring now, unless another sum is named. */
    async redeem(person: Person, orderId: string, more: { amount?: string; returned?: string } = {}): Promise<Answer> {
      const shown =
        more.returned ?? ((await quote(person, orderId, more.amount)).message as { returned?: string }).returned ?? '0';
      return person.ask('treasureCancel', { orderId, ...more, returned: shown, stepUpPassword: paymentPassword });
    },
    async orderOf(person: Person, id: string): Promise<TreasureOrder> {
      const { items } = await person.get<{ items: TreasureOrder[] }>('treasureOrders', { id });
      if (items[0] === undefined) throw new Error(`deposit ${id} is listed`);
      return items[0];
    },
    /** To a minute after the midnight that so many days lie before; the calendar books what is over then, unless it is away. */
    async days(count: number, { isAway = false } = {}): Promise<void> {
      exchange.clock.set(endOfDay(dayOf(exchange.clock.now()) + count - 1) + 60_000);
      await exchange.tick('BTC-USDT', '100000');
      // Nobody signs in anew meanwhile.
      await owner.query('update session set created_at_ms = $1, last_seen_at_ms = $1', [exchange.clock.now()]);
      if (!isAway) await calendar.job.run(new AbortController().signal);
    },
    book: () => calendar.job.run(new AbortController().signal),
  };
}
