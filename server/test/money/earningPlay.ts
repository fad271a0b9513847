/**
 * Plays deposits, loans and a project through the exchange's own calls and jobs beside a model of them. After each command every account of the
 * book has gained what the model says, to the last unit, and every rule of the book holds. Throws at the first difference.
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@tessera/shared/contract';
import { createCalendar } from '../../src/calendar/Calendar';
import { dayOf, endOfDay } from '../../src/calendar/days';
import { loadCatalog } from '../../src/catalog/Catalog';
import { createMessages } from '../../src/content/messages';
import { shippedTexts } from '../../src/content/texts';
import { quickPasswords } from '../quickPasswords';
import { findViolations, ledgerRules } from '../../src/ledger/invariants';
import { createLog } from '../../src/platform/log';
import { createMetrics } from '../../src/platform/metrics';
import { loanInterest } from '../../src/products/loan/bookInterest';
import { loanLedgerRules } from '../../src/products/loan/invariants';
import { createLoanJob } from '../../src/products/loan/loanJob';
import { projectLedgerRules } from '../../src/products/project/invariants';
import { createRandom } from '../../src/platform/random';
import { treasureBooking } from '../../src/products/treasure/bookDays';
import { pledgedDeposits } from '../../src/products/treasure/pledgedDeposits';
import { treasureLedgerRules } from '../../src/products/treasure/invariants';
import { treasureKind } from '../../src/products/treasure/treasureKind';
import { createReviews } from '../../src/reviews/Reviews';
import { operateAs } from '../aMerchant';
import { anOfficer, aProject, approve, bookEnds, operated, publishResult, type TestProject } from '../aProject';
import { openCutWire } from '../cutWire';
import { toDecimal } from '../ledger/decimalText';
import type { Person, TradingExchange } from '../tradingExchange';
import {
  createEarningModel,
  products,
  reviewed,
  rules as usualRules,
  unit,
  worthOf,
  type Deposit,
  type EarningModel,
  type Loan,
  type Rules,
  type Waiting,
} from './earningModel';
import { changesOf, of, readBook, sumOf } from './moneyModel';

export type EarningDeed =
  | { readonly do: 'buy'; readonly who: number; readonly product: keyof typeof products; readonly sum: number }
  | { readonly do: 'leave'; readonly which: number; /** Else a third of it. */ readonly isWhole: boolean }
  /** Of the purchases that were ever reviewed. */
  | { readonly do: 'decide'; readonly which: number; readonly isApproved: boolean }
  | { readonly do: 'takeBack'; readonly which: number }
  /** The job that ends what nobody decided. */
  | { readonly do: 'expire' }
  | { readonly do: 'pass'; readonly days: number }
  | { readonly do: 'borrow'; readonly who: number; readonly sum: number; readonly coins: string }
  | {
      readonly do: 'borrowAgainst';
      /** Of the deposits, whose owner borrows. */
      readonly of: number;
      /** Else a third of it. */
      readonly isWhole: boolean;
      readonly sum: number;
      readonly coins: string;
    }
  | { readonly do: 'add'; readonly which: number }
  | { readonly do: 'addDeposit'; readonly which: number; readonly of: number; readonly isWhole: boolean }
  | { readonly do: 'repay'; readonly which: number; readonly sum: number; readonly from: 'coin' | 'contract' }
  | { readonly do: 'fall'; readonly to: 60_000 | 40_000 | 10_000 }
  | { readonly do: 'join'; readonly who: number; readonly sum: number }
  | { readonly do: 'end'; readonly share: number };
export interface EarningCommand {
  readonly deed: EarningDeed;
  /** `cut`: the first try dies at its commit. `again`: who did it has heard no answer. */
  readonly how: 'once' | 'cut' | 'again';
}

const who = fc.nat(1);
const which = fc.nat(5);
const sum = fc.integer({ min: 100, max: 900 });
const what = <Deed extends EarningDeed>(
  name: Deed['do'],
  rest: { readonly [Key in Exclude<keyof Deed, 'do'>]: fc.Arbitrary<Deed[Key]> },
) => fc.record({ do: fc.constant(name), ...rest } as never) as fc.Arbitrary<Deed>;
type Of<Name extends EarningDeed['do']> = Extract<EarningDeed, { do: Name }>;
const deed = fc.oneof(
  what<Of<'buy'>>('buy', { who, product: fc.constantFrom('1', '2', '3'), sum }),
  what<Of<'buy'>>('buy', { who, product: fc.constant('4'), sum: fc.integer({ min: 999, max: 1300 }) }),
  what<Of<'leave'>>('leave', { which, isWhole: fc.boolean() }),
  what<Of<'decide'>>('decide', { which, isApproved: fc.boolean() }),
  what<Of<'takeBack'>>('takeBack', { which }),
  what<Of<'expire'>>('expire', {}),
  what<Of<'pass'>>('pass', { days: fc.constantFrom(1, 2, 4, 7) }),
  what<Of<'borrow'>>('borrow', { who, sum, coins: fc.constantFrom('0.011', '0.017', '0.03') }),
  what<Of<'borrowAgainst'>>('borrowAgainst', {
    ...{ of: which, isWhole: fc.boolean(), sum: fc.integer({ min: 100, max: 600 }) },
    coins: fc.constantFrom('0', '0.003', '0.006'),
  }),
  what<Of<'add'>>('add', { which }),
  what<Of<'addDeposit'>>('addDeposit', { which, of: which, isWhole: fc.boolean() }),
  what<Of<'repay'>>('repay', { which, sum: fc.integer({ min: 1, max: 900 }), from: fc.constantFrom('coin', 'contract') }),
  what<Of<'fall'>>('fall', { to: fc.constantFrom(60_000, 40_000, 10_000) }),
  what<Of<'join'>>('join', { who, sum }),
  what<Of<'end'>>('end', { share: fc.constantFrom(-100_000_000, -33_333_333, 0, 7_777_777) }),
);
export const earningCommands: fc.Arbitrary<readonly EarningCommand[]> = fc.array(
  fc.record({ deed, how: fc.constantFrom('once' as const, 'once' as const, 'cut' as const, 'again' as const) }),
  { minLength: 15, maxLength: 20, size: 'max' },
);

const stepUpPassword = 'for payments';
const allRules = [...ledgerRules, ...treasureLedgerRules, ...loanLedgerRules, ...projectLedgerRules];
const money = { coin: '4000', contract: '500', coins: { BTC: '0.5' } };
const collateral = (coins: string, pledge?: Pledge) => [
  ...(coins === '0' ? [] : [{ kind: 'coin', asset: 'BTC', orderId: null, amount: coins }]),
  ...(pledge === undefined
    ? []
    : [{ kind: 'treasure', asset: 'USDT', orderId: pledge.deposit.id, amount: textOf(pledge.amount) }]),
];

interface Pledge {
  readonly deposit: Deposit;
  readonly amount: bigint;
}
interface Act {
  perform(): Promise<unknown>;
  book(answer: unknown): void;
  readonly mustBe: boolean;
}

export async function openEarningDesk(exchange: TradingExchange) {
  const { database, clock } = exchange;
  const { db, owner } = database;
  const passwordHash = await quickPasswords.hash(stepUpPassword);
  const parts = { db, clock, log: createLog({ logLevel: 'silent' }), metrics: createMetrics({ collectProcess: false }) };
  const messages = createMessages({ db, texts: shippedTexts() });
  const wakeOutbox = () => undefined;
  const bookings = [treasureBooking({ messages, wakeOutbox }), loanInterest(messages, wakeOutbox)];
  const catalog = await loadCatalog(db, clock.now());
  const reviews = createReviews({ ...parts, random: createRandom(), kinds: [treasureKind({ messages })], wakeOutbox });
  const { signal } = new AbortController();
  const today = () => dayOf(clock.now());
  return {
    ...{ exchange, today, cutOff: await openCutWire(database) },
    /** A calendar of its own each time: what the one before set aside is tried again at once. */
    async bookDays() {
      await createCalendar({ ...parts, holder: 'play', bookings }).job.run(signal);
      return 'booked';
    },
    async pass(days: number) {
      clock.set(endOfDay(today() + days - 1) + 60_000);
      await exchange.minute({ 'BTC-USDT': '100000' });
      await owner.query('update session set created_at_ms = $1, last_seen_at_ms = $1', [clock.now()]);
    },
    async price(to: number) {
      await exchange.minute({ 'BTC-USDT': String(to) });
    },
    /** Answers the loans that were liquidated, in their order. */
    async judge() {
      const { rows: before } = await owner.query<{ last: string }>('select coalesce(max(id), 0) as last from loan_decision');
      await createLoanJob({ ...parts, catalog, messages, wakeOutbox, pledged: pledgedDeposits }).run(signal);
      const { rows } = await owner.query<{ loanId: string }>(
        `select loan_id::text as "loanId" from loan_decision where kind = 'liquidation' and id > $1 order by id`,
        [before[0]?.last],
      );
      return rows.map(({ loanId }) => loanId);
    },
    async expire() {
      await reviews.expireDue();
      return 'ended';
    },
    async lastJournal(): Promise<number> {
      const { rows } = await owner.query<{ id: string }>('select coalesce(max(id), 0) as id from journal');
      return Number(rows[0]?.id);
    },
    async aPerson(): Promise<Person> {
      const person = await exchange.aPerson({ mode: 'real', ...money });
      await owner.query('update app_user set payment_password_hash = $2 where id = $1', [person.userId, passwordHash]);
      return person;
    },
  };
}
export type EarningDesk = Awaited<ReturnType<typeof openEarningDesk>>;

interface Scene {
  readonly desk: EarningDesk;
  readonly people: readonly [Person, Person];
  readonly model: EarningModel;
  /** undefined: nobody joins or ends one. */
  readonly project: (TestProject & { readonly closesAtMs: number; readonly endsAtMs: number }) | undefined;
  readonly joined: Map<number, bigint>;
  isEnded: boolean;
}

const units = (whole: number): bigint => BigInt(whole) * unit;
const textOf = (sum: bigint): string => toDecimal(sum).replace(/\.?0+$/, '');
const nth = <One>(list: readonly One[], at: number): One | undefined => list[at % Math.max(1, list.length)];

/** Where nothing is left of another play. Answers the kinds of commands that were carried out. */
export async function playEarning(
  desk: EarningDesk,
  commands: readonly EarningCommand[],
  by: Rules = usualRules,
): Promise<ReadonlySet<string>> {
  const { exchange } = desk;
  const { database } = exchange;
  const people = [await desk.aPerson(), await desk.aPerson()] as const;
  const dayMs = 86_400_000;
  const nowMs = exchange.clock.now();
  const times = { closesAtMs: nowMs + 2 * dayMs, endsAtMs: nowMs + 4 * dayMs };
  const isInProject = commands.some(({ deed: { do: name } }) => name === 'join' || name === 'end');
  const project = isInProject
    ? { ...(await aProject(exchange, { ...times, min: '1', max: '1000', maxParticipants: 3 })), ...times }
    : undefined;
  const beginning = new Map(
    people.flatMap(({ userId }) => [
      [of(userId, 'coin'), sumOf(money.coin)] as const,
      [of(userId, 'contract'), sumOf(money.contract)] as const,
      [of(userId, 'coin', 'BTC'), sumOf(money.coins.BTC)] as const,
    ]),
  );
  const scene: Scene = { desk, people, project, model: createEarningModel(beginning, by), joined: new Map(), isEnded: false };
  const before = await readBook(database);
  const carriedOut = new Set<string>();
  let checked = await desk.lastJournal();

  async function examine(said: string): Promise<void> {
    after(said, changesOf(await readBook(database), before), changesOf(scene.model.book.gains));
    const newest = await desk.lastJournal();
    if (newest === checked) return;
    const broken = (await findViolations(database.db, allRules, checked)).filter(({ subjects }) => subjects.length > 0);
    after(said, broken, []);
    checked = newest;
  }

  for (const { deed: asked, how } of commands) {
    const act = await actOf(scene, asked);
    if (act === undefined) continue;
    const said = JSON.stringify({ ...asked, how });
    if (how === 'cut') {
      await desk.cutOff(act.perform).catch(() => undefined);
      await examine(`${said}, cut off`);
    }
    const answer = await act.perform();
    after(said, answer !== undefined, act.mustBe);
    if (answer !== undefined) {
      act.book(answer);
      carriedOut.add(asked.do);
    }
    await examine(said);
    if (how !== 'again') continue;
    await act.perform();
    await examine(`${said}, once more`);
  }
  return carriedOut;
}

/** Says after which command they differ. */
function after(said: string, found: unknown, wanted: unknown): void {
  try {
    expect(found).toEqual(wanted);
  } catch (error) {
    throw new Error(`after ${said}: ${String(error)}`, { cause: error });
  }
}

/** One call with a key of its own; undefined: it was refused. */
function asked(person: Person, call: EndpointName, request: Readonly<Record<string, unknown>>): Act['perform'] {
  const key = randomUUID();
  return async () => {
    const { type, message } = await person.ask(call, request, key);
    return type === 'ok' ? message : undefined;
  };
}

const actOf = (scene: Scene, deed: EarningDeed): Promise<Act | undefined> | Act | undefined => {
  switch (deed.do) {
    case 'buy':
    case 'leave':
    case 'pass':
      return actOfDeposit(scene, deed);
    case 'decide':
    case 'takeBack':
    case 'expire':
      return actOfReview(scene, deed);
    case 'borrow':
    case 'borrowAgainst':
      return actOfBorrowing(scene, deed);
    case 'add':
    case 'addDeposit':
    case 'repay':
    case 'fall':
      return actOfLoan(scene, deed);
    case 'join':
    case 'end':
      return actOfProject(scene, deed);
  }
};
const personOf = ({ people }: Scene, userId: number): Person => (people[0].userId === userId ? people[0] : people[1]);
const chosen = ({ people }: Scene, at: number): Person => people[at === 0 ? 0 : 1];

/** Of the deposits that are kept; a part is a third of it, in cents. */
function partOf({ model }: Scene, at: number, isWhole: boolean): Pledge | undefined {
  const deposit = nth(
    model.deposits.filter(({ principal }) => principal > 0n),
    at,
  );
  const cent = unit / 100n;
  return deposit && { deposit, amount: isWhole ? deposit.principal : (deposit.principal / 3n / cent) * cent };
}

async function actOfDeposit(scene: Scene, deed: Of<'buy' | 'leave' | 'pass'>): Promise<Act | undefined> {
  const { desk, model } = scene;
  switch (deed.do) {
    case 'buy': {
      const person = chosen(scene, deed.who);
      const { userId } = person;
      const clientOrderId = randomUUID();
      const { product, sum: amount } = deed;
      const principal = units(amount);
      const isReviewed = product === reviewed.product;
      return {
        perform: asked(person, 'treasureDeposit', {
          productId: product,
          amount: String(amount),
          catalogVersion: 1,
          clientOrderId,
          stepUpPassword,
        }),
        mustBe: model.book.has(of(userId, 'coin'), principal) && (!isReviewed || principal >= reviewed.min),
        book(answer) {
          const { id } = answer as { id: string };
          if (isReviewed) model.wait({ id, userId, principal, untilMs: desk.exchange.clock.now() + reviewed.waitsMs });
          else model.buy({ id, userId, product, principal }, desk.today());
        },
      };
    }
    case 'leave': {
      const chosenPart = partOf(scene, deed.which, deed.isWhole);
      if (chosenPart === undefined) return undefined;
      const { deposit, amount: part } = chosenPart;
      const shown = model.returned(deposit, part);
      const request = {
        stepUpPassword,
        orderId: deposit.id,
        amount: textOf(part),
        returned: textOf(shown.back),
      };
      return {
        perform: asked(personOf(scene, deposit.userId), 'treasureCancel', request),
        mustBe:
          part > 0n && model.isFree(deposit, part) && canLeave(deposit) && (deed.isWhole || products[deposit.product].isPartly),
        book: () => model.leave(deposit, part, shown),
      };
    }
    case 'pass':
      await desk.pass(deed.days);
      return { perform: desk.bookDays, mustBe: true, book: () => model.pass(desk.today()) };
  }
}

const canLeave = ({ product }: Deposit): boolean => product !== reviewed.product;

async function actOfReview(scene: Scene, deed: Of<'decide' | 'takeBack' | 'expire'>): Promise<Act | undefined> {
  const { desk, model } = scene;
  const { exchange } = desk;
  if (deed.do === 'expire') {
    return { perform: desk.expire, mustBe: true, book: () => model.expire(exchange.clock.now()) };
  }
  const one = nth(model.waiting, deed.which);
  if (one === undefined) return undefined;
  if (deed.do === 'takeBack') {
    return {
      perform: asked(personOf(scene, one.userId), 'treasureCancel', {
        ...{ stepUpPassword, orderId: one.id, returned: textOf(one.principal) },
      }),
      mustBe: !one.isOver,
      book: () => model.giveBack(one),
    };
  }
  return decision(scene, one, deed.isApproved);
}

/** Of one that is over already it answers what was decided, and nothing happens. */
async function decision({ desk, model }: Scene, one: Waiting, isApproved: boolean): Promise<Act> {
  const { exchange } = desk;
  const { rows } = await exchange.database.owner.query<{ id: string; termsHash: string }>(
    `select r.public_id as id, r.terms_hash as "termsHash" from review r join treasure_order o on o.review_id = r.public_id where o.id = $1`,
    [one.id],
  );
  const verdict = isApproved ? { verdict: 'approved' } : { verdict: 'rejected', reason: 'Where does it come from?' };
  const operator = await anOfficer(exchange);
  const nowMs = exchange.clock.now();
  return {
    async perform() {
      const answer = await operateAs(exchange, operator, 'reviewsDecide', { ...rows[0], ...verdict });
      return answer.type === 'ok' ? answer.message : undefined;
    },
    mustBe: true,
    book() {
      if (one.isOver) return;
      if (isApproved && one.untilMs > nowMs) model.approve(one, desk.today());
      else model.giveBack(one);
    },
  };
}

const isRunning = ({ principal, interest }: Loan): boolean => principal + interest > 0n;

async function actOfBorrowing(scene: Scene, deed: Of<'borrow' | 'borrowAgainst'>): Promise<Act | undefined> {
  const { desk, model } = scene;
  const pledge = deed.do === 'borrow' ? undefined : partOf(scene, deed.of, deed.isWhole);
  if (deed.do === 'borrowAgainst' && pledge === undefined) return undefined;
  const person =
    deed.do === 'borrow' || pledge === undefined
      ? chosen(scene, 'who' in deed ? deed.who : 0)
      : personOf(scene, pledge.deposit.userId);
  const { userId } = person;
  const coins = sumOf(deed.coins);
  const principal = units(deed.sum);
  const owed = principal + (principal * 6n) / 10_000n;
  const first = desk.today() + 1;
  return {
    perform: asked(person, 'loanSubmit', {
      ...{ termId: '7', catalogVersion: 1, clientOrderId: randomUUID(), stepUpPassword },
      ...{ amount: String(deed.sum), collateral: collateral(deed.coins, pledge) },
    }),
    mustBe:
      model.book.has(of(userId, 'coin', 'BTC'), coins) &&
      (pledge === undefined || isPledgeable(scene, pledge)) &&
      owed * 10_000n <= worthOf(coins, 100_000n, pledge?.amount ?? 0n) * 65n &&
      model.loans.filter((one) => one.userId === userId && isRunning(one)).length < 10,
    book: (answer) =>
      model.borrow(
        { id: (answer as { id: string }).id, userId, first, principal },
        { coins, ...(pledge === undefined ? {} : { pledge }) },
      ),
  };
}
const isPledgeable = ({ model }: Scene, { deposit, amount }: Pledge): boolean =>
  amount > 0n && model.isFree(deposit, amount) && canLeave(deposit);

async function actOfLoan(scene: Scene, deed: Of<'add' | 'addDeposit' | 'repay' | 'fall'>): Promise<Act | undefined> {
  const { desk, model } = scene;
  const loan = nth(model.loans.filter(isRunning), 'which' in deed ? deed.which : 0);
  switch (deed.do) {
    case 'add': {
      if (loan === undefined) return undefined;
      return {
        perform: asked(personOf(scene, loan.userId), 'loanAddCollateral', { orderId: loan.id, collateral: collateral('0.001') }),
        mustBe: model.book.has(of(loan.userId, 'coin', 'BTC'), sumOf('0.001')),
        book: () => model.add(loan, { coins: sumOf('0.001') }),
      };
    }
    case 'addDeposit': {
      const pledge = partOf(scene, deed.of, deed.isWhole);
      if (loan === undefined || pledge === undefined) return undefined;
      const isKnown = loan.pledges.some(({ deposit }) => deposit === pledge.deposit);
      return {
        perform: asked(personOf(scene, loan.userId), 'loanAddCollateral', {
          orderId: loan.id,
          collateral: collateral('0', pledge),
        }),
        mustBe: pledge.deposit.userId === loan.userId && isPledgeable(scene, pledge) && (isKnown || loan.pledges.length < 9),
        book: () => model.add(loan, { pledge }),
      };
    }
    case 'repay': {
      if (loan === undefined) return undefined;
      const owed = loan.principal + loan.interest;
      const paid = sumOf(String(deed.sum));
      const taken = paid < owed ? paid : owed;
      return {
        perform: asked(personOf(scene, loan.userId), 'loanRepay', {
          orderId: loan.id,
          amount: String(deed.sum),
          from: deed.from,
        }),
        mustBe: model.book.has(of(loan.userId, deed.from), taken),
        book: () => model.repay(loan, taken, deed.from),
      };
    }
    case 'fall':
      // It is over before anybody looks: the log decides.
      await desk.price(deed.to);
      await desk.price(100_000);
      return {
        perform: desk.judge,
        mustBe: true,
        book: (told) => model.fall(BigInt(deed.to), told as readonly string[]),
      };
  }
}

async function actOfProject(scene: Scene, deed: Of<'join' | 'end'>): Promise<Act | undefined> {
  const { desk, model, project } = scene;
  if (project === undefined) return undefined;
  switch (deed.do) {
    case 'join': {
      const person = chosen(scene, deed.who);
      const { userId } = person;
      const clientOrderId = randomUUID();
      const { id, termsSeq, closesAtMs } = project;
      const request = { stepUpPassword, projectId: id, termsSeq, amount: String(deed.sum), clientOrderId };
      const isOpen = desk.exchange.clock.now() < closesAtMs && !scene.isEnded && !scene.joined.has(userId);
      return {
        perform: asked(person, 'projectOrder', request),
        mustBe: isOpen && model.book.has(of(userId, 'coin'), units(deed.sum)),
        book() {
          scene.joined.set(userId, units(deed.sum));
          model.join(userId, units(deed.sum));
        },
      };
    }
    case 'end': {
      if (scene.isEnded) return undefined;
      const { exchange } = desk;
      const hasEnded = exchange.clock.now() >= project.endsAtMs;
      const { id } = project;
      if (hasEnded) await publishResult(exchange, { id }, (deed.share / 1e8).toFixed(8));
      else await approve(exchange, await operated(exchange, 'projectsCancel', { id, reason: 'too few' }));
      scene.isEnded = true;
      return {
        async perform() {
          await bookEnds(exchange);
          return 'booked';
        },
        mustBe: true,
        book: () => model.endProject(scene.joined, hasEnded ? BigInt(deed.share) : 0n),
      };
    }
  }
}
