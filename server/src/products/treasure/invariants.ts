/** Invariants between deposits, their interest days and the ledger, as queries of the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';

/** Of the order o. */
const locked = sql`coalesce((
  select sum(c.amount) from loan_collateral c join loan l on l.id = c.loan_id where c.order_id = o.id and l.ended_at_ms is null), 0)`;

export const treasureLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-treasure-journals',
    says: 'every journal of a deposit belongs to it, and moved what its purchase, its review, a day, a redemption or its end says',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject
      from journal j
      left join treasure_order o on o.id = case when j.ref ~ '^[1-9][0-9]{0,17}$' then j.ref::bigint end
      cross join lateral (select split_part(j.idem, ':', 1) as act, coalesce(substring(j.idem from '^[a-z_]+:[0-9]+:([0-9]{1,9})$'), '0')::int as turn) named
      left join accrual a on a.kind = 'treasure' and a.ref = o.id and a.day = named.turn and named.act = 'treasure_interest'
      left join treasure_redemption r on r.order_id = o.id and r.turn = named.turn and named.act = 'treasure_redeem'
      where j.id = any(${ids}) and j.kind = 'treasure' and (o.id is null or j.mode <> o.mode or split_part(j.idem, ':', 2) <> j.ref or exists (
        select from (
          select * from (values
            ('treasure_buy', o.user_id, 'coin', -o.amount),
            ('treasure_buy', o.user_id, case when o.review_id is null then 'deposit' else 'coin_hold' end, o.amount),
            ('treasure_reviewed', o.user_id, 'coin_hold', -o.amount),
            ('treasure_reviewed', o.user_id, case when o.status = 'cancelled' then 'coin' else 'deposit' end, o.amount),
            ('treasure_interest', 0, 'interest', -a.amount), ('treasure_interest', o.user_id, 'coin', a.amount),
            ('treasure_redeem', o.user_id, 'deposit', -r.amount), ('treasure_redeem', o.user_id, 'coin', r.amount - r.penalty),
            ('treasure_redeem', 0, 'fee', r.penalty)
          ) wanted (act, owner_id, kind, amount) where wanted.act = named.act and wanted.amount is distinct from 0
        ) wanted
        full join (
          select x.owner_id, x.kind, e.amount from entry e join account x on x.id = e.account_id
          where e.journal_id = j.id and x.asset = o.asset
        ) moved using (owner_id, kind)
        where named.act <> 'treasure_mature' and wanted.amount is distinct from moved.amount
      ) or exists (
        select from entry e join account x on x.id = e.account_id
        where e.journal_id = j.id and (x.asset <> o.asset or named.act = 'treasure_mature' and not coalesce(
          o.end_kind = 'matured' and x.owner_id = o.user_id and case x.kind
            when 'deposit' then e.amount < 0
            when 'coin' then e.amount <= o.amount - (select coalesce(sum(amount), 0) from treasure_redemption where order_id = o.id)
          end, false))))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-treasure-days',
    says: 'a deposit has one booked day for each day of its term that it says is booked, they sum to what it says was earned, and each was paid',
    isFatal: true,
    over: 'treasure_order',
    find: (ids) => sql`
      select 'deposit ' || o.id as subject from treasure_order o
      cross join lateral (
        select count(*) as days, coalesce(sum(a.amount), 0) as earned, min(a.day) as first_day, max(a.day) as last_day,
          count(*) filter (where a.amount > 0 and not exists (
            select from journal j where j.idem = 'treasure_interest:' || o.id || ':' || a.day)) as unpaid
        from accrual a where a.kind = 'treasure' and a.ref = o.id
      ) booked
      where o.id = any(${ids}) and (booked.earned <> o.earned or booked.unpaid > 0
        or booked.first_day <> o.start_day or booked.last_day - booked.first_day + 1 <> booked.days
        or booked.days <> case
          when o.status = 'in_custody' then o.next_day - o.start_day
          when o.end_kind = 'matured' then o.days
          when o.end_kind = 'redeemed' then booked.days
          else 0 end)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-treasure-redemptions',
    says: 'what was bought is what is kept, what was redeemed, and what came back at the end',
    isFatal: true,
    over: 'treasure_order',
    find: (ids) => sql`
      select 'deposit ' || o.id as subject from treasure_order o
      cross join lateral (
        select coalesce(sum(amount), 0) as amount, coalesce(sum(penalty), 0) as penalty from treasure_redemption where order_id = o.id
      ) redeemed
      where o.id = any(${ids}) and (redeemed.penalty <> o.penalties or not case
        when o.status in ('pending_review', 'in_custody') or o.end_kind = 'redeemed' then o.principal + redeemed.amount = o.amount
        when o.end_kind = 'matured' then redeemed.amount < o.amount
        else redeemed.amount = 0 end)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I7-treasure',
    says: 'what stands in deposit accounts is what deposits in custody keep and is not collateral',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'user ' || a.owner_id || ' ' || a.mode || ' ' || a.asset as subject from account a
      where a.id = any(${ids}) and a.kind = 'deposit' and a.balance <> coalesce((
        select sum(o.principal - ${locked}) from treasure_order o
        where o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset and o.status = 'in_custody'), 0)
      limit ${maxSubjects}`,
    // The same from the other side: an order whose account is missing; and what is taken of each product.
    whole: () => sql`
      select 'user ' || o.user_id || ' ' || o.mode || ' ' || o.asset as subject
      from (
        select o.user_id, o.mode, o.asset, sum(o.principal - ${locked}) as kept from treasure_order o where o.status = 'in_custody' group by 1, 2, 3
      ) o
      left join account a on a.owner_id = o.user_id and a.mode = o.mode and a.asset = o.asset and a.kind = 'deposit'
      where a.balance is distinct from o.kept
      union all
      select 'product ' || coalesce(o.product_id, t.product_id) || ' ' || coalesce(o.mode, t.mode)
      from (
        select product_id, mode, sum(principal) as taken from treasure_order where status in ('pending_review', 'in_custody') group by 1, 2
      ) o
      full join treasure_taken t using (product_id, mode)
      where coalesce(o.taken, 0) <> coalesce(t.taken, 0) limit ${maxSubjects}`,
  },
];
