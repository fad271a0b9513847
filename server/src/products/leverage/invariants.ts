/** What must hold between orders, deals and book (I6, I7), as questions for the invariant watch. */
import { sql } from 'kysely';
import { maxSubjects, type InvariantRule } from '../../ledger/invariants';
import { tallyRule } from '../orderTally';

export const leverageLedgerRules: readonly InvariantRule[] = [
  {
    rule: 'I7-leverage',
    says: 'what stands in margin accounts is the margin of open positions and what pending orders hold',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'user ' || a.owner_id || ' ' || a.mode as subject from account a
      where a.id = any(${ids}) and a.kind = 'margin' and a.balance <> coalesce((
        select sum(o.margin + o.fee_hold) from leverage_order o
        where o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset and o.status in ('pending', 'open', 'closing')), 0)
      limit ${maxSubjects}`,
    // The same from the other side: an order whose account is missing.
    whole: () => sql`
      select 'user ' || coalesce(a.owner_id, o.user_id) || ' ' || coalesce(a.mode, o.mode) as subject
      from (select owner_id, mode, asset, balance from account where kind = 'margin' and balance <> 0) a
      full join (select user_id, mode, asset, sum(margin + fee_hold) as held from leverage_order where status in ('pending', 'open', 'closing')
        group by user_id, mode, asset having sum(margin + fee_hold) <> 0) o
        on o.user_id = a.owner_id and o.mode = a.mode and o.asset = a.asset
      where a.balance is distinct from o.held limit ${maxSubjects}`,
  },
  {
    rule: 'I6-leverage',
    says: 'an order has exactly the journals that its state implies',
    isFatal: false,
    over: 'leverage_order',
    find: (ids) => sql`
      select 'order ' || o.id as subject from leverage_order o
      left join journal held on held.id = o.hold_journal_id
      left join journal opened on opened.id = o.open_journal_id
      left join journal cancelled on cancelled.id = o.cancel_journal_id
      where o.id = any(${ids}) and (
        held.idem is distinct from 'hold:leverage:' || o.id
        or opened.idem is distinct from (case when o.open_price is not null then 'open:leverage:' || o.id end)
        or cancelled.idem is distinct from (case when o.status = 'cancelled' then 'cancel:leverage:' || o.id end))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-leverage-deals',
    says: 'the deals and swaps of an order sum to what its row says',
    isFatal: true,
    over: 'leverage_order',
    find: (ids) => sql`
      select 'order ' || o.id as subject from leverage_order o
      cross join lateral (
        select count(*) filter (where kind = 'open') as openings, count(*) filter (where kind = 'close') as closings, coalesce(sum(fee), 0) as fee,
          coalesce(sum(profit), 0) as profit, coalesce(sum(insured), 0) as insured, coalesce(sum(lots) filter (where kind = 'open'), 0) as opened,
          coalesce(sum(lots) filter (where kind = 'close'), 0) as closed, max(journal_id) as journal_id
        from leverage_deal d where d.order_id = o.id) d
      cross join lateral (select coalesce(sum(amount), 0) as swap, max(journal_id) as journal_id from leverage_swap s where s.order_id = o.id) s
      where o.id = any(${ids}) and (
        d.openings <> (o.open_price is not null)::int or d.closings <> o.closings or d.fee <> o.fee or d.profit <> o.profit or d.insured <> o.insured
        or s.swap <> o.swap or d.opened - d.closed <> o.open_lots or (o.open_price is not null and d.opened <> o.lots))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I6-leverage-journals',
    says: 'every leverage journal belongs to an order, a deal or a swap, and moved what they say',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id = any(${ids}) and j.kind = 'leverage' and (
        not exists (select from leverage_order o where o.id = case when j.ref ~ '^[1-9][0-9]{0,17}$' then j.ref::bigint end and j.id in (o.hold_journal_id, o.open_journal_id, o.cancel_journal_id))
          and not exists (select from leverage_deal d where d.journal_id = j.id)
          and not exists (select from leverage_swap s where s.journal_id = j.id)
        or (j.idem like 'open:leverage:%' or j.idem like 'close:leverage:%' or j.idem like 'stopout:leverage:%' or j.idem like 'setoff:leverage:%') and (
          select coalesce(sum(e.amount), 0) from entry e join account a on a.id = e.account_id where e.journal_id = j.id and a.owner_id <> 0
        ) is distinct from (select sum(coalesce(d.profit, 0) - d.fee + d.insured) from leverage_deal d where d.journal_id = j.id))
      limit ${maxSubjects}`,
  },
  tallyRule('leverage'),
];
