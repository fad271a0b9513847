/** The statement: entries of one account, newest first, each with the balance it left. */
import type { AccountMode, EndpointRequest, EndpointResponse, RecordKind } from '@tessera/shared/contract';
import { invariant } from '@tessera/shared/errors';
import { amount, toText } from '@tessera/shared/money';
import type { Db } from '../store/database';
import { offsetOf } from '../store/paging';

export async function walletRecords(
  db: Db,
  userId: number,
  mode: AccountMode,
  request: EndpointRequest<'walletDetail'>,
): Promise<EndpointResponse<'walletDetail'>> {
  const { page, pageSize, offset } = offsetOf(request);
  let matching = db
    .selectFrom('account')
    .innerJoin('entry', 'entry.accountId', 'account.id')
    .innerJoin('journal', 'journal.id', 'entry.journalId')
    .where('account.ownerId', '=', userId)
    .where('account.mode', '=', mode)
    .where('account.kind', '=', request.account);
  if (request.asset !== undefined) matching = matching.where('account.asset', '=', request.asset);
  if (request.kind !== undefined) matching = matching.where('journal.kind', '=', request.kind);

  const [rows, counted] = await Promise.all([
    matching
      .select([
        'entry.journalId',
        'entry.seq',
        'account.asset',
        'journal.kind',
        'entry.amount',
        'entry.balanceAfter',
        'journal.atMs',
        'journal.ref',
      ])
      // The version is the order in which the balance changed; the journal's id is not.
      .orderBy('journal.atMs', 'desc')
      .orderBy('entry.accountVersion', 'desc')
      .limit(pageSize)
      .offset(offset)
      .execute(),
    matching.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return {
    items: rows.map((row) => {
      invariant(row.balanceAfter !== null, `entry ${row.journalId}-${row.seq} of a user's account carries its balance`);
      return {
        id: `${row.journalId}-${row.seq}`,
        account: request.account,
        asset: row.asset,
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
    total: counted.total,
  };
}
