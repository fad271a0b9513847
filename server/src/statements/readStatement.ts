/**
 * One account in one period. Entries count in the order of their versions, which is the order of their instants too
 * (migration 0395): a period is a run of versions, what was held before it stands on the last entry before, and neither costs
 * more for a long history.
 */
import {
  recordKind,
  statementAccounts,
  type AccountMode,
  type EndpointRequest,
  type KindTotal,
  type RecordKind,
  type Statement,
  type StatementAccount,
  type StatementEntry,
} from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { amount, isZero, subtract, toText, zero } from '@tessera/shared/money';
import { sql } from 'kysely';
import { assetScales } from '../ledger/Ledger';
import type { Db } from '../store/database';

export interface AskedStatement extends Pick<EndpointRequest<'statementFile'>, 'account' | 'asset' | 'fromMs' | 'untilMs'> {
  readonly userId: number;
  readonly mode: AccountMode;
}
type Standing = Statement['opening'];

/** The period as a run of versions of one account of the ledger; undefined in it: the account was never opened. */
export interface Run {
  readonly accountId: number | undefined;
  /** The house's account of fees in this asset, where a fee is part of what moves this account. */
  readonly feeAccountId: number | undefined;
  readonly opening: Standing;
  readonly closing: Standing;
}

/** Where a person pays from. Elsewhere money only waits: the fee of the same movement is not taken there. */
const paysFees: ReadonlySet<StatementAccount> = new Set(['coin', 'contract', 'withdraw_hold']);
const nothing: Standing = { version: 0, balance: '0' };
const defaultPageSize = 30;

/** Throws PARAMETER_WRONG for a period that ends before it begins, and WALLET_ASSET_NOT_FOUND. */
export async function findRun(db: Db, { userId, mode, account, asset, fromMs, untilMs }: AskedStatement): Promise<Run> {
  if (untilMs <= fromMs) throw new AppError('PARAMETER_WRONG', { params: { field: 'untilMs' } });
  const { rows } = await sql<{ id: number; ownerId: number }>`
    select id, owner_id from account
    where mode = ${mode} and asset = ${asset}
      and (owner_id, kind) in ((${userId}::bigint, ${account}), (0, 'fee'))`.execute(db);
  const accountId = rows.find(({ ownerId }) => ownerId === userId)?.id;
  if (accountId === undefined) {
    if (!(await assetScales(db)).has(asset)) throw new AppError('WALLET_ASSET_NOT_FOUND');
    return { accountId, feeAccountId: undefined, opening: nothing, closing: nothing };
  }
  const feeAccountId = paysFees.has(account) ? rows.find(({ ownerId }) => ownerId === 0)?.id : undefined;
  const [opening, closing] = [await standingBefore(db, accountId, fromMs), await standingBefore(db, accountId, untilMs)];
  return { accountId, feeAccountId, opening, closing };
}

async function standingBefore(db: Db, accountId: number, atMs: number): Promise<Standing> {
  const { rows } = await sql<Standing>`select * from entry_before(${accountId}::bigint, ${atMs}::bigint)`.execute(db);
  const found = rows[0];
  return found === undefined ? nothing : { version: found.version, balance: toText(amount(found.balance)) };
}

/** The next entries of the run above a version, oldest first. */
export async function readEntries(
  db: Db,
  { accountId, feeAccountId }: Run,
  span: { readonly after: number; readonly upTo: number; readonly most: number },
): Promise<StatementEntry[]> {
  if (accountId === undefined) return [];
  const { rows } = await sql<Omit<StatementEntry, 'id' | 'kind'> & { journalId: number; seq: number; kind: string }>`
    select * from entries_between(
      ${accountId}::bigint, ${span.after}::bigint, ${span.upTo}::bigint, ${feeAccountId ?? null}::bigint, ${span.most}::int)`.execute(
    db,
  );
  return rows.map((row) => ({
    id: `${row.journalId}-${row.seq}`,
    version: row.version,
    atMs: row.atMs,
    // Journals are written with these kinds only.
    kind: row.kind as RecordKind,
    amount: toText(amount(row.amount)),
    fee: row.fee === null ? null : toText(amount(row.fee)),
    balanceAfter: toText(amount(row.balanceAfter)),
    ref: row.ref,
  }));
}

/** What each kind moved within the run: the difference of what it had moved at both ends. */
async function readTotals(db: Db, { accountId, opening, closing }: Run): Promise<KindTotal[]> {
  if (accountId === undefined || closing.version === opening.version) return [];
  const kinds = recordKind.options;
  const upTo = async (version: number) => {
    const { rows } = await sql<{ kind: string; entries: number; moved: string }>`
      select * from moved_up_to(${accountId}::bigint, ${kinds}::text[], ${version}::bigint)`.execute(db);
    return new Map(rows.map((row) => [row.kind, row]));
  };
  const [before, after] = [await upTo(opening.version), await upTo(closing.version)];
  return kinds.flatMap((kind) => {
    const [first, last] = [before.get(kind), after.get(kind)];
    const entries = (last?.entries ?? 0) - (first?.entries ?? 0);
    const moved = subtract(amount(last?.moved ?? '0'), first === undefined ? zero : amount(first.moved));
    return entries === 0 && isZero(moved) ? [] : [{ kind, entries, moved: toText(moved) }];
  });
}

/** Throws PARAMETER_WRONG and WALLET_ASSET_NOT_FOUND. */
export async function readStatement(
  db: Db,
  asked: AskedStatement & Pick<EndpointRequest<'statement'>, 'cursor' | 'pageSize'>,
  nowMs: number,
): Promise<Statement> {
  const found = await findRun(db, asked);
  const { after, run } = await placeOf(db, asked.cursor, found);
  const most = asked.pageSize ?? defaultPageSize;
  const upTo = run.closing.version;
  const items = await readEntries(db, run, { after, upTo, most });
  const last = items.at(-1)?.version ?? upTo;
  return {
    mode: asked.mode,
    asOfMs: nowMs,
    accounts: await readAccounts(db, asked),
    opening: run.opening,
    closing: run.closing,
    totals: await readTotals(db, run),
    items,
    next: last < upTo ? `${last}.${upTo}` : null,
  };
}

/** `<last version that was read>.<version of closing>`: pages go on to where the first one ended. */
async function placeOf(db: Db, cursor: string | undefined, run: Run): Promise<{ readonly after: number; readonly run: Run }> {
  if (cursor === undefined) return { after: run.opening.version, run };
  const [after = 0, upTo = 0] = cursor.split('.').map(Number);
  const isOfRun = run.opening.version <= after && after < upTo && upTo <= run.closing.version;
  const [closing] = isOfRun ? await readEntries(db, run, { after: upTo - 1, upTo, most: 1 }) : [];
  if (closing === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'cursor' } });
  return { after, run: { ...run, closing: { version: upTo, balance: closing.balanceAfter } } };
}

async function readAccounts(db: Db, { userId, mode }: AskedStatement): Promise<Statement['accounts']> {
  const rows = await db
    .selectFrom('account')
    .select(['kind', 'asset'])
    .where('ownerId', '=', userId)
    .where('mode', '=', mode)
    .orderBy('asset')
    .execute();
  return statementAccounts.flatMap((account) =>
    rows.flatMap(({ kind, asset }) => (kind === account ? [{ account, asset }] : [])),
  );
}
