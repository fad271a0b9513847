/** Each command as what is asked of the exchange, and what the model makes of it once it was done. */
import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { FlashQuote } from '@tessera/shared/contract';
import { aPaymentPicture, expireDue, operateAs } from '../aMerchant';
import type { Deed } from './moneyCommands';
import { paymentPassword } from './moneyDesk';
import { houseOf, of, sumOf } from './moneyModel';
import type { MerchantOrder, Owner, Scene } from './moneyScene';

interface Act {
  /** The same each time, with the same key. undefined: it was refused. */
  perform(): Promise<unknown>;
  /** Once it was done. */
  book(answer: unknown): unknown;
  /** Whether it must be done, or must be refused; left out where that is another test's to say. */
  readonly mustBe?: boolean;
  /** Each part is a transaction of its own: an answer does not say that all were done. */
  readonly isDoneInParts?: boolean;
}
type Of<Name extends Deed['do']> = Extract<Deed, { do: Name }>;
type Acts = { readonly [Name in Deed['do']]: (scene: Scene, deed: Of<Name>) => Promise<Act | undefined> | Act | undefined };

/** undefined: there is nothing that it could be done to. */
export const actOf = async (scene: Scene, deed: Deed): Promise<Act | undefined> =>
  (acts[deed.do] as (scene: Scene, deed: Deed) => Promise<Act | undefined> | Act | undefined)(scene, deed);

const units = (sum: number): bigint => sumOf(String(sum));
const nth = <One>(list: readonly One[], which: number): One | undefined => list[which % Math.max(1, list.length)];
const personOf = ({ people }: Scene, who: number): Owner => people[who === 0 ? 0 : 1];
const owed = ({ merchant }: Scene) => houseOf(`payable:${merchant.id}`);
const held = ({ merchant }: Scene) => houseOf(`payable:${merchant.id}-held`);
const hold = (scene: Scene, who: number) => of(personOf(scene, who).userId, 'withdraw_hold');

/** One call of a person with a key of its own. */
function asked(owner: Owner, call: Parameters<Owner['ask']>[0], request: Readonly<Record<string, unknown>>): Act['perform'] {
  const key = randomUUID();
  return async () => {
    const { type, message } = await owner.ask(call, request, key);
    return type === 'ok' ? message : undefined;
  };
}
function operated(
  { desk, operators }: Scene,
  which: 0 | 1,
  name: Parameters<typeof operateAs>[2],
  request: Readonly<Record<string, unknown>>,
): Act['perform'] {
  return async () => {
    const { type, message } = await operateAs(desk.exchange, operators[which], name, request);
    return type === 'ok' ? message : undefined;
  };
}

/** What a person has of it is taken back, or nothing. */
function takeBack({ model, coin }: Scene, { who, sum }: { readonly who: number; readonly sum: bigint }, rail: string): boolean {
  const isThere = model.has(coin(who), sum);
  if (isThere) model.move(coin(who), rail, sum);
  return isThere;
}

const acts: Acts = {
  async ask(scene, { who, sum, method }) {
    const owner = personOf(scene, who);
    const uploadIds = method === 'crypto' ? [await aPaymentPicture(scene.desk.exchange, owner)] : [];
    const network = method === 'crypto' ? { network: 'tron' } : {};
    return {
      perform: asked(owner, 'topUp', { method, asset: 'USDT', amount: String(sum), uploadIds, ...network }),
      async book(answer) {
        const { id: number } = answer as { readonly id: string };
        if (method !== 'bank_card') {
          const rail = houseOf(`custody:${method === 'crypto' ? 'tron' : 'manual'}`);
          scene.topUps.push({ who, sum: units(sum), number, rail, status: 'waiting' });
          return;
        }
        const { reference, expiresAtMs: untilMs } = await scene.desk.exchange.database.db
          .selectFrom('gatewayPayment')
          .innerJoin('topup', 'topup.id', 'gatewayPayment.topupId')
          .select(['reference', 'expiresAtMs'])
          .where('publicId', '=', number)
          .executeTakeFirstOrThrow();
        scene.cards.push({ who, sum: units(sum), reference, untilMs, payment: 'open', isCredited: false });
      },
    };
  },

  report(scene, { which, state }) {
    const card = nth(scene.cards, which);
    if (card === undefined) return undefined;
    const { model, coin, desk } = scene;
    const rail = houseOf('custody:testpay');
    return {
      perform: async () => ((await desk.report(card.reference, state)) ? 'taken' : undefined),
      mustBe: true,
      book() {
        if (state === 'paid' && card.payment === 'open') {
          const isInTime = desk.exchange.clock.now() <= card.untilMs;
          card.payment = isInTime ? 'paid' : 'expired';
          card.isCredited = isInTime;
          if (isInTime) model.move(rail, coin(card.who), card.sum);
        } else if (state === 'declined' && card.payment === 'open') card.payment = 'declined';
        else if ((state === 'refunded' || state === 'charged_back') && [state, 'paid'].includes(card.payment)) {
          card.payment = state;
          if (card.isCredited) card.isCredited = !takeBack(scene, card, rail);
        }
      },
    };
  },

  arrive: ({ desk, arrivals, people }, { who, sum }) => ({
    perform: async () => 'arrived',
    async book() {
      const id = await desk.chain.arrive(people[who === 0 ? 0 : 1].userId, sum);
      arrivals.push({ id, who, sum: units(sum), state: 'arrived' });
    },
  }),

  async reorganise({ desk, arrivals }, { which }) {
    const arrival = nth(
      arrivals.filter(({ state }) => state === 'credited'),
      which,
    );
    if (arrival !== undefined) {
      await desk.chain.lose(arrival.id);
      arrival.state = 'missing';
    }
    return undefined;
  },

  read(scene) {
    const { desk, model, coin, arrivals } = scene;
    const rail = houseOf('custody:ethereum');
    const all = (state: string) => arrivals.filter((one) => one.state === state);
    return {
      perform: async () => {
        await desk.chain.read();
        return 'read';
      },
      isDoneInParts: true,
      book() {
        for (const arrival of all('arrived')) {
          model.move(rail, coin(arrival.who), arrival.sum);
          arrival.state = 'credited';
        }
        for (const from of ['missing', 'owed'])
          for (const arrival of all(from)) arrival.state = takeBack(scene, arrival, rail) ? 'taken back' : 'owed';
      },
    };
  },

  order: (scene, { who, sum }) => ({
    perform: asked(personOf(scene, who), 'c2cOrder', {
      offerId: scene.merchant.offerId,
      wayId: scene.merchant.wayId,
      version: 1,
      amount: String(sum),
    }),
    book(answer) {
      scene.orders.push({ ...(answer as { id: string; payByMs: number }), who, sum: units(sum), status: 'reserved' });
      scene.model.move(owed(scene), held(scene), units(sum));
    },
  }),

  async pay(scene, { which }) {
    const order = nth(
      scene.orders.filter(({ status }) => status === 'reserved'),
      which,
    );
    if (order === undefined) return undefined;
    const owner = personOf(scene, order.who);
    const uploadIds = [await aPaymentPicture(scene.desk.exchange, owner)];
    return { perform: asked(owner, 'c2cPaid', { id: order.id, uploadIds }), mustBe: true, book: () => (order.status = 'paid') };
  },

  drop(scene, { which }) {
    const order = nth(scene.orders, which);
    if (order === undefined) return undefined;
    return {
      perform: asked(personOf(scene, order.who), 'c2cCancel', { id: order.id }),
      mustBe: order.status === 'reserved',
      book: () => endOrder(scene, order),
    };
  },

  wait(scene) {
    const { desk, orders } = scene;
    desk.exchange.clock.advance(16 * 60_000);
    return {
      async perform() {
        // Who is cut off here fails alone; the round tries again.
        await expireDue(desk.exchange).catch(() => undefined);
        scene.operators = await desk.operators();
        return 'waited';
      },
      isDoneInParts: true,
      book() {
        for (const order of orders.filter(({ status }) => status === 'reserved')) endOrder(scene, order);
      },
    };
  },

  async settle(scene, { sum }) {
    const { model, orders, merchant } = scene;
    const request = { id: merchant.id, amount: String(sum), network: 'tron', transaction: randomUUID() };
    const released = orders.filter(({ status }) => status === 'released').reduce((all, order) => all + order.sum, 0n);
    // Nothing is booked by one operator.
    await operated(scene, 1, 'merchantsSettle', request)();
    const second = operated(scene, 0, 'merchantsSettle', request);
    return {
      async perform() {
        const answer = (await second()) as { readonly waits: boolean } | undefined;
        return answer?.waits === false ? answer : undefined;
      },
      mustBe: units(sum) <= released - scene.settled,
      book() {
        model.move(houseOf('custody:tron'), owed(scene), units(sum));
        scene.settled += units(sum);
      },
    };
  },

  async decide(scene, { which, verdict }) {
    const { desk, people, topUps, orders, withdrawals, model, coin } = scene;
    const { rows: waiting } = await desk.exchange.database.owner.query<
      Record<'id' | 'termsHash' | 'topUp' | 'order' | 'withdrawal', string>
    >(
      `select r.public_id as id, r.terms_hash as "termsHash", t.public_id as "topUp", o.public_id as "order", w.public_id as withdrawal
       from review r left join topup t on r.ref = 'topup:' || t.id left join c2c_order o on o.review_id = r.public_id
         left join withdrawal w on w.review_id = r.public_id
       where r.state = 'pending' and r.user_id = any ($1) order by r.id`,
      [people.map(({ userId }) => userId)],
    );
    const review = nth(waiting, which);
    if (review === undefined) return undefined;
    const { id, termsHash } = review;
    const why = verdict === 'rejected' ? { reason: 'Nothing has come' } : {};
    return {
      perform: operated(scene, 0, 'reviewsDecide', { id, termsHash, verdict, ...why }),
      mustBe: true,
      book() {
        const topUp = topUps.find(({ number }) => number === review.topUp);
        const order = orders.find((one) => one.id === review.order);
        const withdrawal = withdrawals.find((one) => one.id === review.withdrawal);
        const isApproved = verdict === 'approved';
        if (topUp !== undefined) {
          if (isApproved) model.move(topUp.rail, coin(topUp.who), topUp.sum);
          topUp.status = isApproved ? 'success' : 'over';
        } else if (order !== undefined && isApproved) {
          model.move(held(scene), coin(order.who), order.sum);
          order.status = 'released';
        } else if (order !== undefined) endOrder(scene, order);
        else if (withdrawal !== undefined && isApproved) withdrawal.status = 'paying';
        else if (withdrawal !== undefined) {
          model.move(hold(scene, withdrawal.who), coin(withdrawal.who), withdrawal.sum);
          withdrawal.status = 'over';
        } else expect(review).toBe('of something that the model knows');
      },
    };
  },

  async reverse(scene, { which }) {
    const topUp = nth(
      scene.topUps.filter(({ status }) => status === 'success'),
      which,
    );
    if (topUp === undefined) return undefined;
    const { rows } = await scene.desk.exchange.database.owner.query<{ id: string }>(
      `select r.public_id as id from review r join topup t on r.ref = 'topup:' || t.id where t.public_id = $1`,
      [topUp.number],
    );
    return {
      perform: operated(scene, 1, 'reviewsReverse', { id: rows[0]?.id, reason: 'The payment was recalled' }),
      mustBe: scene.model.has(scene.coin(topUp.who), topUp.sum),
      book() {
        takeBack(scene, topUp, topUp.rail);
        topUp.status = 'over';
      },
    };
  },

  async withdraw(scene, { who, sum }) {
    const { desk, model, coin, withdrawals } = scene;
    const owner = personOf(scene, who);
    await desk.exchange.database.owner.query('update turnover set done = greatest(done, needed) where user_id = $1', [
      owner.userId,
    ]);
    const isPending = withdrawals.some((one) => one.who === who && one.status !== 'over');
    return {
      perform: asked(owner, 'withdraw', {
        asset: 'USDT',
        amount: String(sum),
        payeeId: owner.payeeId,
        stepUpPassword: paymentPassword,
      }),
      mustBe: !isPending && model.has(coin(who), units(sum)),
      book(answer) {
        const { id, fee } = answer as { readonly id: string; readonly fee: string };
        withdrawals.push({ who, sum: units(sum), id, fee: sumOf(fee), status: 'waiting' });
        model.move(coin(who), hold(scene, who), units(sum));
      },
    };
  },

  recall(scene, { who }) {
    const withdrawal = scene.withdrawals.findLast((one) => one.who === who);
    if (withdrawal === undefined) return undefined;
    return {
      perform: asked(personOf(scene, who), 'withdrawalCancel', { id: withdrawal.id }),
      mustBe: withdrawal.status === 'waiting',
      book() {
        scene.model.move(hold(scene, who), scene.coin(who), withdrawal.sum);
        withdrawal.status = 'over';
      },
    };
  },

  async payout(scene, { who, isPaid }) {
    const { model, coin } = scene;
    const withdrawal = scene.withdrawals.find((one) => one.who === who && one.status === 'paying');
    if (withdrawal === undefined) return undefined;
    const { sum, fee } = withdrawal;
    const { rows } = await scene.desk.exchange.database.owner.query<{ id: string }>(
      'select p.id from payout p join withdrawal w on w.id = p.withdrawal_id where w.public_id = $1',
      [withdrawal.id],
    );
    const id = rows[0]?.id;
    return {
      perform: isPaid
        ? operated(scene, 1, 'payoutsPaid', { id, transaction: randomUUID() })
        : operated(scene, 1, 'payoutsFail', { id, reason: 'The network refused it' }),
      mustBe: true,
      book() {
        if (isPaid) {
          model.move(hold(scene, who), houseOf('custody:tron'), sum - fee);
          model.move(hold(scene, who), houseOf('fee'), fee);
        } else model.move(hold(scene, who), coin(who), sum);
        withdrawal.status = 'over';
      },
    };
  },

  transfer(scene, { who, sum, from }) {
    const { userId } = personOf(scene, who);
    const to = from === 'coin' ? 'contract' : 'coin';
    return {
      perform: asked(personOf(scene, who), 'transfer', { from, to, asset: 'USDT', amount: String(sum) }),
      mustBe: scene.model.has(of(userId, from), units(sum)),
      book: () => scene.model.move(of(userId, from), of(userId, to), units(sum)),
    };
  },

  async exchange(scene, { who, sum, from }) {
    const { desk, model, coin } = scene;
    const owner = personOf(scene, who);
    await desk.exchange.tick('BTC-USDT', '100000');
    const [to, text] = from === 'USDT' ? ['BTC', String(sum)] : ['USDT', (sum / 100_000).toFixed(5)];
    const { quote } = await owner.get<{ quote: FlashQuote }>('flashList', { from, to, amount: text });
    return {
      perform: asked(owner, 'flash', { quoteId: quote.quoteId }),
      mustBe: model.has(coin(who, from), sumOf(text)),
      book() {
        model.move(coin(who, from), houseOf('fx', from), sumOf(quote.given));
        model.move(houseOf('fx', to), coin(who, to), sumOf(quote.received));
        model.move(houseOf('fx', to), houseOf('fee', to), sumOf(quote.fee));
      },
    };
  },
};

function endOrder(scene: Scene, order: MerchantOrder): void {
  scene.model.move(held(scene), owed(scene), order.sum);
  order.status = 'over';
}
