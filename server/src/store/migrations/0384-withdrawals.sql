-- Turnover: what deposits ask a person to trade before money leaves, and what he has traded. Both are kept sums, in USDT, of the real account.
create table turnover (
  -- Not referenced: who counts an order would hold the person.
  user_id bigint primary key,
  done numeric(36, 18) not null default 0,
  -- Counted from `base` up to `needed`: what was traded before a condition began does not meet it.
  base numeric(36, 18) not null default 0,
  needed numeric(36, 18) not null default 0,
  check (base <= needed)
) with (fillfactor = 80);
revoke insert, update, delete, truncate on turnover from tessera_app;

-- The condition of one deposit, as the person was shown it.
create table turnover_need (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user,
  -- What asks for it: "topup:12".
  ref text not null unique check (ref <> ''),
  need numeric(36, 18) not null check (need > 0 and need <> 'NaN'),
  at_ms bigint not null
);
create index turnover_need_of_user on turnover_need (user_id, id);
revoke update, delete, truncate on turnover_need from tessera_app;
create trigger turnover_need_append_only before update or delete on turnover_need for each row execute function refuse_change();
create function add_turnover_need() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into turnover as t (user_id, needed) values (new.user_id, new.need)
  on conflict (user_id) do update set
    base = case when t.done >= t.needed then t.done else t.base end,
    needed = greatest(t.done, t.needed) + new.need;
  return null;
end $$;
create trigger turnover_need_added after insert on turnover_need for each row execute function add_turnover_need();

-- An order that ends is counted where its sums are kept: contracts that were won or lost by their stake, what was bought and sold for USDT. It holds
-- the person's accounts then, as for those sums. A position's last deal is written after its order has ended: what positions trade is counted with
-- each deal, the notional of each opening and closing.
create or replace function tally_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  traded numeric := 0;
begin
  insert into order_tally as kept
  select user_id, mode, product, symbol_id, side, accepted_at_ms / 86400000, asset_class, 1, won, lost, returned, volume, fee, swap, profit
  from ended_order where product = tg_argv[0] and id = new.id
  on conflict (user_id, mode, product, symbol_id, side, day) do update set
    orders = kept.orders + 1, won = kept.won + excluded.won, lost = kept.lost + excluded.lost, returned = kept.returned + excluded.returned,
    volume = kept.volume + excluded.volume, fee = kept.fee + excluded.fee, swap = kept.swap + excluded.swap, profit = kept.profit + excluded.profit;
  if new.mode <> 'real' then return null; end if;
  if tg_argv[0] = 'seconds' then
    if new.asset = 'USDT' and new.outcome in ('won', 'lost') then traded := new.stake; end if;
  elsif tg_argv[0] = 'spot' then
    if new.quote = 'USDT' then traded := new.filled_total; end if;
  end if;
  if traded > 0 then
    insert into turnover as t (user_id, done) values (new.user_id, traded) on conflict (user_id) do update set done = t.done + traded;
  end if;
  return null;
end $$;

create function count_deal() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into turnover as t (user_id, done) values (new.user_id, new.notional) on conflict (user_id) do update set done = t.done + new.notional;
  return null;
end $$;
create trigger leverage_deal_turnover after insert on leverage_deal for each row
  when (new.mode = 'real' and new.notional > 0) execute function count_deal();

-- A person takes back what he asked for while it waits.
alter table review drop constraint review_state_check;
alter table review add constraint review_state_check check (state in ('pending', 'approved', 'rejected', 'expired', 'reversed', 'cancelled'));
create table review_cancellation (
  review_id bigint primary key references review,
  at_ms bigint not null
);
revoke update, delete, truncate on review_cancellation from tessera_app;
create trigger review_cancellation_append_only before update or delete on review_cancellation for each row execute function refuse_change();
create function review_cancellation_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from review where id = new.review_id and state = 'pending') then
    raise exception 'review % is over', new.review_id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger review_cancellation_guard before insert on review_cancellation for each row execute function review_cancellation_guard();
create or replace function review_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  given bigint;
  refused bigint;
begin
  if to_jsonb(new) - 'state' - 'ended_at_ms' is distinct from to_jsonb(old) - 'state' - 'ended_at_ms' then
    raise exception 'what review % asks for does not change', old.id using errcode = 'R0003';
  end if;
  select count(*) into given from review_approval where review_id = new.id;
  select count(*) into refused from review_decision where review_id = new.id and verdict = 'rejected';
  if not (case
    when old.state = 'pending' and new.state = 'approved' then given >= new.approvals and refused = 0
    when old.state = 'pending' and new.state = 'rejected' then refused > 0
    when old.state = 'pending' and new.state = 'expired' then exists (select from review_expiry where review_id = new.id)
    when old.state = 'pending' and new.state = 'cancelled' then exists (select from review_cancellation where review_id = new.id)
    when old.state = 'approved' and new.state = 'reversed' then exists (select from review_reversal where review_id = new.id)
    else false
  end) then
    raise exception 'review % does not go from % to %', old.id, old.state, new.state using errcode = 'R0002';
  end if;
  return new;
end $$;

-- One operator; from this much in USDT on two.
insert into review_kind values ('withdrawal', 'treasury');
insert into review_rule values ('withdrawal', 0, 1), ('withdrawal', 1000, 2);

-- Money that a person asks for. What was asked stays as it is, with the address as it was then.
create table withdrawal (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[A-Za-z0-9_-]{16,32}$'),
  user_id bigint not null references app_user,
  payee_id bigint not null,
  asset text not null references asset,
  -- Null: to a bank card.
  network text references network,
  label text not null,
  -- The whole address; of a card its last digits.
  address text not null check (address <> ''),
  amount numeric(36, 18) not null check (amount > fee and amount <> 'NaN'),
  fee numeric(36, 18) not null check (fee >= 0),
  -- In USDT when it was asked for: how many operators must agree.
  value numeric(36, 18) not null check (value >= 0 and value <> 'NaN'),
  review_id text not null unique references review (public_id),
  status text not null default 'under_review' check (status in ('under_review', 'paying', 'success', 'failure', 'cancelled')),
  -- Of a failure: shown to the person.
  reason text,
  -- Of a success: on the chain, or the bank's.
  transaction text,
  asked_at_ms bigint not null,
  ended_at_ms bigint,
  check ((status in ('under_review', 'paying')) = (ended_at_ms is null)),
  check ((status = 'failure') = (reason is not null)),
  check ((status = 'success') = (transaction is not null))
);
-- One at a time.
create unique index withdrawal_waits on withdrawal (user_id) where status in ('under_review', 'paying');
create index withdrawal_of_user on withdrawal (user_id, id);
-- No payment is named for two of them.
create unique index withdrawal_transaction on withdrawal (coalesce(network, 'bank'), transaction);

-- The order to pay, from the approval on: kept until somebody says how it went.
create table payout (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null unique references withdrawal,
  -- Who carries it out: "manual" is an operator.
  adapter text not null check (adapter ~ '^[a-z]{2,16}$'),
  -- Said with each try, so that a try that is made again pays once.
  key text not null unique,
  state text not null default 'ordered' check (state in ('ordered', 'paid', 'failed')),
  transaction text check (transaction ~ '^[!-~]{4,128}$'),
  reason text check (btrim(reason) <> ''),
  ordered_at_ms bigint not null,
  ended_at_ms bigint,
  -- Who entered it, where the adapter is manual.
  operator_id bigint references operator,
  check ((state = 'ordered') = (ended_at_ms is null)),
  check ((state = 'paid') = (transaction is not null)),
  check ((state = 'failed') = (reason is not null))
);
create index payout_waits on payout (id) where state = 'ordered';
revoke update, delete, truncate on payout, withdrawal from tessera_app;
grant update (status, reason, transaction, ended_at_ms) on withdrawal to tessera_app;
create trigger withdrawal_kept before delete on withdrawal for each row execute function refuse_change();
create trigger payout_kept before delete on payout for each row execute function refuse_change();

-- Nothing is paid that operators did not agree to.
create function payout_ordered() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state <> 'ordered' or not exists (
    select from withdrawal w join review r on r.public_id = w.review_id
    where w.id = new.withdrawal_id and w.status = 'under_review' and r.kind = 'withdrawal' and r.state = 'approved') then
    raise exception 'withdrawal % is not approved', new.withdrawal_id using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger payout_ordered before insert on payout for each row execute function payout_ordered();

create function withdrawal_forward() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  judged text;
  paid payout;
begin
  if to_jsonb(new) - array['status', 'reason', 'transaction', 'ended_at_ms'] is distinct from to_jsonb(old) - array['status', 'reason', 'transaction', 'ended_at_ms'] then
    raise exception 'what withdrawal % asks for does not change', old.id using errcode = 'L0009';
  end if;
  select state into judged from review where public_id = new.review_id;
  select * into paid from payout where withdrawal_id = new.id;
  if not (case
    when old.status = 'under_review' and new.status = 'paying' then paid.state is not distinct from 'ordered'
    when old.status = 'under_review' and new.status = 'failure' then judged = 'rejected'
    when old.status = 'under_review' and new.status = 'cancelled' then judged = 'cancelled'
    when old.status = 'paying' and new.status = 'success' then paid.state = 'paid' and paid.transaction = new.transaction
    when old.status = 'paying' and new.status = 'failure' then paid.state = 'failed'
    else false
  end) then
    raise exception 'withdrawal % does not go from % to %', old.id, old.status, new.status using errcode = 'R0002';
  end if;
  return new;
end $$;
create trigger withdrawal_forward before update on withdrawal for each row execute function withdrawal_forward();

-- The operator's word: it was paid (with the transaction), or could not be (with the reason). Once; the caller holds the row of the person.
create function end_payout(p_session text, p_payout bigint, p_transaction text, p_reason text, p_now bigint) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  actor bigint := acting_operator(p_session, '{treasury}', p_now);
begin
  if exists (
    select from payout p join withdrawal w on w.id = p.withdrawal_id join operator o on o.user_id = w.user_id
    where p.id = p_payout and o.id = actor) then
    raise exception 'nobody pays himself' using errcode = 'R0004';
  end if;
  update payout set state = case when p_transaction is null then 'failed' else 'paid' end, transaction = p_transaction,
    reason = case when p_transaction is null then p_reason end, ended_at_ms = p_now, operator_id = actor
  where id = p_payout and state = 'ordered' and adapter = 'manual';
  if not found then raise exception 'payout % is over', p_payout using errcode = 'R0002'; end if;
end $$;
revoke execute on function end_payout from public;
grant execute on function end_payout to tessera_staff;
