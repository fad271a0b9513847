/**
 * The ledger's door in TypeScript. A posting names its legs by what they are (owner, kind, asset); accounts that are
 * missing are opened on the way. Everything that must hold is enforced in SQL (migrations 0002, 0131 and 0395), inside the
 * caller's transaction: zero sum per asset, one effect per key, no balance outside its kind's bounds, never real with demo.
 *
 *   await post(tx, { mode, kind: 'transfer', ref: transferId, idem: `transfer:${transferId}`, atMs, legs: [
 *     { account: { ownerId, kind: 'coin', asset: 'USDT' }, amount: negate(amount) },
 *     { account: { ownerId, kind: 'contract', asset: 'USDT' }, amount } ] });
 *
 * Keys are global: begin them with the kind of business row. A repeat with equal content answers isReplay; with other
 * content it is refused. Settlement of many rows at once uses postMany: all or nothing, a few statements for all.
 */
import { statementAccounts, type AccountMode, type RecordKind } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { amount, toText, zero, type Amount } from '@tessera/shared/money';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';
import { enterAccountLock } from '../store/lockOrder';
import { toLedgerError } from './ledgerError';

/** Every kind that a person can have. Their bounds stand in the table account_kind: a test compares. */
export const userKinds = statementAccounts;
export const houseKinds = ['fee', 'pnl', 'custody', 'demo', 'insurance', 'interest', 'trade', 'fx', 'interest_in'] as const;
/** One account for each rail, gateway or merchant: `custody:tron`. */
export const houseFamilies = ['custody:', 'clearing:', 'payable:'] as const;
export type UserKind = (typeof userKinds)[number];
export type HouseKind = (typeof houseKinds)[number] | `${(typeof houseFamilies)[number]}${string}`;

export interface AccountName {
  readonly ownerId: number;
  readonly kind: UserKind | HouseKind;
  readonly asset: string;
}
/** The house's account of that kind. */
export const house = (kind: HouseKind, asset: string): AccountName => ({ ownerId: 0, kind, asset });

export interface Leg {
  readonly account: AccountName;
  /** Signed: what the account gains. */
  readonly amount: Amount;
}

export interface Posting {
  readonly mode: AccountMode;
  readonly kind: RecordKind;
  /** Id of the business row that caused it. */
  readonly ref: string;
  readonly idem: string;
  readonly atMs: number;
  readonly legs: readonly Leg[];
}

export interface Posted {
  readonly journalId: number;
  readonly isReplay: boolean;
}

export interface Balance {
  readonly accountId: number;
  readonly kind: UserKind;
  readonly asset: string;
  readonly balance: Amount;
}

/** Throws AppError (WALLET_BALANCE_INSUFFICIENT, WALLET_FUNDS_READ_ONLY, REQUEST_ILLEGAL, …); the transaction is then lost. */
export async function post(tx: Tx, posting: Posting): Promise<Posted> {
  const [posted] = await postMany(tx, [posting]);
  invariant(posted !== undefined, 'one posting in, one answer out');
  return posted;
}

/** Answers in the order given. */
export async function postMany(tx: Tx, postings: readonly Posting[]): Promise<Posted[]> {
  if (postings.length === 0) return [];
  enterAccountLock(
    tx,
    postings.flatMap(({ mode, legs }) =>
      legs.flatMap(({ account }) => (account.ownerId === 0 ? [] : [lockName({ ...account, mode })])),
    ),
  );
  const legs = postings.flatMap((posting, index) =>
    posting.legs.map((leg) => ({ ...leg, mode: posting.mode, posting: index + 1 })),
  );
  try {
    const answer = await sql<{ ids: number[] }>`
      select post_batch(
        ${postings.map((posting) => posting.mode)}::text[],
        ${postings.map((posting) => posting.kind)}::text[],
        ${postings.map((posting) => posting.ref)}::text[],
        ${postings.map((posting) => posting.idem)}::text[],
        ${postings.map((posting) => posting.atMs)}::bigint[],
        ${legs.map((leg) => leg.posting)}::int[],
        open_accounts(
          ${legs.map((leg) => leg.account.ownerId)}::bigint[],
          ${legs.map((leg) => leg.mode)}::text[],
          ${legs.map((leg) => leg.account.asset)}::text[],
          ${legs.map((leg) => leg.account.kind)}::text[]),
        ${legs.map((leg) => toText(leg.amount))}::numeric[]) as ids`.execute(tx);
    const ids = answer.rows[0]?.ids;
    invariant(ids !== undefined && ids.length === postings.length, `post_batch must answer ${postings.length} ids`);
    return ids.map((id) => ({ journalId: Math.abs(id), isReplay: id < 0 }));
  } catch (error) {
    throw toLedgerError(error);
  }
}

/** All accounts of a user in one mode. A kind that never held anything is not in the list. */
export async function balances(db: Db | Tx, userId: number, mode: AccountMode): Promise<Balance[]> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'kind', 'asset', 'balance'])
    .where('ownerId', '=', userId)
    .where('mode', '=', mode)
    .orderBy('asset')
    .orderBy('kind')
    .execute();
  return rows.map((row) => ({ accountId: row.id, kind: row.kind as UserKind, asset: row.asset, balance: amount(row.balance) }));
}

/** The same for many owners in one question, in the order given. */
export async function balancesOf(
  db: Db | Tx,
  owners: readonly { readonly userId: number; readonly mode: AccountMode }[],
): Promise<Balance[][]> {
  if (owners.length === 0) return [];
  const { rows } = await sql<{ place: number; id: number; kind: string; asset: string; balance: string }>`
    select owners.place, account.id, account.kind, account.asset, account.balance
    from unnest(${owners.map((owner) => owner.userId)}::bigint[], ${owners.map((owner) => owner.mode)}::text[])
      with ordinality owners(owner_id, mode, place)
    join account using (owner_id, mode)
    order by account.asset, account.kind`.execute(db);
  const lists: Balance[][] = owners.map(() => []);
  for (const row of rows) {
    lists[row.place - 1]?.push({ accountId: row.id, kind: row.kind as UserKind, asset: row.asset, balance: amount(row.balance) });
  }
  return lists;
}

/** undefined when the account was never opened. */
export async function balanceOf(db: Db | Tx, mode: AccountMode, name: AccountName): Promise<Amount | undefined> {
  const row = await db
    .selectFrom('account')
    .select('balance')
    .where('ownerId', '=', name.ownerId)
    .where('mode', '=', mode)
    .where('asset', '=', name.asset)
    .where('kind', '=', name.kind)
    .executeTakeFirst();
  return row === undefined ? undefined : amount(row.balance);
}

/**
 * What users' accounts hold, in the order given, locked until the transaction ends; zero for an account that was never
 * opened. For a batch that must know what each of its postings can pay before it posts them together.
 */
export async function lockBalances(
  tx: Tx,
  accounts: readonly (AccountName & { readonly mode: AccountMode })[],
): Promise<Amount[]> {
  if (accounts.length === 0) return [];
  enterAccountLock(tx, accounts.map(lockName));
  const { rows } = await sql<{ ownerId: number; mode: string; asset: string; kind: string; balance: string }>`
    select * from lock_balances(
      ${accounts.map(({ ownerId }) => ownerId)}::bigint[], ${accounts.map(({ mode }) => mode)}::text[],
      ${accounts.map(({ asset }) => asset)}::text[], ${accounts.map(({ kind }) => kind)}::text[])`.execute(tx);
  const held = new Map(rows.map((row) => [lockName(row), amount(row.balance)]));
  return accounts.map((account) => held.get(lockName(account)) ?? zero);
}

const lockName = ({ ownerId, mode, asset, kind }: { ownerId: number; mode: string; asset: string; kind: string }): string =>
  [ownerId, mode, asset, kind].join(' ');

/** Decimals per asset, as the book enforces them. */
export async function assetScales(db: Db | Tx): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('asset').select(['id', 'scale']).execute();
  return new Map(rows.map((row) => [row.id, row.scale]));
}

const foldedAtOnce = 100_000;

/** Moves the snapshots of the house's balances on to what the invariant watch has checked, in bounded steps. */
export async function foldHouseBalances(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ more: boolean }>`select fold_house(${foldedAtOnce}::bigint) as more`.execute(db);
    if (rows[0]?.more !== true) return;
  }
}

export interface FundsState {
  readonly isReadOnly: boolean;
  readonly reason: string;
  readonly atMs: number;
}

export async function fundsState(db: Db | Tx): Promise<FundsState> {
  return db.selectFrom('fundsState').select(['isReadOnly', 'reason', 'atMs']).executeTakeFirstOrThrow();
}

/** Fail-stop: while read-only, no posting is accepted from anybody. */
export async function setFundsReadOnly(db: Db | Tx, state: FundsState): Promise<void> {
  await db.updateTable('fundsState').set({ isReadOnly: state.isReadOnly, reason: state.reason, atMs: state.atMs }).execute();
}
