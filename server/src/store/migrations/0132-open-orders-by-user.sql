-- What the invariant watch asks for: the open orders of one person, and the deal or swap of one journal, without going through
-- all others.
create index sec_order_open_by_user on sec_order (user_id, mode) where status <> 'settled';
create index leverage_deal_by_journal on leverage_deal (journal_id);
create index leverage_swap_by_journal on leverage_swap (journal_id) where journal_id is not null;
