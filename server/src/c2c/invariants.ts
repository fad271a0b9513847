/** What must hold between merchants, their orders and the book, as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../ledger/invariants';

export const c2cLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-c2c-journals',
    says: 'what a merchant promised is booked as it was ordered, given back only where the order ended so, and paid to the person where it was released',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject
      from journal j
        left join c2c_order o on o.public_id = j.ref
        left join c2c_settlement s on j.idem = 'c2c_settlement:' || s.id and s.id = nullif(regexp_replace(j.idem, '^c2c_settlement:([0-9]+)$|^.*$', '\\1'), '')::bigint
      where j.id = any(${ids}) and (j.idem ~ '^c2c_' or (j.idem ~ '^topup:[0-9]+$' and o.id is not null)) and not coalesce(
        case
          when j.idem = 'c2c_hold:' || o.public_id then true
          when j.idem = 'c2c_back:' || o.public_id then o.status in ('cancelled', 'expired')
          when j.idem = 'topup:' || o.topup_id then o.status = 'released'
          when j.idem = 'c2c_settlement:' || s.id then true
        end and exists (
          select from entry e join account a on a.id = e.account_id
          where e.journal_id = j.id and a.owner_id = 0 and a.mode = 'real' and (a.kind, e.amount) = case
            when j.idem ~ '^c2c_hold' then ('payable:' || o.merchant_id || '-held', o.amount)
            when j.idem ~ '^c2c_settlement' then ('payable:' || s.merchant_id, s.amount)
            else ('payable:' || o.merchant_id || '-held', -o.amount) end), false)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I12-c2c-merchants',
    says: 'a merchant owes what the book says he owes, and holds what it says he holds',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject
      from account_balance a left join c2c_merchant m
        on m.id = nullif(regexp_replace(a.kind, '^payable:([0-9]+)(-held)?$|^.*$', '\\1'), '')::bigint
      where a.id = any(${ids}) and a.kind like 'payable:%' and a.mode = 'real'
        and a.balance is distinct from case when a.kind like '%-held' then m.held else -m.owed end
      limit ${maxSubjects}`,
  },
];
