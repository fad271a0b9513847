/** Invariants between loans and the ledger, as queries of the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';

export const loanLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-loan-owed',
    says: 'a person’s loan account stands at what his loans say that he owes, below zero',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject from account a
      where a.id = any(${ids}) and a.kind = 'loan' and -a.balance <> coalesce((
        select sum(l.principal_owed + l.interest_owed) from loan l where l.user_id = a.owner_id and l.mode = a.mode and l.asset = a.asset), 0)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-loan-collateral',
    says: 'a person’s collateral account holds what lies locked for his loans that wait or run',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject from account a
      where a.id = any(${ids}) and a.kind = 'collateral' and a.balance <> coalesce((
        select sum(c.amount) from loan l join loan_collateral c on c.loan_id = l.id
        where l.user_id = a.owner_id and l.mode = a.mode and l.ended_at_ms is null and c.asset = a.asset), 0)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-loan-journal',
    says: 'a journal of a loan belongs to a loan of that person, and moves nobody else’s money',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j left join loan l on l.id::text = j.ref and l.mode = j.mode
      where j.id = any(${ids}) and j.kind = 'loan' and (l.id is null or exists (
        select from entry e join account a on a.id = e.account_id where e.journal_id = j.id and a.owner_id not in (0, l.user_id)))
      limit ${maxSubjects}`,
  },
];
