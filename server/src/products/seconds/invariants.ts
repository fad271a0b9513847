/** What must hold between orders and book (I6, I7), as questions for the invariant watch. */
import { sql } from 'kysely';
import type { InvariantRule } from '../../ledger/invariants';

const most = 50;

export const secondsRulesOfBook: readonly InvariantRule[] = [
  {
    rule: 'I6-seconds',
    says: 'an order has exactly the journals that its state implies',
    isFatal: false,
    find: (since) => sql`
      select 'order ' || o.id as subject from sec_order o
      left join journal opened on opened.id = o.open_journal_id
      left join journal settled on settled.id = o.settle_journal_id
      left join journal corrected on corrected.id = o.correction_journal_id
      where (o.status <> 'settled' or greatest(o.open_journal_id, o.settle_journal_id, o.correction_journal_id) > ${since}::bigint) and (
        opened.idem is distinct from 'open:seconds:' || o.id
        or settled.idem is distinct from (case when o.status = 'settled' then 'settle:seconds:' || o.id end)
        or corrected.idem is distinct from (case when o.correction_journal_id is not null then 'incident:seconds:' || o.id end))
      limit ${most}`,
  },
  {
    rule: 'I6-seconds-journals',
    says: 'every seconds journal belongs to the order it names',
    isFatal: false,
    find: (since) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id > ${since}::bigint and (j.kind in ('seconds_open', 'seconds_settle')) and not exists (
        select from sec_order o where o.id::text = j.ref and j.id in (o.open_journal_id, o.settle_journal_id))
      limit ${most}`,
  },
  {
    rule: 'I7-seconds',
    says: 'what stands in stake accounts is the sum of the open orders',
    isFatal: true,
    find: () => sql`
      select 'user ' || coalesce(a.owner_id, o.user_id) || ' ' || coalesce(a.mode, o.mode) as subject
      from (select owner_id, mode, asset, balance from account where kind = 'stake' and balance <> 0) a
      full join (select user_id, mode, asset, sum(stake) as stake from sec_order where status <> 'settled' group by user_id, mode, asset) o
        on o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset
      where a.balance is distinct from o.stake limit ${most}`,
  },
  {
    rule: 'I6-seconds-money',
    says: 'what an order brought into the coin account is its profit',
    isFatal: true,
    find: (since) => sql`
      select 'order ' || o.id as subject from sec_order o
      where o.status = 'settled' and greatest(o.settle_journal_id, o.correction_journal_id) > ${since}::bigint and o.profit is distinct from (
        select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id
        where e.journal_id in (o.open_journal_id, o.settle_journal_id, o.correction_journal_id) and a.owner_id = o.user_id)
      limit ${most}`,
  },
];
