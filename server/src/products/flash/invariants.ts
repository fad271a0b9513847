/** What must hold between exchanges and the book, as a question for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';

export const flashLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-flash',
    says: 'an exchange and its journal belong together, and moved what the quote says: the asset given to the house, the asset received and the fee from it',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j left join flash_exchange x on x.journal_id = j.id
      where j.id = any(${ids}) and (j.kind = 'flash' or x.id is not null)
        and ((j.kind, j.idem, j.ref, j.mode) is distinct from ('flash', 'flash:' || x.id, x.id::text, x.mode) or exists (
          select from (values
            (x.user_id, 'coin', x.from_asset, -x.given), (0, 'fx', x.from_asset, x.given),
            (x.user_id, 'coin', x.to_asset, x.received), (0, 'fx', x.to_asset, -x.received - x.fee), (0, 'fee', x.to_asset, x.fee)
          ) wanted (owner_id, kind, asset, amount)
          full join (
            select a.owner_id, a.kind, a.asset, e.amount from entry e join account a on a.id = e.account_id where e.journal_id = j.id
          ) moved using (owner_id, kind, asset)
          where coalesce(wanted.amount, 0) <> coalesce(moved.amount, 0)))
      limit ${maxSubjects}`,
  },
];
