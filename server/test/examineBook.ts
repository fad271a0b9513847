/**
 * Examines the book that a database has: random postings against a model in BigInt, with every invariant asked after
 * each step; inputs that must be refused; batches and races on one account. Throws at the first difference. The ledger's tests run
 * it on the true functions, where it must pass, and on functions with a planted mistake, where it must not.
 */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import type { TestDatabase } from './testDatabase';

const scales = { USDT: 6, BTC: 8 } as const;
type Asset = keyof typeof scales;
const modes = ['real', 'demo'] as const;
type Mode = (typeof modes)[number];
/** Amounts are whole multiples of the 18th decimal. */
const one = 10n ** 18n;
const unit = (asset: Asset) => 10n ** BigInt(18 - scales[asset]);

interface ModelAccount {
  readonly id: number;
  readonly mode: Mode;
  readonly asset: Asset;
  readonly isUser: boolean;
  /** A debt: never above zero, where every other account of a user is never below. */
  readonly isDebt?: boolean;
}
interface ModelLeg {
  readonly account: ModelAccount;
  readonly amount: bigint;
}
interface ModelPosting {
  readonly mode: Mode;
  readonly idem: string;
  readonly legs: readonly ModelLeg[];
}

/** What the model expects of one call: the state it leaves, or the refusal. */
type Expected =
  | { readonly balances: Map<number, bigint>; readonly known: Map<string, ModelPosting>; readonly replays: boolean[] }
  | { readonly refusal: string };

function expectedOf(batch: readonly ModelPosting[], before: Map<number, bigint>, known: Map<string, ModelPosting>): Expected {
  const balances = new Map(before);
  const nowKnown = new Map(known);
  const replays: boolean[] = [];
  if (new Set(batch.map((posting) => posting.idem)).size !== batch.length) return { refusal: 'L0003' };
  for (const posting of batch) {
    const { legs } = posting;
    if (
      legs.length < 2 ||
      new Set(legs.map((leg) => leg.account.id)).size !== legs.length ||
      legs.some((leg) => leg.amount === 0n)
    )
      return { refusal: 'L0003' };
  }
  for (const posting of batch) {
    const earlier = known.get(posting.idem);
    if (earlier !== undefined && contentOf(earlier) !== contentOf(posting)) return { refusal: 'L0002' };
  }
  const fresh = batch.filter((posting) => !known.has(posting.idem));
  if (
    fresh.some(({ mode, legs }) =>
      legs.some(({ account, amount }) => account.mode !== mode || amount % unit(account.asset) !== 0n),
    )
  )
    return { refusal: 'L0003' };
  for (const { legs } of fresh) {
    for (const asset of Object.keys(scales)) {
      if (legs.filter((leg) => leg.account.asset === asset).reduce((sum, leg) => sum + leg.amount, 0n) !== 0n)
        return { refusal: 'L0004' };
    }
  }
  for (const posting of batch) {
    replays.push(known.has(posting.idem));
    if (known.has(posting.idem)) continue;
    nowKnown.set(posting.idem, posting);
    const after = posting.legs.map(({ account, amount }) => ({ account, balance: (balances.get(account.id) ?? 0n) + amount }));
    if (after.some(({ account, balance }) => account.isUser && account.isDebt !== true && balance < 0n))
      return { refusal: 'L0001' };
    if (after.some(({ account, balance }) => account.isDebt === true && balance > 0n)) return { refusal: 'L0006' };
    for (const { account, balance } of after) balances.set(account.id, balance);
  }
  return { balances, known: nowKnown, replays };
}

const contentOf = ({ mode, legs }: ModelPosting) =>
  JSON.stringify([mode, legs.map((leg) => `${leg.account.id}:${leg.amount}`).sort()]);

const toDecimal = (amount: bigint): string => {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(19, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -18)}.${digits.slice(-18)}`;
};
function fromDecimal(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * one + BigInt(fraction.padEnd(18, '0'));
  return text.startsWith('-') ? -value : value;
}

/** What fast-check draws; indexes are resolved against the accounts of the run. */
const posting = fc.record({
  mode: fc.constantFrom(...modes),
  asset: fc.constantFrom<Asset>('USDT', 'USDT', 'BTC'),
  key: fc.nat(11),
  picks: fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 4 }),
  amounts: fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 4, maxLength: 4 }),
  // Half of all postings are sound; the others carry one flaw.
  flaw: fc.constantFrom(
    'none',
    'none',
    'none',
    'none',
    'none',
    'fund',
    'fund',
    'unbalanced',
    'acrossAssets',
    'tooFine',
    'otherMode',
    'sameAccountTwice',
    'zero',
    'drain',
  ),
});
type Drawn = typeof posting extends fc.Arbitrary<infer T> ? T : never;
const sequence = fc.array(fc.array(posting, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 10 });

export interface Examination {
  readonly sequences: number;
  /** undefined: that of all property tests (TESSERA_SEED), and what fails is shrunk. */
  readonly seed?: number;
}

export async function examineBook(database: TestDatabase, { sequences, seed }: Examination): Promise<void> {
  await examineRefusals(database);
  await examineBatch(database);
  await examineRace(database);
  await fc.assert(
    fc.asyncProperty(sequence, async (batches) => {
      await examineSequence(database, batches);
    }),
    { numRuns: sequences, ...(seed === undefined ? {} : { seed, endOnFailure: true }) },
  );
}

let lastUser = 500_000;

async function openAccounts(
  database: TestDatabase,
  names: readonly (readonly [number, Mode, Asset, string])[],
): Promise<number[]> {
  const { rows } = await database.database.pool.query<{ ids: number[] }>('select open_accounts($1, $2, $3, $4) as ids', [
    names.map(([owner]) => owner),
    names.map(([, mode]) => mode),
    names.map(([, , asset]) => asset),
    names.map(([, , , kind]) => kind),
  ]);
  return rows[0]?.ids ?? [];
}

async function examineSequence(database: TestDatabase, batches: readonly (readonly Drawn[])[]): Promise<void> {
  const [first, second] = [(lastUser += 1), (lastUser += 1)];
  const names = modes.flatMap((mode) =>
    (Object.keys(scales) as Asset[]).flatMap((asset) =>
      (
        [
          [first, 'coin'],
          [first, 'contract'],
          [second, 'coin'],
          [0, 'pnl'],
          [0, 'custody'],
          [first, 'loan'],
        ] as const
      ).map(([owner, kind]) => [owner, mode, asset, kind] as const),
    ),
  );
  const ids = await openAccounts(database, names);
  const accounts: ModelAccount[] = names.map(([owner, mode, asset, kind], index) => ({
    id: ids[index] ?? -1,
    mode,
    asset,
    isUser: owner !== 0,
    isDebt: kind === 'loan',
  }));
  const run = randomUUID();
  let balances = new Map<number, bigint>();
  let known = new Map<string, ModelPosting>();

  for (const batch of batches) {
    const postings = batch.map((drawn) => resolve(drawn, accounts, balances, known, run));
    const expected = expectedOf(postings, balances, known);
    const answer = await bookBatch(database, postings);
    if ('refusal' in expected) {
      // In a batch the first flaw by stage is told, which need not be the first by place.
      if (postings.length === 1) expect(answer).toEqual({ refusal: expected.refusal });
      else expect(answer).toEqual({ refusal: expect.stringMatching(/^L000[1-46]$/) });
    } else {
      expect(answer).toEqual({ replays: expected.replays });
      ({ balances, known } = expected);
    }
    await expectBalances(database, accounts, balances);
    await expectEntries(database, run, known);
    for (const finding of await findViolations(database.db, ledgerRules, 0))
      expect(finding).toMatchObject({ rule: finding.rule, subjects: [] });
  }
}

function resolve(
  drawn: Drawn,
  accounts: readonly ModelAccount[],
  balances: Map<number, bigint>,
  known: Map<string, ModelPosting>,
  run: string,
): ModelPosting {
  const idem = `${run}:${drawn.key}`;
  const { mode, asset, flaw } = drawn;
  const choice = accounts.filter((account) => account.mode === mode && account.asset === asset);
  const at = (index: number) => choice[index % choice.length] ?? fail();
  const step = unit(asset);
  const amounts = drawn.amounts.map((amount) => BigInt(amount === 0 ? 7 : amount) * step);
  const balanced = (picked: readonly ModelAccount[], given: readonly bigint[]): ModelLeg[] => {
    const legs = picked.slice(1).map((account, index) => ({ account, amount: given[index] ?? step }));
    return [{ account: picked[0] ?? fail(), amount: -legs.reduce((sum, leg) => sum + leg.amount, 0n) }, ...legs];
  };
  const legs = balanced(drawn.picks.map(at), amounts);
  const custody = choice[4] ?? fail();
  const user = choice[drawn.key % 3] ?? fail();
  const rich = { account: user, amount: 60n * step };
  switch (flaw) {
    case 'none': {
      // Now and then the very same posting again.
      const earlier = known.get(idem);
      return earlier !== undefined && drawn.key % 2 === 0 ? earlier : { mode, idem, legs };
    }
    case 'fund':
      return { mode, idem, legs: [rich, { account: custody, amount: -rich.amount }] };
    case 'drain': {
      const held = balances.get(user.id) ?? 0n;
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: -held },
          { account: custody, amount: held },
        ],
      };
    }
    case 'unbalanced':
      return { mode, idem, legs: legs.map((leg, index) => (index === 0 ? { ...leg, amount: leg.amount + step } : leg)) };
    case 'acrossAssets': {
      const other = accounts.find((account) => account.mode === mode && account.asset !== asset && account.isUser) ?? fail();
      return {
        mode,
        idem,
        legs: [
          { account: other, amount: one },
          { account: custody, amount: -one },
        ],
      };
    }
    case 'tooFine':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: step / 10n },
          { account: custody, amount: -step / 10n },
        ],
      };
    case 'otherMode': {
      const other = accounts.find((account) => account.mode !== mode && account.asset === asset && account.isUser) ?? fail();
      return {
        mode,
        idem,
        legs: [
          { account: other, amount: step },
          { account: custody, amount: -step },
        ],
      };
    }
    case 'sameAccountTwice':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: -step },
          { account: user, amount: step },
        ],
      };
    case 'zero':
      return {
        mode,
        idem,
        legs: [
          { account: user, amount: 0n },
          { account: custody, amount: 0n },
        ],
      };
    default:
      return fail();
  }
}

function fail(): never {
  throw new Error('the drawn posting does not fit the accounts of the run');
}

async function bookBatch(
  database: TestDatabase,
  postings: readonly ModelPosting[],
): Promise<{ replays: boolean[] } | { refusal: string }> {
  const legs = postings.flatMap((one, index) => one.legs.map((leg) => ({ ...leg, posting: index + 1 })));
  try {
    const { rows } = await database.database.pool.query<{ ids: number[] }>(
      'select post_batch($1, $2, $3, $4, $5, $6, $7, $8::numeric[]) as ids',
      [
        postings.map((one) => one.mode),
        postings.map(() => 'transfer'),
        postings.map(() => 'r'),
        postings.map((one) => one.idem),
        postings.map(() => 1),
        legs.map((leg) => leg.posting),
        legs.map((leg) => leg.account.id),
        legs.map((leg) => toDecimal(leg.amount)),
      ],
    );
    return { replays: (rows[0]?.ids ?? []).map((id) => id < 0) };
  } catch (error) {
    return { refusal: String((error as { code?: string }).code) };
  }
}

async function expectBalances(
  database: TestDatabase,
  accounts: readonly ModelAccount[],
  balances: Map<number, bigint>,
): Promise<void> {
  const users = accounts.filter((account) => account.isUser);
  const rows = await database.db
    .selectFrom('account')
    .select(['id', 'balance'])
    .where(
      'id',
      'in',
      users.map((account) => account.id),
    )
    .execute();
  const found = Object.fromEntries(rows.map((row) => [row.id, fromDecimal(row.balance)]));
  expect(found).toEqual(Object.fromEntries(users.map((account) => [account.id, balances.get(account.id) ?? 0n])));
}

/** Exactly the legs of the accepted postings stand in the book, digit by digit. */
async function expectEntries(database: TestDatabase, run: string, known: Map<string, ModelPosting>): Promise<void> {
  const rows = await database.db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journalId', 'journal.id')
    .select(['journal.idem', 'entry.accountId', 'entry.amount'])
    .where('journal.idem', 'like', `${run}:%`)
    .execute();
  const found = rows.map((row) => `${row.idem} ${row.accountId} ${fromDecimal(row.amount)}`).sort();
  const wanted = [...known.values()]
    .flatMap((one) => one.legs.map((leg) => `${one.idem} ${leg.account.id} ${leg.amount}`))
    .sort();
  expect(found).toEqual(wanted);
}

/** Inputs that no typed caller can make, but that the book must refuse by itself. */
async function examineRefusals(database: TestDatabase): Promise<void> {
  const user = (lastUser += 1);
  const ids = await openAccounts(database, [
    [user, 'real', 'USDT', 'coin'],
    [0, 'real', 'USDT', 'custody'],
  ]);
  const [coin, custody] = ids;
  const { pool } = database.database;
  const codeOf = (accounts: readonly (number | null | undefined)[], amounts: readonly (string | null)[]) =>
    pool
      .query('select post($1, $2, $3, $4, $5, $6, $7::numeric[])', ['real', 'transfer', 'r', randomUUID(), 1, accounts, amounts])
      .then(
        () => 'accepted',
        (error: { code?: string }) => error.code,
      );
  expect(await codeOf([coin, custody], ['NaN', 'NaN'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['Infinity', '-Infinity'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1e18', '-1e18'])).toBe('L0003');
  expect(await codeOf([coin, custody], [null, '1'])).toBe('L0003');
  expect(await codeOf([coin, null], ['1', '-1'])).toBe('L0003');
  expect(await codeOf([coin, 999_999_999], ['1', '-1'])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1'])).toBe('L0003');
  expect(await codeOf([], [])).toBe('L0003');
  expect(await codeOf([coin, custody], ['1', '-2'])).toBe('L0004');
  expect(await codeOf([coin, custody], ['0.0000001', '-0.0000001'])).toBe('L0003');
  await database.owner.query('update funds_state set is_read_only = true');
  expect(await codeOf([coin, custody], ['1', '-1'])).toBe('L0005');
  await database.owner.query('update funds_state set is_read_only = false');
  expect(await codeOf([coin, custody], ['1', '-1'])).toBe('accepted');
}

/** Postings of one batch on one account: each is judged, and recorded, on what the one before it has left. */
async function examineBatch(database: TestDatabase): Promise<void> {
  const user = (lastUser += 1);
  const [coin = -1, custody = -1] = await openAccounts(database, [
    [user, 'demo', 'BTC', 'coin'],
    [0, 'demo', 'BTC', 'custody'],
  ]);
  const account: ModelAccount = { id: coin, mode: 'demo', asset: 'BTC', isUser: true };
  const house: ModelAccount = { ...account, id: custody, isUser: false };
  /** In the last decimal of the asset. */
  const moved = (units: bigint, idem: string = randomUUID()): ModelPosting => {
    const amount = units * unit('BTC');
    return {
      mode: 'demo',
      idem,
      legs: [
        { account, amount },
        { account: house, amount: -amount },
      ],
    };
  };
  const key = randomUUID();
  expect(await bookBatch(database, [moved(30n, key), moved(-10n)])).toEqual({ replays: [false, false] });
  expect(await bookBatch(database, [moved(30n, key)])).toEqual({ replays: [true] });
  expect(await bookBatch(database, [moved(31n, key)])).toEqual({ refusal: 'L0002' });
  // In the end there would be enough; in between there is not.
  expect(await bookBatch(database, [moved(-30n), moved(20n)])).toEqual({ refusal: 'L0001' });
  await expectBalances(database, [account], new Map([[coin, 20n * unit('BTC')]]));
  for (const finding of await findViolations(database.db, ledgerRules, 0))
    expect(finding).toMatchObject({ rule: finding.rule, subjects: [] });
}

async function examineRace(database: TestDatabase): Promise<void> {
  const user = (lastUser += 1);
  const [coin, pnl] = await openAccounts(database, [
    [user, 'real', 'USDT', 'coin'],
    [0, 'real', 'USDT', 'pnl'],
  ]);
  const { pool } = database.database;
  const send = (amount: string, back: string) =>
    pool
      .query('select post($1, $2, $3, $4, $5, $6, $7::numeric[])', [
        'real',
        'transfer',
        'r',
        randomUUID(),
        1,
        [coin, pnl],
        [amount, back],
      ])
      .then(
        () => 'accepted',
        (error: { code?: string }) => error.code ?? 'no code',
      );
  await send('90', '-90');
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => send('-10', '10')));
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(9);
  expect(outcomes.filter((outcome) => outcome === 'L0001')).toHaveLength(41);
}
