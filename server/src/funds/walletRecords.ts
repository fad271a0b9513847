/**
 * The statement: entries of one account, newest first, each with the balance it left. A page begins where the one before it
 * ended (a cursor of versions), so the last page costs what the first one does.
 *
 * The coin account is one ledger account for each asset. Inside each the version is the order in which its balance changed;
 * a page merges them by time and never turns that order round.
 */
import type { AccountMode, EndpointRequest, EndpointResponse, RecordKind } from '@tessera/shared/contract';
import { AppError, invariant } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db } from '../store/database';
import { offsetOf } from '../store/paging';

/** Pages that are asked for by their number end here; what is older is reached by the cursor only. */
const maxByNumber = 1000;

interface HeldAccount {
  readonly id: number;
  readonly asset: string;
  /** Entries of the asked kind, kept by the ledger. */
  readonly entries: number;
}

interface Row {
  readonly accountId: number;
  readonly version: number;
  readonly journalId: number;
  readonly seq: number;
  readonly kind: string;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly atMs: number;
  readonly ref: string;
}

/** Throws PARAMETER_WRONG for a cursor that is not ours and for a page number that is too far. */
export async function walletRecords(
  db: Db,
  userId: number,
  mode: AccountMode,
  request: EndpointRequest<'walletDetail'>,
): Promise<EndpointResponse<'walletDetail'>> {
  const { page, pageSize, offset } = offsetOf(request, maxByNumber);
  const accounts = await readAccounts(db, userId, mode, request);
  const before = startsOf(request, accounts);
  const newest = merge(await readNewest(db, accounts, before, request.kind, offset + pageSize + 1));
  const rows = newest.slice(offset, offset + pageSize);
  const assetOf = new Map(accounts.map(({ id, asset }) => [id, asset]));
  for (const row of newest.slice(0, offset + pageSize)) before.set(row.accountId, row.version);
  return {
    items: rows.map((row) => {
      invariant(row.balanceAfter !== null, `entry ${row.journalId}-${row.seq} of a user's account carries its balance`);
      return {
        id: `${row.journalId}-${row.seq}`,
        version: row.version,
        account: request.account,
        asset: assetOf.get(row.accountId) as string,
        // Journals are written with these kinds only.
        kind: row.kind as RecordKind,
        amount: toText(amount(row.amount)),
        balanceAfter: toText(amount(row.balanceAfter)),
        atMs: row.atMs,
        ref: row.ref,
      };
    }),
    page,
    pageSize,
    total: accounts.reduce((sum, { entries }) => sum + entries, 0),
    next: newest.length > offset + pageSize ? writeCursor(before) : null,
  };
}

async function readAccounts(
  db: Db,
  userId: number,
  mode: AccountMode,
  { account, asset, kind }: EndpointRequest<'walletDetail'>,
): Promise<readonly HeldAccount[]> {
  const { rows } = await sql<HeldAccount>`
    select a.id, a.asset, ${
      kind === undefined
        ? sql`a.version`
        : sql`coalesce((select sum(t.entries) from account_tally t where t.account_id = a.id and t.kind = ${kind}), 0)::bigint`
    } as entries
    from account a
    where a.owner_id = ${userId} and a.mode = ${mode} and a.kind = ${account} ${asset === undefined ? sql`` : sql`and a.asset = ${asset}`}
    order by a.id`.execute(db);
  return rows;
}

/** At most so many of the newest entries of each account below its version in `before`, newest first. */
async function readNewest(
  db: Db,
  accounts: readonly HeldAccount[],
  before: ReadonlyMap<number, number>,
  kind: RecordKind | undefined,
  most: number,
): Promise<readonly (readonly Row[])[]> {
  const ids = accounts.map(({ id }) => id);
  const { rows } = await sql<Row>`
    select * from newest_entries(
      ${ids}::bigint[], ${ids.map((id) => before.get(id) ?? null)}::bigint[], ${kind ?? null}::text, ${most}::int)`.execute(db);
  return accounts.map(({ id }) => rows.filter((row) => row.accountId === id).sort((a, b) => b.version - a.version));
}

/** Newest first by time; of each account in the order of its versions. */
function merge(lists: readonly (readonly Row[])[]): readonly Row[] {
  const heads = lists.map((list) => ({ list, index: 0 }));
  const merged: Row[] = [];
  for (;;) {
    let newest: { list: readonly Row[]; index: number } | undefined;
    for (const head of heads) {
      const row = head.list[head.index];
      const other = newest?.list[newest.index];
      if (row !== undefined && (other === undefined || row.atMs > other.atMs)) newest = head;
    }
    const row = newest?.list[newest.index];
    if (newest === undefined || row === undefined) return merged;
    merged.push(row);
    newest.index += 1;
  }
}

/** `<account>.<version>` for each account that was read from, joined by "_". */
const writeCursor = (before: ReadonlyMap<number, number>): string =>
  [...before].map(([accountId, version]) => `${accountId}.${version}`).join('_');

function startsOf({ cursor, toVersion }: EndpointRequest<'walletDetail'>, accounts: readonly HeldAccount[]): Map<number, number> {
  if (toVersion === undefined) return readCursor(cursor, accounts);
  if (cursor !== undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'cursor' } });
  return new Map(accounts.map(({ id }) => [id, toVersion + 1]));
}

function readCursor(cursor: string | undefined, accounts: readonly HeldAccount[]): Map<number, number> {
  const before = new Map<number, number>();
  for (const part of cursor === undefined ? [] : cursor.split('_')) {
    const [accountId = Number.NaN, version = Number.NaN] = part.split('.').map((digits) => Number.parseInt(digits, 10));
    // Somebody else's account, or of another filter.
    if (!Number.isSafeInteger(version) || !accounts.some(({ id }) => id === accountId))
      throw new AppError('PARAMETER_WRONG', { params: { field: 'cursor' } });
    before.set(accountId, version);
  }
  return before;
}
