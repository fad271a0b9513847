/**
 * Coins from merchants, from the offer to the balance: what each call refuses, what each end books, and that nobody gets or owes more than was
 * agreed, whoever is in a hurry. Against the real database and through the real routes.
 */
import { beforeEach, describe, expect, it, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { OperationName, OperationResponse } from '@tessera/shared/operations';
import { anOperator, type TestOperator } from '../../test/anOperator';
import { aMerchant, aPaymentPicture, expireDue, operateAs, payTo, usualOffer, type TestMerchant } from '../../test/aMerchant';
import { noonMs, useTradingExchange, type Answer, type Person } from '../../test/tradingExchange';
import { findViolations, ledgerRules } from '../ledger/invariants';
import { readTurnover } from '../withdrawals/turnover';
import { c2cLedgerRules } from './invariants';
import { topUpLedgerRules } from '../topups/invariants';
import { amount, toText, fiatOf } from '@tessera/shared/money';

const exchange = useTradingExchange();
let tess: TestOperator;
let theo: TestOperator;

interface ShownOrder {
  readonly id: string;
  readonly status: string;
  readonly fiatAmount: string;
  readonly payTo: typeof payTo | null;
  readonly payByMs: number;
  readonly reason: string | null;
  readonly dispute: { readonly by: string; readonly text: string } | null;
  readonly turnoverNeed: string;
}

/** Their sessions end long before the days that pass here. */
async function operatorsComeIn(): Promise<void> {
  const nowMs = exchange.clock.now();
  tess = await anOperator(exchange.database, ['treasury'], { nowMs });
  theo = await anOperator(exchange.database, ['treasury'], { nowMs });
}
beforeEach(operatorsComeIn);

const aPerson = () => exchange.aPerson({ mode: 'real', coin: '0' });
const merchant = (more?: Parameters<typeof aMerchant>[2]) => aMerchant(exchange, [tess, theo], more);
const wanting = ({ offerId, wayId }: TestMerchant, sum = '100', version = 1) => ({ offerId, wayId, version, amount: sum });
const order = (person: Person, of: TestMerchant, sum?: string) => person.get<ShownOrder>('c2cOrder', wanting(of, sum));
const paid = async (person: Person, id: string) =>
  person.ask('c2cPaid', { id, uploadIds: [await aPaymentPicture(exchange, person)] });
const theirs = async (person: Person, id: string) =>
  (await person.get<{ items: ShownOrder[] }>('c2cOrders', { id })).items[0] as ShownOrder;
const availableOf = async (person: Person) =>
  (await person.get<{ coin: { available: string } }>('walletInfo', { asset: 'USDT' })).coin.available;
const messagesOf = async (person: Person) =>
  (await person.get<{ items: { title: string; body: string }[] }>('userMessages', {})).items;
const reviewOf = ({ userId }: Person) =>
  exchange.database.db
    .selectFrom('review')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
async function decide(
  operator: TestOperator,
  person: Person,
  verdict: 'approved' | 'rejected',
  seen?: { publicId: string; termsHash: string },
) {
  const { publicId: id, termsHash } = seen ?? (await reviewOf(person));
  return operateAs(exchange, operator, 'reviewsDecide', {
    id,
    verdict,
    termsHash,
    ...(verdict === 'rejected' ? { reason: 'Nothing has come' } : {}),
  });
}
const merchantNow = async ({ id }: TestMerchant) => {
  const { merchant: shown, offers } = (await operateAs(exchange, tess, 'merchantsGet', { id })).message as {
    merchant: { owed: string; held: string; completed: number; completionRate: string | null };
    offers: { available: string; version: number }[];
  };
  return { ...shown, available: offers[0]?.available };
};
const broken = async () =>
  (await findViolations(exchange.database.db, [...ledgerRules, ...topUpLedgerRules, ...c2cLedgerRules], 0))
    .filter(({ subjects }) => subjects.length > 0)
    .map(({ rule }) => rule);
const codesOf = (answers: readonly Answer[]) =>
  answers.map(({ type, message }) => (type === 'ok' ? 'ok' : String(message))).sort((a, b) => a.localeCompare(b));

describe('offers', () => {
  it('are those that somebody can take now, the best price first; two operators enter how a merchant is paid', async () => {
    const person = await aPerson();
    const [dear, cheap] = [
      await merchant({ offer: { currency: 'CHF', price: '0.99' } }),
      await merchant({ offer: { currency: 'CHF', price: '0.91' }, limit: '60' }),
    ];
    const listed = (request: Record<string, unknown> = {}) =>
      person.get<{ items: Record<string, unknown>[]; currencies: string[]; turnoverFactor: string }>('c2cOffers', {
        asset: 'USDT',
        currency: 'CHF',
        ...request,
      });
    const { items, currencies, turnoverFactor } = await listed();
    expect([currencies, turnoverFactor]).toEqual([['CHF'], '1']);
    expect(items.map(({ id }) => id)).toEqual([cheap.offerId, dear.offerId]);
    expect(items[0]).toEqual({
      id: cheap.offerId,
      version: 1,
      // Nobody has bought yet: there is no rate, not a rate of nothing.
      merchant: { name: cheap.name, completed: 0, completionRate: null },
      asset: 'USDT',
      currency: 'CHF',
      price: '0.91',
      // The method's own minimum; what his limit leaves.
      min: '20',
      max: '60',
      minutes: 15,
      ways: [{ id: cheap.wayId, name: 'SEPA transfer' }],
    });
    expect(JSON.stringify(items)).not.toContain(payTo.account);
    expect((await listed({ amount: '100' })).items.map(({ id }) => id)).toEqual([dear.offerId]);

    // A way that one operator entered, however often, is shown to nobody.
    const lone = (
      await operateAs(exchange, tess, 'merchantsSave', {
        name: 'Lone',
        asset: 'USDT',
        limit: '100',
        state: 'open',
        reason: 'new',
      })
    ).message as { merchant: { id: string } };
    const way = { id: lone.merchant.id, currency: 'SEK', name: 'Swish', ...payTo };
    for (const by of [tess, theo])
      await operateAs(exchange, by, 'merchantsOffer', { id: lone.merchant.id, ...usualOffer, currency: 'SEK' });
    const entered = async (by: TestOperator, more = {}) =>
      ((await operateAs(exchange, by, 'merchantsWay', { ...way, ...more })).message as { entered: string }).entered;
    expect([await entered(tess), await entered(tess)]).toEqual(['added', 'known']);
    expect(await entered(theo, { account: 'DE99' })).toBe('added');
    expect((await listed({ currency: 'SEK' })).items).toEqual([]);
    expect(await entered(theo)).toBe('confirmed');
    expect((await listed({ currency: 'SEK' })).items).toHaveLength(1);
    const { rows } = await exchange.database.owner.query(`select * from c2c_way`);
    expect(JSON.stringify(rows.map((row) => ({ ...row, sealed: row.sealed.toString('latin1') })))).not.toContain(payTo.holder);

    // Paused and closed ones are gone at once.
    const set = (state: string) =>
      operateAs(exchange, tess, 'merchantsOffer', {
        ...{ id: dear.id, offerId: dear.offerId, ...usualOffer, currency: 'CHF', price: '0.99', state },
      });
    await set('paused');
    expect((await listed()).items.map(({ id }) => id)).toEqual([cheap.offerId]);
    expect(await person.ask('c2cOrder', wanting(dear))).toMatchObject({ message: 'C2C_OFFER_CHANGED' });
    await set('closed');
    expect(await set('open')).toMatchObject({ message: 'DATA_NOT_FOUND' });
  });

  it('cost what the currency has decimals for', () => {
    expect(
      [
        ['33.333333', '0.95', 'EUR'],
        ['10', '157.333', 'JPY'],
        ['1', '0.30512', 'KWD'],
      ].map(([sum = '', price = '', currency = '']) => toText(fiatOf(amount(sum), price, currency))),
    ).toEqual(['31.67', '1573', '0.305']);
  });

  it('of the demo account there are none, nor of a coin that nobody sells', async () => {
    const demo = await exchange.aPerson();
    const one = await merchant();
    expect(await demo.ask('c2cOffers', { asset: 'USDT' })).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
    expect(await demo.ask('c2cOrder', wanting(one))).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
    for (const call of ['c2cCancel', 'c2cPaid', 'c2cDispute'] as const)
      expect(
        await demo.ask(call, {
          id: 'ABCDEFGHJK',
          ...(call === 'c2cPaid' ? { uploadIds: ['x'] } : {}),
          ...(call === 'c2cDispute' ? { text: 'x' } : {}),
        }),
      ).toMatchObject({ message: 'WALLET_DEMO_FORBIDDEN' });
    expect(await demo.get('c2cOrders', {})).toEqual({ items: [], next: null });
    expect(await (await aPerson()).ask('c2cOffers', { asset: 'BTC' })).toMatchObject({ message: 'FEATURE_NOT_OPEN' });
  });
});

describe('an order', () => {
  it('is paid, released once and tradable: the price is frozen, the merchant owes it, the condition is asked for', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const key = randomUUID();
    const placed = await person.get<ShownOrder>('c2cOrder', wanting(of), key);
    expect(await person.get('c2cOrder', wanting(of), key)).toEqual(placed);
    expect(placed).toMatchObject({
      status: 'reserved',
      fiatAmount: '95.00',
      payTo,
      turnoverNeed: '100',
      payByMs: exchange.clock.now() + 900_000,
    });
    // The operator asks another price: what was ordered stays.
    for (const by of [tess, theo])
      await operateAs(exchange, by, 'merchantsOffer', {
        ...{ id: of.id, offerId: of.offerId, ...usualOffer, price: '2', available: '900' },
      });
    expect(await person.ask('c2cOrder', wanting(of))).toMatchObject({ message: 'C2C_OFFER_CHANGED' });
    expect(await merchantNow(of)).toMatchObject({ owed: '100', held: '100', available: '900' });

    expect((await paid(person, placed.id)).message).toMatchObject({ status: 'paid', fiatAmount: '95.00' });
    expect(await paid(person, placed.id)).toMatchObject({ message: 'STATUS_ABNORMAL' });
    expect(await person.ask('c2cCancel', { id: placed.id })).toMatchObject({ message: 'ORDER_NOT_CANCELLABLE' });
    expect((await person.get<{ items: unknown[] }>('topUpLog', { id: placed.id })).items).toMatchObject([
      { method: 'c2c', status: 'under_review', amount: '100' },
    ]);
    // Paid: time does not end it.
    exchange.clock.advance(86_400_000);
    await operatorsComeIn();
    await expireDue(exchange);
    expect((await theirs(person, placed.id)).status).toBe('paid');

    expect(await availableOf(person)).toBe('0');
    expect(await decide(tess, person, 'approved')).toMatchObject({ message: { state: 'approved' } });
    expect(await availableOf(person)).toBe('100');
    expect(await theirs(person, placed.id)).toMatchObject({ status: 'released', payTo: null });
    expect((await person.get<{ items: unknown[] }>('topUpLog', { id: placed.id })).items).toMatchObject([{ status: 'success' }]);
    expect(toText((await readTurnover(exchange.database.db, person.userId)).need)).toBe('100');
    expect((await messagesOf(person))[0]?.title).toBe('100 USDT have arrived');
    // He owes it until he delivers, and no longer holds it for anybody.
    expect(await merchantNow(of)).toMatchObject({ owed: '100', held: '0', completed: 1, completionRate: '1' });
    expect(await broken()).toEqual([]);
  });

  it('that the merchant never got paid for is cancelled with a reason; his promise and the offer are as before', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const { id } = await order(person, of, '500');
    await paid(person, id);
    expect(await decide(tess, person, 'rejected')).toMatchObject({ message: { state: 'rejected' } });
    expect(await theirs(person, id)).toMatchObject({ status: 'cancelled', reason: 'Nothing has come', payTo: null });
    expect(await merchantNow(of)).toEqual(
      expect.objectContaining({ owed: '0', held: '0', available: '1000', completionRate: '0' }),
    );
    expect([await availableOf(person), (await messagesOf(person))[0]?.body]).toEqual([
      '0',
      `Number ${id}. Reason: Nothing has come`,
    ]);
    expect(await broken()).toEqual([]);
  });

  it('is one of two, ends by the clock, and whoever lets three go waits a day', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const first = await order(person, of);
    await order(person, of);
    expect(await person.ask('c2cOrder', wanting(of))).toMatchObject({ message: 'C2C_ORDERS_OPEN', params: { max: '2' } });
    exchange.clock.advance(900_000);
    await operatorsComeIn();
    // The job has not come by yet; it is too late all the same.
    expect(await paid(person, first.id)).toMatchObject({ message: 'C2C_TIME_OVER' });
    await expireDue(exchange);
    expect(await theirs(person, first.id)).toMatchObject({ status: 'expired', payTo: null });
    expect(await paid(person, first.id)).toMatchObject({ message: 'C2C_TIME_OVER' });
    expect((await messagesOf(person)).map(({ title }) => title)).toContain(`Your order ${first.id} has expired`);
    expect(await merchantNow(of)).toMatchObject({ owed: '0', held: '0', available: '1000', completionRate: null });
    const third = await order(person, of);
    expect((await person.get<ShownOrder>('c2cCancel', { id: third.id })).status).toBe('cancelled');
    expect(await person.ask('c2cOrder', wanting(of))).toMatchObject({
      message: 'C2C_ORDERS_SLOWED',
      params: { max: '3', until: expect.stringContaining('UTC') },
    });
    const { slowedUntilMs } = await person.get<{ slowedUntilMs: number }>('c2cOffers', { asset: 'USDT' });
    exchange.clock.advance(slowedUntilMs - exchange.clock.now());
    expect((await order(person, of)).status).toBe('reserved');
    expect(await broken()).toEqual([]);
  });

  it('whose merchant’s account cannot be opened is listed without it, and the others with theirs', async () => {
    const [person, of, other] = [await aPerson(), await merchant(), await merchant()];
    const [broken_, whole] = [await order(person, of), await order(person, other)];
    await exchange.database.owner.query(`update c2c_way set sealed = '\\x00' where id = $1`, [of.wayId]);
    const { items } = await person.get<{ items: ShownOrder[] }>('c2cOrders', {});
    expect(items.map(({ id, payTo: shown }) => [id, shown])).toEqual([
      [whole.id, payTo],
      [broken_.id, null],
    ]);
    expect((await person.get<ShownOrder>('c2cCancel', { id: broken_.id })).status).toBe('cancelled');
  });

  it('that was said to be paid and was not counts as one that came to nothing', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    for (const _ of [1, 2, 3]) {
      const { id } = await order(person, of);
      await paid(person, id);
      await decide(tess, person, 'rejected');
    }
    expect(await person.ask('c2cOrder', wanting(of))).toMatchObject({ message: 'C2C_ORDERS_SLOWED', params: { max: '3' } });
    expect((await person.get<{ slowedUntilMs: number }>('c2cOffers', { asset: 'USDT' })).slowedUntilMs).toBe(
      exchange.clock.now() + 86_400_000,
    );
  });

  it('of people who are not known yet leaves half of the offer to those who are, and is free again when its time is over', async () => {
    const of = await merchant({ limit: '5000', offer: { currency: 'NOK' } });
    const unknown = () => exchange.aPerson({ mode: 'real', coin: '0', isCertified: false });
    const [ann, ben, cleo, known] = [await unknown(), await unknown(), await unknown(), await aPerson()];
    const most = async (person: Person) =>
      (await person.get<{ items: { max: string }[] }>('c2cOffers', { asset: 'USDT', currency: 'NOK' })).items[0]?.max;
    const { id } = await order(ann, of, '200');
    await paid(ann, id);
    const { payByMs } = await order(ben, of, '200');
    expect([await most(cleo), await most(known)]).toEqual(['100', '500']);
    expect(await cleo.ask('c2cOrder', wanting(of, '101'))).toMatchObject({ message: 'C2C_LEFT', params: { left: '100' } });
    const both = await Promise.all([cleo.ask('c2cOrder', wanting(of, '100')), ben.ask('c2cOrder', wanting(of, '100'))]);
    expect(codesOf(both)).toEqual(['C2C_LEFT', 'ok']);
    expect(await most(ann)).toBeUndefined();
    expect((await order(known, of, '500')).status).toBe('reserved');
    exchange.clock.set(payByMs - 1000);
    expect(await expireDue(exchange)).toBe(1000);
    exchange.clock.set(payByMs);
    await expireDue(exchange);
    await operatorsComeIn();
    // Whose order is released is known from then on.
    await decide(tess, ann, 'approved');
    expect(Number(await most(ann))).toBeGreaterThan(Number(await most(ben)));
    expect(await broken()).toEqual([]);
  });

  it('is not forgotten where an operator saves the offer that he read before it, nor given back twice', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const save = (available: string, more = {}) =>
      operateAs(exchange, tess, 'merchantsOffer', {
        ...{ id: of.id, offerId: of.offerId, ...usualOffer, available, seenAvailable: '1000', ...more },
      });
    const { id } = await order(person, of);
    // Another price, and nothing else.
    expect((await save('1000', { price: '0.95' })).type).toBe('ok');
    expect(await merchantNow(of)).toMatchObject({ held: '100', available: '900' });
    expect(await save('50')).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'available' } });
    expect((await save('400')).type).toBe('ok');
    expect(await merchantNow(of)).toMatchObject({ held: '100', available: '300' });
    await person.get('c2cCancel', { id });
    expect(await merchantNow(of)).toMatchObject({ held: '0', available: '400' });
    expect(await broken()).toEqual([]);
  });

  it('keeps to the offer, the method, the merchant’s limit and what the person allows himself', async () => {
    const [person, of] = [await aPerson(), await merchant({ limit: '150', offer: { available: '400', max: '200' } })];
    const refused = async (sum: string, more = {}) => person.ask('c2cOrder', { ...wanting(of, sum), ...more });
    expect(await refused('19')).toMatchObject({ message: 'WALLET_BELOW_MIN', params: { min: '20', asset: 'USDT' } });
    expect(await refused('201')).toMatchObject({ message: 'WALLET_ABOVE_MAX', params: { max: '200', asset: 'USDT' } });
    expect(await refused('151')).toMatchObject({ message: 'C2C_LEFT', params: { left: '150', asset: 'USDT' } });
    expect(await refused('20.0000001')).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'amount' } });
    expect(await refused('100', { wayId: '999999' })).toMatchObject({ message: 'C2C_OFFER_CHANGED' });
    expect(await refused('100', { offerId: '999999' })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    await person.get('setLimit', { kind: 'deposit', most: '60' });
    const { id } = await order(person, of, '40');
    expect(await refused('30')).toMatchObject({ message: 'LIMIT_DEPOSIT_REACHED' });
    // Somebody else's is nobody's: order, account and picture.
    const other = await aPerson();
    expect(await other.get('c2cOrders', { id })).toEqual({ items: [], next: null });
    for (const answer of [
      await other.ask('c2cCancel', { id }),
      await other.ask('c2cDispute', { id, text: 'mine' }),
      await paid(other, id),
    ])
      expect(answer).toMatchObject({ message: 'DATA_NOT_FOUND' });
    const hers = await aPaymentPicture(exchange, other);
    expect(await person.ask('c2cPaid', { id, uploadIds: [hers] })).toMatchObject({ message: 'DATA_NOT_FOUND' });
    expect((await theirs(person, id)).status).toBe('reserved');
    // The owner of the server's login cannot pay himself, nor change what was agreed.
    const forged = (set: string) =>
      exchange.database.db.transaction().execute((tx) =>
        tx.executeQuery({
          sql: `update c2c_order set ${set} where public_id = '${id}'`,
          parameters: [],
          query: { kind: 'RawNode' },
        } as never),
      );
    await expect(forged(`status = 'released', ended_at_ms = 1`)).rejects.toThrow();
    await expect(forged(`status = 'expired', ended_at_ms = 1`)).rejects.toMatchObject({ code: 'R0002' });
    await expect(forged(`fiat_amount = 1`)).rejects.toMatchObject({ code: '42501' });
  });
});

describe('a dispute', () => {
  it('of the person stands in his conversation; what an operator saw before it decides nothing', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const { id } = await order(person, of);
    expect(await person.ask('c2cDispute', { id, text: 'x' })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await paid(person, id);
    const seen = await reviewOf(person);
    expect(await person.get('c2cDispute', { id, text: 'I paid an hour ago.' })).toMatchObject({
      status: 'disputed',
      dispute: { by: 'person', text: 'I paid an hour ago.' },
    });
    expect(await person.ask('c2cDispute', { id, text: 'again' })).toMatchObject({ message: 'STATUS_ABNORMAL' });
    const { items } = await person.get<{ items: { text: string }[] }>('serviceConversation', {});
    expect(items.map(({ text }) => text)).toEqual([`Merchant order ${id}: 100 USDT for 95.00 EUR\nI paid an hour ago.`]);
    expect(await decide(tess, person, 'approved', seen)).toMatchObject({ message: { state: 'cancelled' } });
    expect(await availableOf(person)).toBe('0');
    const again = await reviewOf(person);
    expect([again.kind, again.terms]).toEqual([
      'merchant_dispute',
      expect.objectContaining({ disputedBy: 'person', dispute: 'I paid an hour ago.', fiatAmount: '95.00' }),
    ]);
    await decide(tess, person, 'approved');
    expect([await availableOf(person), (await theirs(person, id)).status]).toEqual(['100', 'released']);
    expect(await broken()).toEqual([]);
  });

  it('of the merchant is the desk’s, the person is told, and above the limit two operators decide', async () => {
    const [person, of] = [await aPerson(), await merchant({ limit: '5000', offer: { max: '2000', available: '2000' } })];
    const { id } = await order(person, of, '1500');
    const dispute = () => operateAs(exchange, tess, 'merchantsDispute', { number: id, reason: 'No payment by this name' });
    expect(await dispute()).toMatchObject({ message: 'STATUS_ABNORMAL' });
    await paid(person, id);
    await decide(tess, person, 'approved');
    expect(await dispute()).toMatchObject({ message: { status: 'disputed', dispute: 'No payment by this name' } });
    expect((await messagesOf(person))[0]?.body).toContain('No payment by this name');
    // What was agreed to before counts no more.
    expect(await decide(theo, person, 'approved')).toMatchObject({
      message: { state: 'pending', approvals: 1, approvalsNeeded: 2 },
    });
    expect(await decide(theo, person, 'approved')).toMatchObject({ message: { state: 'pending' } });
    await decide(tess, person, 'approved');
    expect(await availableOf(person)).toBe('1500');
    expect(await operateAs(exchange, tess, 'merchantsDispute', { number: 'ABCDEFGHJK', reason: 'none' })).toMatchObject({
      message: 'DATA_NOT_FOUND',
    });
  });
});

describe('what a merchant owes', () => {
  it('goes down by what he delivers, once for each transaction, and never below what is reserved', async () => {
    const [person, of] = [await aPerson(), await merchant({ limit: '300' })];
    const { id } = await order(person, of, '200');
    await paid(person, id);
    await decide(tess, person, 'approved');
    await order(person, of, '100');
    expect(await person.ask('c2cOrder', wanting(of, '50'))).toMatchObject({ message: 'C2C_LEFT', params: { left: '0' } });
    const transaction = `0x${randomUUID()}`;
    const settle = (sum: string, more = {}, by = tess) =>
      operateAs(exchange, by, 'merchantsSettle', { id: of.id, amount: sum, network: 'tron', transaction, ...more });
    expect(await settle('201')).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'amount' } });
    expect(await settle('1', { network: 'bitcoin' })).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'network' } });
    // One alone, however often, and two who say different things: nothing.
    for (const sum of ['150', '150'])
      expect(await settle(sum)).toMatchObject({ message: { waits: true, merchant: { owed: '300' } } });
    expect(await settle('149', {}, theo)).toMatchObject({ message: { waits: true, merchant: { owed: '300' } } });
    exchange.clock.advance(7 * 86_400_000);
    await operatorsComeIn();
    expect(await settle('150', {}, theo)).toMatchObject({ message: { waits: true } });
    expect(await settle('150', {}, tess)).toMatchObject({ message: { waits: false, merchant: { owed: '150', held: '100' } } });
    expect(await settle('150', {}, tess)).toMatchObject({ message: { waits: false, merchant: { owed: '150' } } });
    expect(await settle('10', {}, tess)).toMatchObject({ message: 'DATA_NOT_FOUND' });
    // Nor is his limit set below it.
    expect(
      await operateAs(exchange, tess, 'merchantsSave', {
        id: of.id,
        name: of.name,
        asset: 'USDT',
        limit: '149',
        state: 'open',
        reason: 'less',
      }),
    ).toMatchObject({ message: 'PARAMETER_WRONG', params: { field: 'amount' } });
    const { rows } = await exchange.database.owner.query<{ kind: string; balance: string }>(
      `select kind, trim_scale(balance)::text as balance from account_balance where kind in ($1, $2)`,
      [`payable:${of.id}`, `payable:${of.id}-held`],
    );
    expect(Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]))).toEqual({
      [`payable:${of.id}`]: '-150',
      [`payable:${of.id}-held`]: '100',
    });
    expect(await broken()).toEqual([]);
    // The rules see what is wrong.
    await exchange.database.owner.query(`update c2c_merchant set owed = owed + 1 where id = $1`, [of.id]);
    expect(await broken()).toEqual(['I12-c2c-merchants']);
    await exchange.database.owner.query(`update c2c_merchant set owed = owed - 1 where id = $1`, [of.id]);
  });
});

describe('what one operator alone cannot do', () => {
  const change = async (of: TestMerchant, by: TestOperator, price: string, more = {}) =>
    (await operateAs(exchange, by, 'merchantsOffer', { id: of.id, offerId: of.offerId, ...usualOffer, price, ...more }))
      .message as { waits: boolean; offers: { price: string; state: string }[] };

  it('a price that is not near the market’s, or that nothing can be held against', async () => {
    const of = await merchant();
    // 1 USDT is 0.8 EUR: five percent are 0.76 to 0.84.
    await exchange.tick('EUR-USD', '1.25');
    for (const price of ['0.84', '0.76'])
      expect(await change(of, tess, price)).toMatchObject({ waits: false, offers: [{ price }] });
    for (const price of ['0.841', '0.759', '0.01'])
      expect(await change(of, tess, price)).toMatchObject({ waits: true, offers: [{ price: '0.76' }] });
    expect(await change(of, tess, '0.01')).toMatchObject({ waits: true });
    expect(await change(of, theo, '0.01')).toMatchObject({ waits: false, offers: [{ price: '0.01' }] });
    // What is in force already is no new price.
    expect(await change(of, tess, '0.01', { state: 'paused' })).toMatchObject({ waits: false, offers: [{ state: 'paused' }] });
    exchange.clock.advance(4 * 86_400_000);
    await operatorsComeIn();
    expect(await change(of, tess, '0.8')).toMatchObject({ waits: true, offers: [{ price: '0.01' }] });
  });

  it('a higher limit', async () => {
    const of = await merchant();
    const limit = async (by: TestOperator, to: string) =>
      (
        await operateAs(exchange, by, 'merchantsSave', {
          ...{ id: of.id, name: of.name, asset: 'USDT', limit: to, state: 'open', reason: 'more' },
        })
      ).message;
    expect(await limit(tess, '5000')).toMatchObject({ waits: true, merchant: { limit: '1000' } });
    expect(await limit(theo, '5000')).toMatchObject({ waits: false, merchant: { limit: '5000' } });
    expect(await limit(tess, '900')).toMatchObject({ waits: false, merchant: { limit: '900' } });
    const forged = `insert into c2c_entry (merchant_id, what, entered_by, entered_at_ms) values (${of.id}, '{}', 1, 1)`;
    await expect(exchange.database.database.pool.query(forged)).rejects.toMatchObject({ code: '42501' });
  });

  it('is listed for the second one with who entered it and when, until it is confirmed, withdrawn or a week old', async () => {
    const [person, of] = [await aPerson(), await merchant()];
    const { id } = await order(person, of, '100');
    await paid(person, id);
    await decide(tess, person, 'approved');
    const ask = async (by: TestOperator, name: OperationName, asked: Record<string, unknown>) =>
      (await operateAs(exchange, by, name, { id: of.id, ...asked })).message as OperationResponse<'merchantsGet'>;
    const settled = { amount: '100', network: 'tron', transaction: `0xfeedbeef${of.id.padStart(6, '0')}` };
    const wanted = { name: of.name, asset: 'USDT', limit: '7000', state: 'open', reason: 'more' };
    await ask(tess, 'merchantsSettle', settled);
    await change(of, tess, '0.01');
    await ask(theo, 'merchantsSave', wanted);
    const enteredAtMs = exchange.clock.now();
    const listed = (await operateAs(exchange, theo, 'merchantsList', {})).message as OperationResponse<'merchantsList'>;
    const common = { merchantId: of.id, merchant: of.name, asset: 'USDT', enteredAtMs, untilMs: enteredAtMs + 7 * 86_400_000 };
    const own = listed.entries.filter(({ merchantId }) => merchantId === of.id);
    expect(own).toEqual([
      {
        ...{ ...common, id: expect.any(String), enteredBy: tess.name },
        what: { is: 'settlement', amount: '100', network: 'tron', transactionEnd: of.id.padStart(6, '0') },
      },
      {
        ...{ ...common, id: expect.any(String), enteredBy: tess.name },
        what: { is: 'price', offerId: of.offerId, currency: 'EUR', price: '0.01' },
      },
      { ...{ ...common, id: expect.any(String), enteredBy: theo.name }, what: { is: 'limit', limit: '7000' } },
    ]);
    const [settlement, price] = own;
    const actor = theo.name;
    expect((await ask(theo, 'merchantsGet', {})).entries).toEqual(own);
    // Withdrawn, the same has to be entered by two again.
    const withdraw = (entryId = '') => ask(theo, 'merchantsEntryWithdraw', { entryId, reason: 'Mistyped.' });
    expect((await withdraw(settlement?.id)).entries).toEqual(own.slice(1));
    expect(await withdraw(settlement?.id)).toBe('STATUS_ABNORMAL');
    expect(await withdraw('999999')).toBe('DATA_NOT_FOUND');
    expect(await ask(theo, 'merchantsSettle', settled)).toMatchObject({ waits: true, merchant: { owed: '100' } });
    expect(await ask(tess, 'merchantsSettle', settled)).toMatchObject({ waits: false, merchant: { owed: '0' } });
    expect((await change(of, theo, '0.01')).waits).toBe(false);
    expect(await withdraw(price?.id)).toBe('STATUS_ABNORMAL');
    expect((await ask(tess, 'merchantsGet', {})).entries).toEqual(own.slice(2));
    exchange.clock.advance(7 * 86_400_000);
    await operatorsComeIn();
    expect((await ask(tess, 'merchantsGet', {})).entries).toEqual([]);
    const log = await exchange.database.db
      .selectFrom('audit')
      .select(['actor', 'details'])
      .where('action', '=', 'merchants.entry_withdraw')
      .execute();
    expect(log).toEqual([{ actor, details: JSON.stringify({ entryId: settlement?.id, reason: 'Mistyped.' }) }]);
  });
});

describe('in a hurry', () => {
  test('the last coins go to one of two, and a person’s two orders at once are two', async () => {
    const of = await merchant({ limit: '100' });
    const people = [await aPerson(), await aPerson()];
    const answers = await Promise.all(people.map((person) => person.ask('c2cOrder', wanting(of))));
    expect(codesOf(answers)).toEqual(['C2C_LEFT', 'ok']);
    const roomy = await merchant();
    const person = await aPerson();
    expect(codesOf(await Promise.all([1, 2, 3].map(() => person.ask('c2cOrder', wanting(roomy)))))).toEqual([
      'C2C_ORDERS_OPEN',
      'ok',
      'ok',
    ]);
  });

  test('paid against cancelled, released twice, released against disputed: one of them, and the book adds up', async () => {
    const of = await merchant({ offer: { available: '100000' }, limit: '100000' });
    for (let round = 0; round < 4; round += 1) {
      const person = await aPerson();
      const { id } = await order(person, of);
      const answers = await Promise.all([paid(person, id), person.ask('c2cCancel', { id })]);
      expect(codesOf(answers).filter((one) => one === 'ok')).toHaveLength(1);
      const other = await order(person, of);
      await paid(person, other.id);
      const seen = await reviewOf(person);
      await Promise.all([
        decide(tess, person, 'approved', seen),
        decide(theo, person, 'approved', seen),
        person.ask('c2cDispute', { id: other.id, text: 'where is it?' }),
      ]);
      const { status } = await theirs(person, other.id);
      expect([status, await availableOf(person)]).toEqual(status === 'released' ? ['released', '100'] : ['disputed', '0']);
    }
    expect(await broken()).toEqual([]);
  });

  test('paid against expired at the last millisecond: never both', async () => {
    const of = await merchant();
    for (const early of [1, 0]) {
      const person = await aPerson();
      const { id, payByMs } = await order(person, of);
      exchange.clock.set(payByMs - early);
      await Promise.all([paid(person, id), expireDue(exchange), expireDue(exchange)]);
      expect((await theirs(person, id)).status).toBe(early === 1 ? 'paid' : 'expired');
    }
    expect(await broken()).toEqual([]);
  });
});

/** What an order may do next, and how long. The rest of the world is two people, one merchant and a clock. */
interface Modelled {
  readonly who: 0 | 1;
  readonly id: string;
  readonly sum: number;
  readonly payByMs: number;
  status: 'reserved' | 'paid' | 'disputed' | 'released' | 'cancelled' | 'expired';
}

test('random commands of people, operators, job and clock: every answer and every balance is the model’s', async () => {
  const which = fc.nat({ max: 5 });
  const command = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('order' as const),
        who: fc.constantFrom(0 as const, 1 as const),
        sum: fc.integer({ min: 20, max: 90 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('paid' as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'dispute' as const), which }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'reject' as const), which }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('settle' as const), sum: fc.integer({ min: 1, max: 60 }) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 24 }), async (commands) => {
      exchange.clock.set(Math.max(exchange.clock.now(), noonMs) + 2 * 86_400_000);
      await operatorsComeIn();
      const limit = 150;
      const of = await merchant({ limit: String(limit), offer: { available: '400' } });
      const people = [await aPerson(), await aPerson()] as const;
      const orders: Modelled[] = [];
      let settled = 0;
      const open = ({ status }: Modelled) => status === 'reserved' || status === 'paid' || status === 'disputed';
      const sumOf = (some: (one: Modelled) => boolean) => orders.filter(some).reduce((sum, one) => sum + one.sum, 0);
      const owed = () => sumOf((one) => open(one) || one.status === 'released') - settled;
      const unpaidEnds = (who: number) => orders.filter((one) => one.who === who && one.id.endsWith('!')).length;

      for (const one of commands) {
        const target = 'which' in one ? orders[one.which] : undefined;
        if ('which' in one && target === undefined) continue;
        if (one.do === 'order') {
          const person = people[one.who];
          const answer = await person.ask('c2cOrder', wanting(of, String(one.sum)));
          const room = Math.min(limit - owed(), 400 - sumOf((other) => open(other) || other.status === 'released'));
          const expected =
            orders.filter((other) => other.who === one.who && open(other)).length >= 2
              ? 'C2C_ORDERS_OPEN'
              : unpaidEnds(one.who) >= 3
                ? 'C2C_ORDERS_SLOWED'
                : one.sum > room
                  ? 'C2C_LEFT'
                  : 'ok';
          expect(codesOf([answer])).toEqual([expected]);
          if (expected === 'ok') {
            const { id, payByMs } = answer.message as ShownOrder;
            orders.push({ who: one.who, id, sum: one.sum, payByMs, status: 'reserved' });
          }
        } else if (one.do === 'wait') {
          exchange.clock.advance(one.minutes * 60_000);
          await expireDue(exchange);
          for (const other of orders) {
            if (other.status === 'reserved' && exchange.clock.now() >= other.payByMs) end(other, 'expired');
          }
        } else if (one.do === 'settle') {
          const request = { id: of.id, amount: String(one.sum), network: 'tron', transaction: randomUUID() };
          const mayBe = one.sum <= owed() - sumOf(open);
          await operateAs(exchange, theo, 'merchantsSettle', request);
          expect((await operateAs(exchange, tess, 'merchantsSettle', request)).type).toBe(mayBe ? 'ok' : 'error');
          if (mayBe) settled += one.sum;
        } else if (target !== undefined) {
          const person = people[target.who];
          const id = target.id.replace('!', '');
          const decidable = target.status === 'paid' || target.status === 'disputed';
          if (one.do === 'paid') {
            const expected =
              target.status === 'reserved' ? 'ok' : target.status === 'expired' ? 'C2C_TIME_OVER' : 'STATUS_ABNORMAL';
            expect(codesOf([await paid(person, id)])).toEqual([expected]);
            if (expected === 'ok') target.status = 'paid';
          } else if (one.do === 'cancel') {
            expect(codesOf([await person.ask('c2cCancel', { id })])).toEqual([
              target.status === 'reserved' ? 'ok' : 'ORDER_NOT_CANCELLABLE',
            ]);
            if (target.status === 'reserved') end(target, 'cancelled');
          } else if (one.do === 'dispute') {
            expect(codesOf([await person.ask('c2cDispute', { id, text: 'Where is it?' })])).toEqual([
              target.status === 'paid' ? 'ok' : 'STATUS_ABNORMAL',
            ]);
            if (target.status === 'paid') target.status = 'disputed';
          } else {
            const row = await exchange.database.db
              .selectFrom('c2cOrder')
              .innerJoin('review', 'review.publicId', 'c2cOrder.reviewId')
              .select(['review.publicId', 'review.termsHash'])
              .where('c2cOrder.publicId', '=', id)
              .executeTakeFirst();
            if (row === undefined) continue;
            await decide(tess, person, one.do === 'approve' ? 'approved' : 'rejected', row);
            if (decidable && one.do === 'approve') target.status = 'released';
            else if (decidable) end(target, 'cancelled');
          }
        }
        const now = await merchantNow(of);
        expect([now.owed, now.held]).toEqual([String(owed()), String(sumOf(open))]);
      }
      for (const who of [0, 1] as const)
        expect(await availableOf(people[who])).toBe(String(sumOf((one) => one.who === who && one.status === 'released')));
      for (const one of orders) expect((await theirs(people[one.who], one.id.replace('!', ''))).status).toBe(one.status);
      expect(await broken()).toEqual([]);
    }),
    { numRuns: 8 },
  );
});

/** The mark says that it counts against its person: it came to nothing. */
function end(one: Modelled, status: 'cancelled' | 'expired'): void {
  one.status = status;
  (one as { id: string }).id = `${one.id}!`;
}
