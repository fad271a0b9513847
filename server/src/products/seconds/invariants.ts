/** What must hold between orders and book (I6, I7), as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';
import { tallyRule } from '../orderTally';
import { incidentRules } from './incidentRules';

export const secondsLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-seconds',
    says: 'an order has exactly the journals that its state implies',
    isFatal: false,
    over: 'seconds_order',
    find: (ids) => sql`
      select 'order ' || o.id as subject from seconds_order o
      left join journal opened on opened.id = o.open_journal_id
      left join journal settled on settled.id = o.settle_journal_id
      left join journal corrected on corrected.id = o.correction_journal_id
      where o.id = any(${ids}) and (
        opened.idem is distinct from 'open:seconds:' || o.id
        or settled.idem is distinct from (case when o.status = 'settled' then 'settle:seconds:' || o.id end)
        or corrected.idem is distinct from (case when o.correction_journal_id is not null then 'incident:seconds:' || o.id end))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-seconds-journals',
    says: 'every seconds journal, and every one by which an incident moves money, belongs to the order it names',
    isFatal: false,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id = any(${ids}) and (j.kind in ('seconds_open', 'seconds_settle') or j.idem like 'incident:%') and not exists (
        select from seconds_order o where o.id = case when j.ref ~ '^[1-9][0-9]{0,17}$' then j.ref::bigint end
          and j.id in (o.open_journal_id, o.settle_journal_id, o.correction_journal_id))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I7-seconds',
    says: 'what stands in stake accounts is the sum of the open orders',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'user ' || a.owner_id || ' ' || a.mode as subject from account a
      where a.id = any(${ids}) and a.kind = 'stake' and a.balance <> coalesce((
        select sum(o.stake) from seconds_order o
        where o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset and o.status <> 'settled'), 0)
      limit ${maxSubjects}`,
    // The same from the other side: an order whose account is missing.
    whole: () => sql`
      select 'user ' || coalesce(a.owner_id, o.user_id) || ' ' || coalesce(a.mode, o.mode) as subject
      from (select owner_id, mode, asset, balance from account where kind = 'stake' and balance <> 0) a
      full join (select user_id, mode, asset, sum(stake) as stake from seconds_order where status <> 'settled' group by user_id, mode, asset) o
        on o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset
      where a.balance is distinct from o.stake limit ${maxSubjects}`,
  },
  {
    rule: 'I6-seconds-money',
    says: 'what an order brought into the coin account is its profit',
    isFatal: true,
    over: 'seconds_order',
    find: (ids) => sql`
      select 'order ' || o.id as subject from seconds_order o
      where o.id = any(${ids}) and o.status = 'settled' and o.profit is distinct from (
        select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id
        where e.journal_id in (o.open_journal_id, o.settle_journal_id, o.correction_journal_id) and a.owner_id = o.user_id)
      limit ${maxSubjects}`,
  },
  tallyRule('seconds'),
  ...incidentRules,
];
