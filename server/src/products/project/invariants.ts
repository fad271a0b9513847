/** Invariants between projects and the ledger, as queries of the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';

export const projectLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-project',
    says: 'a participation and its journals belong together: what was put in moved from the coin account into the project, and what came back is what its row says, the rest the house’s',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j
      left join project_order o on j.id in (o.journal_id, o.end_journal_id) left join project p on p.id = o.project_id
      where j.id = any(${ids}) and (j.kind = 'project' or o.id is not null)
        and ((j.kind, j.mode, j.ref, j.idem) is distinct from
            ('project', 'real', o.id::text, 'project:' || o.id || case when j.id = o.journal_id then ':join' else ':end' end) or exists (
          select from (
            select * from (values (o.user_id, 'coin', -o.amount), (o.user_id, 'project', o.amount)) joined (owner_id, kind, amount) where j.id = o.journal_id
            union all
            select * from (values (o.user_id, 'project', -o.amount), (o.user_id, 'coin', o.returned), (0, 'pnl', o.amount - o.returned)) ended (owner_id, kind, amount)
            where j.id = o.end_journal_id
          ) wanted
          full join (
            select a.owner_id, a.kind, e.amount from entry e join account a on a.id = e.account_id where e.journal_id = j.id
          ) moved using (owner_id, kind)
          where coalesce(wanted.amount, 0) <> coalesce(moved.amount, 0)))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-project-held',
    says: 'a person’s account of projects holds what he has put into those that are not booked yet',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject from account a
      where a.id = any(${ids}) and a.kind = 'project' and a.balance <> coalesce((
        select sum(o.amount) from project_order o join project p on p.id = o.project_id
        where o.user_id = a.owner_id and p.asset = a.asset and a.mode = 'real' and o.ended_at_ms is null), 0)
      limit ${maxSubjects}`,
    // From the other side: a participation whose account is missing; and what a project counts.
    whole: () => sql`
      select 'user ' || o.user_id || ' ' || o.asset as subject
      from (
        select o.user_id, p.asset, sum(o.amount) as held from project_order o join project p on p.id = o.project_id
        where o.ended_at_ms is null group by 1, 2
      ) o
      left join account a on a.owner_id = o.user_id and a.mode = 'real' and a.asset = o.asset and a.kind = 'project'
      where a.balance is distinct from o.held
      union all
      select 'project ' || p.id from project p
      left join (
        select project_id, count(*) as participants, sum(amount) as taken, sum(returned) as returned from project_order group by 1
      ) o on o.project_id = p.id
      where (p.participants, p.taken, p.returned) is distinct from (coalesce(o.participants, 0), coalesce(o.taken, 0), coalesce(o.returned, 0))
      limit ${maxSubjects}`,
  },
];
