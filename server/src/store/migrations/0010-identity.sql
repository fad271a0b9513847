-- People, what proves them, and what slows down guessing. No secret is readable from here: passwords are argon2id,
-- tokens and codes are hashes. Ids are random, so that nobody learns from his own how many others there are.

create table app_user (
  id bigint primary key check (id between 10000000 and 99999999),
  -- Lower case, and in international form ("+447700900123").
  email text unique check (email = lower(email)),
  phone text unique check (phone ~ '^\+[0-9]{6,17}$'),
  country text not null check (country ~ '^[A-Z]{2}$'),
  password_hash text not null,
  payment_password_hash text,
  -- Money may not leave for a while after this changed.
  payment_password_changed_at_ms bigint,
  invitation_code text not null unique,
  inviter_id bigint references app_user,
  language text not null default 'en',
  -- The next sign-in continues here.
  last_mode text not null default 'real' check (last_mode in ('real', 'demo')),
  is_demo_open boolean not null default false,
  credit_score integer not null default 100,
  frozen_at_ms bigint,
  locked_at_ms bigint,
  created_at_ms bigint not null,
  check (email is not null or phone is not null)
);
create index app_user_by_inviter on app_user (inviter_id, created_at_ms desc) where inviter_id is not null;

create table session (
  id bigint generated always as identity primary key,
  token_hash text not null unique,
  user_id bigint not null references app_user,
  mode text not null check (mode in ('real', 'demo')),
  created_at_ms bigint not null,
  last_seen_at_ms bigint not null,
  revoked_at_ms bigint,
  revoked_why text
);
create index session_living on session (user_id) where revoked_at_ms is null;
-- Other processes (operators, further nodes) look here for what ended a moment ago.
create index session_revoked on session (revoked_at_ms) where revoked_at_ms is not null;

create table verification_code (
  id bigint generated always as identity primary key,
  -- Where it was sent, as kept in app_user.
  account text not null,
  purpose text not null check (purpose in ('forgot', 'bind_email', 'payment_password')),
  salt text not null,
  code_hash text not null,
  tries integer not null default 0,
  sent_at_ms bigint not null,
  expires_at_ms bigint not null,
  used_at_ms bigint
);
create index verification_code_latest on verification_code (account, purpose, sent_at_ms desc);

create table puzzle (
  id text primary key,
  purpose text not null check (purpose in ('login', 'register', 'forgot', 'code')),
  -- The answer. It leaves the server only as a gap in the picture.
  x integer not null,
  ip_prefix text not null,
  expires_at_ms bigint not null,
  -- One try per puzzle, right or wrong.
  tried_at_ms bigint,
  token_hash text unique,
  token_expires_at_ms bigint,
  token_used_at_ms bigint
);
create index puzzle_age on puzzle (expires_at_ms);

-- Counts of guesses with a growing delay. It survives a restart and counts across nodes.
create table throttle (
  key text primary key,
  count integer not null,
  last_at_ms bigint not null,
  blocked_until_ms bigint not null
) with (fillfactor = 70);
create index throttle_age on throttle (last_at_ms);

grant select, insert, update, delete on app_user, session, verification_code, puzzle, throttle to tessera_app;
