/** What must hold between top-ups and the book, as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../ledger/invariants';

export const topUpLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-topup-journals',
    says: 'a top-up is booked as it was asked for, once it has succeeded, and back only when it was taken back',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject
      from journal j left join topup t on t.public_id = j.ref
      where j.id = any(${ids}) and j.idem ~ '^topup:[0-9]+(:reversal)?$' and not coalesce(
        case j.idem
          when 'topup:' || t.id then (t.status = 'success' or t.reversed_at_ms is not null) and exists (
            select from entry e join account a on a.id = e.account_id
            where e.journal_id = j.id and a.owner_id = t.user_id and a.mode = 'real' and a.kind = 'coin' and a.asset = t.asset and e.amount = t.amount)
          when 'topup:' || t.id || ':reversal' then t.reversed_at_ms is not null and exists (
            select from entry e join account a on a.id = e.account_id
            where e.journal_id = j.id and a.owner_id = t.user_id and a.mode = 'real' and a.kind = 'coin' and a.asset = t.asset and e.amount = -t.amount)
        end, false)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-deposits',
    says: 'a top-up that a chain brought is booked once its payment is deep enough, with what came',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject
      from journal j join topup t on t.public_id = j.ref and t.by_chain and j.idem = 'topup:' || t.id
      where j.id = any(${ids}) and not exists (
        select from chain_deposit d
        where d.topup_id = t.id and d.amount = t.amount and d.asset = t.asset and d.user_id = t.user_id and d.state not in ('confirming', 'gone', 'lost'))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-deposits-owed',
    says: 'no credited deposit has gone from its chain with its person having spent it',
    isFatal: false,
    always: () => sql`select 'deposit ' || id as subject from chain_deposit where state = 'owed' limit ${maxSubjects}`,
  },
];
