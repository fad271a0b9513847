/** Calls of the book that the database has, and what it holds afterwards. */
import { expect } from '@jest/globals';
import type { TestDatabase } from '../testDatabase';
import { fromDecimal, toDecimal } from './decimalText';
import type { Asset, Mode, ModelAccount, ModelPosting } from './modelLedger';

let lastUser = 500_000;
export const nextUser = (): number => (lastUser += 1);

export async function openAccounts(
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

/** Of several kinds, at instants in no order: a known key has those that it had. */
const kindOf = (idem: string) => ['transfer', 'spot', 'adjustment'][idem.charCodeAt(idem.length - 1) % 3];
const atOf = (idem: string) => (idem.charCodeAt(idem.length - 1) % 7) * 1000;

export async function bookBatch(
  database: TestDatabase,
  postings: readonly ModelPosting[],
): Promise<{ replays: boolean[] } | { refusal: string }> {
  const legs = postings.flatMap((one, index) => one.legs.map((leg) => ({ ...leg, posting: index + 1 })));
  try {
    const { rows } = await database.database.pool.query<{ ids: number[] }>(
      'select post_batch($1, $2, $3, $4, $5, $6, $7, $8::numeric[]) as ids',
      [
        postings.map((one) => one.mode),
        postings.map(({ idem }) => kindOf(idem)),
        postings.map(() => 'r'),
        postings.map((one) => one.idem),
        postings.map(({ idem }) => atOf(idem)),
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

export async function expectBalances(
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
