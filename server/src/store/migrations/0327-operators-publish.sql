-- What operators do by the server, instead of with the owner's rights: each call is written down, and terms are published through a
-- function that believes a live session with the role for it.
create table operator_call (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator,
  call text not null,
  -- What it was about: "10000012", or nothing.
  subject text not null,
  -- "ok", or the code it was refused with.
  outcome text not null,
  at_ms bigint not null,
  -- A page that asks again and again is one row a minute.
  minute bigint generated always as (at_ms / 60000) stored,
  unique (operator_id, call, subject, outcome, minute)
);
revoke update, delete, truncate on operator_call from tessera_app;
create trigger operator_call_append_only before update or delete on operator_call for each row execute function refuse_change();

-- Terms that may be changed while the exchange runs, the columns that name a row, and those that may be another. The spread is not
-- among them: the feed writes it into its ticks. All else makes another symbol.
create table changeable_terms (
  name text primary key,
  table_name text not null,
  key_columns text[] not null,
  fields text[] not null
);
revoke insert, update, delete, truncate on changeable_terms from tessera_app;
insert into changeable_terms values
  ('symbol', 'symbol', '{id}', '{lot_min,lot_step,lot_max,stale_after_ms,has_spot,has_seconds,has_leverage}'),
  ('seconds', 'seconds_term', '{asset_class,seconds}', '{payout_rate,fee_rate,stake_min,stake_max}'),
  ('spot', 'spot_term', '{symbol_id}',
    '{quantity_min,quantity_step,quantity_max,total_min,fee_rate,price_band,slippage_cap,tolerated_move,level_quantity}'),
  ('house', 'house_limit', '{symbol_id}', '{net_notional}'),
  ('identity', 'identity_need', '{act}', '{level}'),
  ('leverage', 'leverage_term', '{symbol_id}',
    '{leverages,fee_rate,maintenance_rate,margin_call_level,stop_out_level,swap_long,swap_short,tolerated_move,max_positions,min_notional,exposure_limits,closing_leverage,closing_margin_minutes}');

-- A new version from an instant on, the old row ended at it, and a new row that differs in what is given. Never for what was accepted
-- already, and an hour ahead at most: until it begins, nothing that begins before it can be published, not even a closing. Null: there
-- is no such row.
create function publish_terms(p_session text, p_name text, p_key text[], p_change jsonb, p_from bigint, p_note text, p_now bigint)
returns integer language plpgsql security definer set search_path = public, pg_temp as $$
declare
  terms changeable_terms;
  made integer;
  condition text;
  written bigint;
begin
  -- To open and close a market is also for who trades for the house.
  perform acting_operator(p_session,
    case when p_name = 'symbol' and p_change - '{has_spot,has_seconds,has_leverage}'::text[] = '{}' then '{risk,trading}' else '{risk}' end::text[], p_now);
  select * into terms from changeable_terms where name = p_name;
  if not found or p_change = '{}' or exists (select from jsonb_object_keys(p_change) field where field <> all (terms.fields)) then
    raise exception 'no such terms' using errcode = 'L0011';
  end if;
  if p_from < p_now or p_from > p_now + 3600000 or btrim(p_note) = '' then
    raise exception 'terms begin within the next hour, for a reason' using errcode = 'L0011';
  end if;
  if cardinality(p_key) <> cardinality(terms.key_columns) then return null; end if;
  lock table catalog_version in share row exclusive mode;
  insert into catalog_version (version, valid_from_ms, note) select max(version) + 1, p_from, p_note from catalog_version
  returning version into made;
  select string_agg(format('%I::text = %L', named.name, named.value), ' and ') into condition
  from unnest(terms.key_columns, p_key) named (name, value);
  execute format(
    'with ended as (update %1$I set until_version = $1 where %2$s and until_version is null returning *)
     insert into %1$I select (jsonb_populate_record(null::%1$I,
       to_jsonb(ended) || $2 || jsonb_build_object(''since_version'', $1, ''until_version'', null))).* from ended',
    terms.table_name, condition) using made, p_change;
  get diagnostics written = row_count;
  if written <> 1 then raise exception 'no such row' using errcode = 'L0012'; end if;
  return made;
end $$;
revoke execute on function publish_terms from public;
grant execute on function publish_terms to tessera_app;
