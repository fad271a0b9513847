/** What must hold between spot orders, their fills and the book, as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';
import { tallyRule } from '../orderTally';

export const spotLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I6-spot',
    says: 'an order has exactly the journals that its state implies',
    isFatal: false,
    over: 'spot_order',
    find: (ids) => sql`
      select 'spot order ' || o.id as subject from spot_order o
      left join journal opened on opened.id = o.open_journal_id
      left join journal ended on ended.id = o.end_journal_id
      where o.id = any(${ids}) and (
        opened.idem is distinct from 'spot_open:' || o.id
        or ended.idem is distinct from (case when o.ended_at_ms is not null
          and o.held > case o.side when 'buy' then o.filled_total + o.fee else o.filled end then 'spot_end:' || o.id end))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-spot-fills',
    says: 'the fills of an order sum to what it says was filled, each with its own journal',
    isFatal: true,
    over: 'spot_order',
    find: (ids) => sql`
      select 'spot order ' || o.id as subject from spot_order o left join lateral (
        select coalesce(sum(f.quantity), 0) as quantity, coalesce(sum(f.total), 0) as total, coalesce(sum(f.fee), 0) as fee,
          count(*) filter (where j.idem is distinct from 'spot_fill:' || o.id || ':' || f.tick_seq) as strays
        from spot_fill f left join journal j on j.id = f.journal_id where f.order_id = o.id
      ) fills on true
      where o.id = any(${ids})
        and ((fills.quantity, fills.total, fills.fee) is distinct from (o.filled, o.filled_total, o.fee) or fills.strays > 0)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-spot-journals',
    says: 'every spot journal belongs to the order it names',
    isFatal: false,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id = any(${ids}) and j.kind = 'spot' and not exists (
        select from spot_order o where o.id = case when j.ref ~ '^[1-9][0-9]{0,17}$' then j.ref::bigint end and (j.id in (o.open_journal_id, o.end_journal_id)
          or j.id = any(array(select f.journal_id from spot_fill f where f.order_id = o.id))))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-spot-money',
    says: 'a fill moved what it says: the coins to their buyer, the money and the fee away from coin_hold, or the other way round',
    isFatal: true,
    over: 'spot_order',
    find: (ids) => sql`
      select 'spot fill ' || f.id as subject from spot_fill f join spot_order o on o.id = f.order_id
      where o.id = any(${ids}) and exists (
        select from (values
          (o.user_id, 'coin_hold', case o.side when 'buy' then o.quote else o.base end, case o.side when 'buy' then -f.total - f.fee else -f.quantity end),
          (o.user_id, 'coin', case o.side when 'buy' then o.base else o.quote end, case o.side when 'buy' then f.quantity else f.total - f.fee end),
          (0, 'fee', o.quote, f.fee)
        ) wanted (owner_id, kind, asset, amount)
        where wanted.amount <> coalesce((
          select sum(e.amount) from entry e join account a on a.id = e.account_id
          where e.journal_id = f.journal_id and a.owner_id = wanted.owner_id and a.kind = wanted.kind and a.asset = wanted.asset), 0))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I7-spot',
    says: 'what stands in coin_hold accounts is the sum of what open orders have frozen, and what waits to be let into custody',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'user ' || a.owner_id || ' ' || a.mode || ' ' || a.asset as subject from account a
      where a.id = any(${ids}) and a.kind = 'coin_hold' and a.balance <> coalesce((
        select sum(o.frozen) from spot_order o
        where o.user_id = a.owner_id and o.mode = a.mode and o.is_open and case o.side when 'buy' then o.quote else o.base end = a.asset), 0) + coalesce((
        select sum(t.principal) from treasure_order t
        where t.user_id = a.owner_id and t.mode = a.mode and t.asset = a.asset and t.status = 'pending_review'), 0)
      limit ${maxSubjects}`,
    // The same from the other side: an order whose account is missing.
    whole: () => sql`
      select 'user ' || coalesce(a.owner_id, o.user_id) || ' ' || coalesce(a.mode, o.mode) || ' ' || coalesce(a.asset, o.asset) as subject
      from (select owner_id, mode, asset, balance from account where kind = 'coin_hold' and balance <> 0) a
      full join (
        select user_id, mode, asset, sum(frozen) as frozen from (
          select user_id, mode, case side when 'buy' then quote else base end as asset, frozen from spot_order where is_open
          union all select user_id, mode, asset, principal from treasure_order where status = 'pending_review'
        ) held group by 1, 2, 3 having sum(frozen) <> 0
      ) o on o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset
      where a.balance is distinct from o.frozen limit ${maxSubjects}`,
  },
  tallyRule('spot'),
];
