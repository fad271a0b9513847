/**
 * What each event books, row by row: the call or the job itself, and every leg of the journals that it leaves. A leg is the account, its asset and the
 * sum; `house` is said of the house's own, which are those of the person's mode.
 */
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@tessera/shared/contract';
import type { OperationName } from '@tessera/shared/operations';
import { operatorRole } from '@tessera/shared/operations';
import { operateAs } from '../../test/aMerchant';
import { anOperator } from '../../test/anOperator';
import { aPayee } from '../../test/aPayee';
import { aProject, approve, aSaver, bookEnds, dayMs, join, operated, publishResult } from '../../test/aProject';
import { borrow, coin, createLendingDesk, deposit } from '../../test/lendingDesk';
import { openTreasureDesk, paymentPassword } from '../../test/treasureDesk';
import { useTradingExchange, type Money, type Person } from '../../test/tradingExchange';
import { settleDue } from '../products/seconds/settleDue';
import { findViolations, ledgerRules } from './invariants';

const exchange = useTradingExchange();
let desk: Awaited<ReturnType<typeof openTreasureDesk>>;
const lending = createLendingDesk(exchange);
beforeAll(async () => {
  desk = await openTreasureDesk(exchange);
  await exchange.database.owner.query('update review_rule set approvals = 1');
});
let known: readonly string[] = [];
beforeEach(async () => {
  const { rows } = await exchange.database.owner.query<{ id: string }>(
    'select distinct owner_id as id from account where owner_id <> 0',
  );
  known = rows.map(({ id }) => id);
});
type Fields = Readonly<Record<string, unknown>>;
/** Of each journal: its kind, and its legs by name. */
type Journals = readonly (readonly string[])[];
const sorted = (journals: Journals) => journals.toSorted((one, other) => (one.join() < other.join() ? -1 : 1));

const lastJournal = async (): Promise<string> =>
  (await exchange.database.owner.query<{ id: string }>('select coalesce(max(id), 0) as id from journal')).rows[0]?.id ?? '0';

/** Those that the act leaves with people of this row. */
async function booked(act: () => Promise<unknown>): Promise<Journals> {
  const before = await lastJournal();
  await act();
  const { rows } = await exchange.database.owner.query<{ kind: string; legs: string[] }>(
    `select j.kind, array_agg(case a.owner_id when 0 then 'house ' else '' end || a.kind || ' ' || a.asset || ' ' || trim_scale(e.amount)::text
       order by a.owner_id = 0, a.kind, a.asset) as legs
     from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id and a.mode = j.mode
     where j.id > $1 group by j.id having not bool_or(a.owner_id = any ($2)) order by j.id`,
    [before, known],
  );
  return rows.map(({ kind, legs }) => [kind, ...legs]);
}

/** Time goes on, these prices come, and whoever waits for them is judged. */
async function later(ms: number, prices: Readonly<Record<string, string>>): Promise<void> {
  exchange.clock.advance(ms);
  for (const [symbol, text] of Object.entries(prices)) await exchange.tick(symbol, text);
  exchange.clock.advance(100);
  for (let round = 0; round < 3; round += 1) await exchange.execute();
}
const ask = (person: Person, call: EndpointName, request: Fields) => person.get<{ id: string }>(call, request);
/** Signed in anew, as time passes by weeks. */
async function operate<Data = unknown>(name: OperationName, request: Fields, by = 'tess'): Promise<Data> {
  const operator = await anOperator(exchange.database, operatorRole.options, { nowMs: exchange.clock.now(), name: by });
  const { type, message } = await operateAs(exchange, operator, name, request);
  if (type !== 'ok') throw new Error(`${name} is done, got ${JSON.stringify(message)}`);
  return message as Data;
}
/** Of the newest request of a person. */
async function decide({ userId }: Person, verdict: Fields): Promise<void> {
  const { rows } = await exchange.database.owner.query<{ id: string; termsHash: string }>(
    'select public_id as id, terms_hash as "termsHash" from review where user_id = $1 order by review.id desc limit 1',
    [userId],
  );
  await operate('reviewsDecide', { ...rows[0], ...verdict });
}

async function seconds({ direction = 'long', stake = '100' }: { direction?: 'long' | 'short'; stake?: string } = {}) {
  exchange.clock.advance(60_000);
  await exchange.tick('BTC-USDT', '60000');
  const person = await exchange.aPerson({ coin: '1000' });
  const asked = { symbol: 'BTC-USDT', seconds: 30 };
  const { quoteId } = await person.get<{ quoteId: string }>('secondsTerms', asked);
  const order = { ...asked, direction, stake, asset: 'USDT', clientOrderId: randomUUID(), quoteId };
  return () => ask(person, 'secondsSubmit', order);
}
/** After its entry at 60,000 it ends at that price; without one there is no entry either. */
async function secondsEnd(end: string | undefined): Promise<Journals> {
  await (
    await seconds()
  )();
  if (end !== undefined) {
    await later(200, { 'BTC-USDT': '60000' });
    await later(15_000, { 'BTC-USDT': '60010' });
    await later(14_000, { 'BTC-USDT': end });
  }
  exchange.clock.advance(33_000);
  await exchange.tick('BTC-USDT', '60000');
  return booked(async () => {
    for (;;) {
      const { entered, settled } = await settleDue(exchange.database.db, exchange.clock.now());
      if (entered + settled.length === 0) return;
    }
  });
}

/** Half a BTC with 20, of which a spread of 0.20 is taken: a tick of 59,999.90 opens a long at 60,000. */
async function lever(more: Fields = {}, money: Money = { contract: '5000' }) {
  exchange.clock.advance(60_000);
  await exchange.tick('BTC-USDT', '59999.9');
  const person = await exchange.aPerson(money);
  const usual = { symbol: 'BTC-USDT', direction: 'long', lots: '0.5', leverage: 20, clientOrderId: randomUUID() };
  const order = {
    ...usual,
    ...('limitPrice' in more ? { entrustment: 'limit' } : { entrustment: 'market', seenPrice: '60000' }),
  };
  return { person, submit: () => ask(person, 'leverageSubmit', { ...order, ...more }) };
}
async function opened(more: Fields = {}) {
  const { person, submit } = await lever(more);
  const { id } = await submit();
  await later(200, { 'BTC-USDT': '59999.9' });
  return { person, id };
}
async function leverClosed(at: string): Promise<Journals> {
  const { person, id } = await opened();
  await ask(person, 'leverageClose', { id });
  return booked(() => later(200, { 'BTC-USDT': at }));
}
/** A lot of EUR-USD and a tenth of gold, which stand for one another. */
async function crossed(contract: string, symbols: readonly string[]): Promise<Person> {
  exchange.clock.advance(60_000);
  const prices = { 'EUR-USD': '1.1', 'XAU-USD': '2400' };
  const seen = { 'EUR-USD': '1.10004', 'XAU-USD': '2400.125' };
  for (const [symbol, text] of Object.entries(prices)) await exchange.tick(symbol, text);
  const person = await exchange.aPerson({ contract });
  for (const symbol of symbols as readonly (keyof typeof seen)[]) {
    const lots = symbol === 'EUR-USD' ? '1' : '0.1';
    const order = { symbol, direction: 'long', entrustment: 'market', lots, leverage: 100, seenPrice: seen[symbol] };
    await ask(person, 'leverageWhSubmit', { ...order, clientOrderId: randomUUID() });
  }
  await later(200, prices);
  return person;
}

const spotOrder = (more: Fields) => ({ symbol: 'BTC-USDT', clientOrderId: randomUUID(), ...more });
async function trader(): Promise<Person> {
  exchange.clock.advance(60_000);
  await exchange.tick('BTC-USDT', '100000');
  return exchange.aPerson({ coin: '5000', coins: { BTC: '1' } });
}

/** Over 22:00 UTC, when a night is over; that of a Wednesday counts three times. */
async function overNight(contract: string): Promise<Journals> {
  await crossed(contract, ['EUR-USD']);
  const night = 22 * 3_600_000;
  const today = Math.floor((exchange.clock.now() + dayMs - night) / dayMs) * dayMs;
  exchange.clock.set(today + night - 500);
  await exchange.tick('EUR-USD', '1.1');
  return booked(() => later(1000, { 'EUR-USD': '1.1' }));
}

interface Row {
  readonly event: string;
  readonly does: () => Promise<Journals>;
  readonly books: Journals;
}
const bought = async (productId: string, money: Money = {}) => {
  const person = await desk.aSaver({ coin: '1000', ...money });
  return { person, order: await desk.buy(person, productId, '1000') };
};
const decided = async (verdict: Fields) => {
  const { person } = await bought('4');
  return booked(() => decide(person, verdict));
};
const topUp = { method: 'manual', asset: 'USDT', amount: '100', uploadIds: [] };
async function topUpDecided(verdict: Fields): Promise<Journals> {
  const person = await exchange.aPerson({ mode: 'real', coin: '0' });
  await ask(person, 'topUp', topUp);
  return booked(() => decide(person, verdict));
}
type Owner = Person & { readonly payeeId: string };
async function withdrawer(): Promise<Owner> {
  const person = await desk.aSaver({ coin: '1000' });
  return { ...person, ...(await aPayee(exchange.database.db, { userId: person.userId, nowMs: exchange.clock.now() })) };
}
const withdraw = (owner: Owner) =>
  ask(owner, 'withdraw', { asset: 'USDT', amount: '100', payeeId: owner.payeeId, stepUpPassword: paymentPassword });
/** Without a share it is cancelled. */
async function projectEnded(share: string | undefined): Promise<Journals> {
  const [project, person] = [await aProject(exchange), await aSaver(exchange)];
  await join(person, project, '100');
  if (share === undefined)
    await approve(exchange, await operated(exchange, 'projectsCancel', { id: project.id, reason: 'too few' }));
  else {
    exchange.clock.advance(3 * dayMs);
    await publishResult(exchange, project, share);
  }
  return booked(() => bookEnds(exchange));
}
async function borrower(): Promise<Person> {
  exchange.clock.advance(120_000);
  await exchange.minute({ 'BTC-USDT': '100000', 'ETH-USDT': '4000' });
  return lending.aBorrower({ coin: '1000', contract: '1000' });
}
async function repaid(amount: string, from: 'coin' | 'contract'): Promise<Journals> {
  const person = await borrower();
  const { id } = await borrow(person);
  return booked(() => person.get('loanRepay', { orderId: id, amount, from }));
}

const rows: readonly Row[] = [
  {
    event: 'seconds: open',
    does: async () => booked(await seconds()),
    books: [['seconds_open', 'coin USDT -102', 'stake USDT 100', 'house fee USDT 2']],
  },
  {
    event: 'seconds: won, at 82 %',
    does: () => secondsEnd('60001'),
    books: [['seconds_settle', 'coin USDT 182', 'stake USDT -100', 'house pnl USDT -82']],
  },
  {
    event: 'seconds: lost',
    does: () => secondsEnd('59999'),
    books: [['seconds_settle', 'stake USDT -100', 'house pnl USDT 100']],
  },
  {
    event: 'seconds: equal',
    does: () => secondsEnd('60000'),
    books: [['seconds_settle', 'coin USDT 102', 'stake USDT -100', 'house fee USDT -2']],
  },
  {
    event: 'seconds: void',
    does: () => secondsEnd(undefined),
    books: [['seconds_settle', 'coin USDT 102', 'stake USDT -100', 'house fee USDT -2']],
  },
  {
    event: 'leverage: a market order is held at the price that was seen and what is tolerated beyond it',
    does: async () => booked((await lever()).submit),
    books: [['leverage', 'contract USDT -1518.0165', 'margin USDT 1518.0165']],
  },
  {
    event: 'leverage: it opens, and what was held too much comes back',
    async does() {
      await (await lever()).submit();
      return booked(() => later(200, { 'BTC-USDT': '59999.9' }));
    },
    books: [['leverage', 'contract USDT 1.5165', 'margin USDT -18.0165', 'house fee USDT 16.5']],
  },
  {
    event: 'leverage: a limit is placed',
    does: async () => booked((await lever({ limitPrice: '59000' })).submit),
    books: [['leverage', 'contract USDT -1491.225', 'margin USDT 1491.225']],
  },
  {
    event: 'leverage: a limit is filled',
    async does() {
      await (await lever({ limitPrice: '59000' })).submit();
      return booked(() => later(200, { 'BTC-USDT': '58999.9' }));
    },
    books: [['leverage', 'margin USDT -16.225', 'house fee USDT 16.225']],
  },
  {
    event: 'leverage: a limit is filled at a better price',
    async does() {
      await (await lever({ limitPrice: '59000' })).submit();
      return booked(() => later(200, { 'BTC-USDT': '58799.9' }));
    },
    books: [['leverage', 'contract USDT 5.055', 'margin USDT -21.225', 'house fee USDT 16.17']],
  },
  {
    event: 'leverage: a limit is cancelled',
    async does() {
      const { person, submit } = await lever({ limitPrice: '59000' });
      const { id } = await submit();
      return booked(() => ask(person, 'leverageCancel', { id }));
    },
    books: [['leverage', 'contract USDT 1491.225', 'margin USDT -1491.225']],
  },
  {
    event: 'leverage: closed with a profit',
    does: () => leverClosed('61200.1'),
    books: [['leverage', 'contract USDT 2083.17', 'margin USDT -1500', 'house fee USDT 16.83', 'house pnl USDT -600']],
  },
  {
    event: 'leverage: closed with a loss',
    does: () => leverClosed('59000.1'),
    books: [['leverage', 'contract USDT 983.775', 'margin USDT -1500', 'house fee USDT 16.225', 'house pnl USDT 500']],
  },
  {
    event: 'leverage: liquidated at its price',
    async does() {
      await opened();
      return booked(() => later(200, { 'BTC-USDT': '57300' }));
    },
    books: [['leverage', 'contract USDT 134.192527', 'margin USDT -1500', 'house fee USDT 15.757473', 'house pnl USDT 1350.05']],
  },
  {
    event: 'leverage: liquidated over a gap, the insurance pays what is missing and no fee is left',
    async does() {
      await opened();
      return booked(() => later(200, { 'BTC-USDT': '40000.1' }));
    },
    books: [['leverage', 'margin USDT -1500', 'house insurance USDT -8500', 'house pnl USDT 10000']],
  },
  {
    event:
      'leverage: positions that stand for one another end together, a journal each; the free balance goes, then the insurance pays',
    async does() {
      await crossed('2000', ['EUR-USD', 'XAU-USD']);
      return booked(async () => {
        await later(1000, { 'EUR-USD': '1.05' });
        await later(2000, { 'EUR-USD': '1.05', 'XAU-USD': '2400' });
      });
    },
    books: [
      ['leverage', 'contract USDT 237.5125', 'margin USDT -240.0125', 'house pnl USDT 2.5'],
      [
        'leverage',
        'contract USDT -892.959817',
        'margin USDT -1100.04',
        'house insurance USDT -3015.000183',
        'house pnl USDT 5008',
      ],
    ],
  },
  {
    event: 'spot: a market purchase is held with its fee',
    async does() {
      const person = await trader();
      const order = spotOrder({ side: 'buy', entrustment: 'market', total: '500', seenPrice: '100000' });
      return booked(() => ask(person, 'spotSubmit', order));
    },
    books: [['spot', 'coin USDT -500.5', 'coin_hold USDT 500.5']],
  },
  {
    event: 'spot: a market purchase is filled, and ended',
    async does() {
      const person = await trader();
      await ask(person, 'spotSubmit', spotOrder({ side: 'buy', entrustment: 'market', total: '500', seenPrice: '100000' }));
      return booked(() => later(200, { 'BTC-USDT': '100000' }));
    },
    // A step more would be above 500: what is left of the hold comes back.
    books: [
      [
        'spot',
        'coin BTC 0.00499',
        'coin_hold USDT -499.4995',
        'house fee USDT 0.499001',
        'house trade BTC -0.00499',
        'house trade USDT 499.000499',
      ],
      ['spot', 'coin USDT 1.0005', 'coin_hold USDT -1.0005'],
    ],
  },
  {
    event: 'spot: a market sale is filled',
    async does() {
      const person = await trader();
      await ask(person, 'spotSubmit', spotOrder({ side: 'sell', entrustment: 'market', quantity: '0.01', seenPrice: '100000' }));
      return booked(() => later(200, { 'BTC-USDT': '100000' }));
    },
    books: [
      [
        'spot',
        'coin USDT 998.999001',
        'coin_hold BTC -0.01',
        'house fee USDT 0.999999',
        'house trade BTC 0.01',
        'house trade USDT -999.999',
      ],
    ],
  },
  {
    event: 'spot: a limit is placed',
    async does() {
      const person = await trader();
      return booked(() =>
        ask(person, 'spotSubmit', spotOrder({ side: 'buy', entrustment: 'limit', price: '90000', quantity: '0.01' })),
      );
    },
    books: [['spot', 'coin USDT -900.9', 'coin_hold USDT 900.9']],
  },
  {
    event: 'spot: a limit is cancelled',
    async does() {
      const person = await trader();
      const { id } = await ask(
        person,
        'spotSubmit',
        spotOrder({ side: 'sell', entrustment: 'limit', price: '110000', quantity: '0.01' }),
      );
      await ask(person, 'spotCancel', { id });
      return booked(() => later(200, { 'BTC-USDT': '100000' }));
    },
    books: [['spot', 'coin BTC 0.01', 'coin_hold BTC -0.01']],
  },
  {
    event: 'flash exchange',
    async does() {
      const person = await trader();
      const { quote } = await person.get<{ quote: { quoteId: string } }>('flashList', {
        from: 'USDT',
        to: 'BTC',
        amount: '1000',
      });
      return booked(() => ask(person, 'flash', { quoteId: quote.quoteId }));
    },
    books: [
      [
        'flash',
        'coin BTC 0.00998001',
        'coin USDT -1000',
        'house fee BTC 0.00000999',
        'house fx BTC -0.00999',
        'house fx USDT 1000',
      ],
    ],
  },
  {
    event: 'transfer into the contract account',
    async does() {
      const person = await exchange.aPerson({ coin: '100' });
      return booked(() => ask(person, 'transfer', { from: 'coin', to: 'contract', asset: 'USDT', amount: '12.5' }));
    },
    books: [['transfer', 'coin USDT -12.5', 'contract USDT 12.5']],
  },
  {
    event: 'transfer back',
    async does() {
      const person = await exchange.aPerson({ contract: '100' });
      return booked(() => ask(person, 'transfer', { from: 'contract', to: 'coin', asset: 'USDT', amount: '12.5' }));
    },
    books: [['transfer', 'coin USDT 12.5', 'contract USDT -12.5']],
  },
  {
    event: 'practice account: opened by whoever comes to it first',
    async does() {
      const person = await exchange.newcomer();
      return booked(() => ask(person, 'switchAccount', { mode: 'demo' }));
    },
    books: [['demo_open', 'coin USDT 5000', 'contract USDT 5000', 'house demo USDT -10000']],
  },
  {
    event: 'practice account: filled up again',
    async does() {
      const person = await exchange.aPerson({ coin: '300', contract: '200' });
      return booked(() => ask(person, 'demoRefill', {}));
    },
    books: [['demo_refill', 'coin USDT 9500', 'house demo USDT -9500']],
  },
  {
    event: 'top-up: asked for, which books nothing',
    async does() {
      const person = await exchange.aPerson({ mode: 'real', coin: '0' });
      return booked(() => ask(person, 'topUp', topUp));
    },
    books: [],
  },
  {
    event: 'top-up: approved',
    does: () => topUpDecided({ verdict: 'approved' }),
    books: [['topup', 'coin USDT 100', 'house custody:manual USDT -100']],
  },
  {
    event: 'top-up: rejected, which books nothing',
    does: () => topUpDecided({ verdict: 'rejected', reason: 'Nothing came.' }),
    books: [],
  },
  {
    event: 'top-up: approved by mistake, and taken back',
    async does() {
      const person = await exchange.aPerson({ mode: 'real', coin: '0' });
      await ask(person, 'topUp', topUp);
      await decide(person, { verdict: 'approved' });
      const { rows } = await exchange.database.owner.query<{ id: string }>(
        'select public_id as id from review where user_id = $1',
        [person.userId],
      );
      // By somebody who did not give it.
      return booked(() => operate('reviewsReverse', { id: rows[0]?.id, reason: 'Another one’s.' }, 'theo'));
    },
    books: [['adjustment', 'coin USDT -100', 'house custody:manual USDT 100']],
  },
  {
    event: 'withdrawal: asked for',
    async does() {
      const owner = await withdrawer();
      return booked(() => withdraw(owner));
    },
    books: [['withdrawal', 'coin USDT -100', 'withdraw_hold USDT 100']],
  },
  {
    event: 'withdrawal: rejected',
    async does() {
      const owner = await withdrawer();
      await withdraw(owner);
      return booked(() => decide(owner, { verdict: 'rejected', reason: 'Another address, please.' }));
    },
    books: [['withdrawal', 'coin USDT 100', 'withdraw_hold USDT -100']],
  },
  {
    event: 'withdrawal: approved, which books nothing, and paid',
    async does() {
      const owner = await withdrawer();
      const { id } = await withdraw(owner);
      const approved = await booked(() => decide(owner, { verdict: 'approved' }));
      const { items } = (await operate('payoutsList', { state: 'any' })) as { items: { id: string; withdrawal: string }[] };
      const payout = items.find(({ withdrawal }) => withdrawal === id)?.id;
      return [...approved, ...(await booked(() => operate('payoutsPaid', { id: payout, transaction: `0x${'a'.repeat(64)}` })))];
    },
    books: [['withdrawal', 'withdraw_hold USDT -100', 'house custody:tron USDT 99', 'house fee USDT 1']],
  },
  {
    event: 'nights: from the free part of the contract account',
    does: () => overNight('5000'),
    books: [['leverage', 'contract USDT -19.5', 'house fee USDT 19.5']],
  },
  {
    event: 'nights: as far as it has a free part, then from the margin',
    does: () => overNight('1106.34012'),
    books: [['leverage', 'contract USDT -3', 'margin USDT -3.5', 'house fee USDT 6.5']],
  },
  {
    event: 'Interest Treasure: bought',
    async does() {
      const person = await desk.aSaver({ coin: '1000' });
      return booked(() => desk.buy(person, '2', '1000'));
    },
    books: [['treasure', 'coin USDT -1000', 'deposit USDT 1000']],
  },
  {
    event: 'Interest Treasure: bought, to be reviewed',
    async does() {
      const person = await desk.aSaver({ coin: '1000' });
      return booked(() => desk.buy(person, '4', '1000'));
    },
    books: [['treasure', 'coin USDT -1000', 'coin_hold USDT 1000']],
  },
  {
    event: 'Interest Treasure: approved',
    does: () => decided({ verdict: 'approved' }),
    books: [['treasure', 'coin_hold USDT -1000', 'deposit USDT 1000']],
  },
  {
    event: 'Interest Treasure: rejected',
    does: () => decided({ verdict: 'rejected', reason: 'Where from?' }),
    books: [['treasure', 'coin USDT 1000', 'coin_hold USDT -1000']],
  },
  {
    event: 'Interest Treasure: taken back before it was reviewed',
    async does() {
      const { person, order } = await bought('4');
      return booked(() => desk.redeem(person, order.id));
    },
    books: [['treasure', 'coin USDT 1000', 'coin_hold USDT -1000']],
  },
  {
    event: 'Interest Treasure: a day',
    async does() {
      await bought('2');
      await lending.passDays(1);
      return booked(() => lending.passDays(1));
    },
    books: [['treasure', 'coin USDT 0.2', 'house interest USDT -0.2']],
  },
  {
    event: 'Interest Treasure: the last day, with what the days before have left, and the end',
    async does() {
      await bought('1');
      await lending.passDays(7);
      return booked(() => lending.passDays(1));
    },
    books: [
      ['treasure', 'coin USDT 0.136987', 'house interest USDT -0.136987'],
      ['treasure', 'coin USDT 1000', 'deposit USDT -1000'],
    ],
  },
  {
    event: 'Interest Treasure: left early',
    async does() {
      const { person, order } = await bought('2');
      await lending.passDays(4);
      return booked(() => desk.redeem(person, order.id));
    },
    books: [['treasure', 'coin USDT 999.7', 'deposit USDT -1000', 'house fee USDT 0.3']],
  },
  {
    event: 'project: joined',
    async does() {
      const [project, person] = [await aProject(exchange), await aSaver(exchange)];
      return booked(() => join(person, project, '100'));
    },
    books: [['project', 'coin USDT -100', 'project USDT 100']],
  },
  {
    event: 'project: ended with a profit',
    does: () => projectEnded('0.033333'),
    books: [['project', 'coin USDT 103.3333', 'project USDT -100', 'house pnl USDT -3.3333']],
  },
  {
    event: 'project: ended with a loss',
    does: () => projectEnded('-0.1'),
    books: [['project', 'coin USDT 90', 'project USDT -100', 'house pnl USDT 10']],
  },
  {
    event: 'project: cancelled',
    does: () => projectEnded(undefined),
    books: [['project', 'coin USDT 100', 'project USDT -100']],
  },
  {
    event: 'loan: paid out, with what is locked and the interest of the least days',
    async does() {
      const person = await borrower();
      return booked(() => borrow(person));
    },
    books: [
      ['loan', 'coin BTC -0.02', 'coin USDT 1000', 'collateral BTC 0.02', 'loan USDT -1000.5', 'house interest_in USDT 0.5'],
    ],
  },
  {
    event: 'loan: to be reviewed, which locks only',
    async does() {
      const person = await borrower();
      return booked(() => borrow(person, { termId: '90', collateral: [coin('0.05')] }));
    },
    books: [['loan', 'coin BTC -0.05', 'collateral BTC 0.05']],
  },
  {
    event: 'loan: approved',
    async does() {
      const person = await borrower();
      await borrow(person, { termId: '90', collateral: [coin('0.05')] });
      return booked(() => decide(person, { verdict: 'approved' }));
    },
    books: [['loan', 'coin USDT 1000', 'loan USDT -1001.2', 'house interest_in USDT 1.2']],
  },
  {
    event: 'loan: rejected',
    async does() {
      const person = await borrower();
      await borrow(person, { termId: '90', collateral: [coin('0.05')] });
      return booked(() => decide(person, { verdict: 'rejected', reason: 'Too new.' }));
    },
    books: [['loan', 'coin BTC 0.05', 'collateral BTC -0.05']],
  },
  {
    event: 'loan: against a deposit',
    async does() {
      const { person, order } = await bought('3');
      return booked(() => borrow(person, { amount: '100', collateral: [deposit(order.id, '600')] }));
    },
    books: [
      ['loan', 'coin USDT 100', 'collateral USDT 600', 'deposit USDT -600', 'loan USDT -100.05', 'house interest_in USDT 0.05'],
    ],
  },
  {
    event: 'loan: a day',
    async does() {
      await borrow(await borrower());
      await lending.passDays(2);
      return booked(() => lending.passDays(1));
    },
    books: [['loan', 'loan USDT -0.5', 'house interest_in USDT 0.5']],
  },
  {
    event: 'loan: more collateral',
    async does() {
      const person = await borrower();
      const { id } = await borrow(person);
      return booked(() => person.get('loanAddCollateral', { orderId: id, collateral: [coin('0.01')] }));
    },
    books: [['loan', 'coin BTC -0.01', 'collateral BTC 0.01']],
  },
  { event: 'loan: repaid in part', does: () => repaid('501', 'coin'), books: [['loan', 'coin USDT -501', 'loan USDT 501']] },
  {
    event: 'loan: repaid in part, from the contract account',
    does: () => repaid('501', 'contract'),
    books: [['loan', 'contract USDT -501', 'loan USDT 501']],
  },
  {
    event: 'loan: repaid, never more than is owed, and what was locked is free',
    does: () => repaid('2000', 'coin'),
    books: [['loan', 'coin BTC 0.02', 'coin USDT -1000.5', 'collateral BTC -0.02', 'loan USDT 1000.5']],
  },
  {
    event: 'loan: liquidated; so much is sold as is owed with the fee, the rest comes back',
    async does() {
      await borrow(await borrower());
      return booked(() => lending.moves('60000'));
    },
    books: [
      [
        ...['loan', 'coin BTC 0.00315656', 'coin USDT 0.000336', 'collateral BTC -0.02', 'loan USDT 1000.5'],
        ...['house fee USDT 10.106064', 'house trade BTC 0.01684344', 'house trade USDT -1010.6064'],
      ],
    ],
  },
  {
    event: 'loan: liquidated over a gap, the insurance pays what is missing',
    async does() {
      await borrow(await borrower());
      return booked(() => lending.moves('20000'));
    },
    books: [
      [
        ...['loan', 'collateral BTC -0.02', 'loan USDT 1000.5', 'house fee USDT 4', 'house insurance USDT -604.5'],
        ...['house trade BTC 0.02', 'house trade USDT -400'],
      ],
    ],
  },
];

test.each(rows)('$event', async ({ does, books }) => {
  expect(sorted(await does())).toEqual(sorted(books));
});

test('every rule of the book holds then', async () => {
  const found = await findViolations(exchange.database.db, ledgerRules, 0);
  expect(found.flatMap(({ subjects }) => subjects)).toEqual([]);
});
