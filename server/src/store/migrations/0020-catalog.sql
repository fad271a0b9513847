-- What can be traded and on which terms. Rows are never changed: a change adds a catalogue version, ends the old row at it
-- and starts a new one, so that an order can always name the terms it was accepted under.

create table catalog_version (
  version integer primary key,
  valid_from_ms bigint not null,
  note text not null
);

create table market_calendar (
  id text not null,
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  -- [[open, close], …] in minutes after Sunday 00:00 UTC; null: always open.
  weekly_windows jsonb,
  closing_minutes integer not null check (closing_minutes >= 0),
  primary key (id, since_version)
);

create table symbol (
  id text not null check (id ~ '^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$'),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  position integer not null,
  base text not null,
  quote text not null,
  asset_class text not null check (asset_class in ('crypto', 'forex', 'metal')),
  calendar_id text not null,
  digits smallint not null check (digits between 0 and 8),
  pip_size numeric not null check (pip_size > 0),
  contract_size numeric not null check (contract_size > 0),
  lot_min numeric not null check (lot_min > 0),
  lot_step numeric not null check (lot_step > 0),
  lot_max numeric not null check (lot_max >= lot_min),
  -- Whole steps of the last digit between bid and ask.
  spread_steps integer not null check (spread_steps >= 0),
  stale_after_ms integer not null check (stale_after_ms > 0),
  has_spot boolean not null,
  has_seconds boolean not null,
  has_leverage boolean not null,
  -- The simulated feed's model of this symbol.
  reference_price numeric not null check (reference_price > 0),
  volatility_ppm integer not null check (volatility_ppm > 0),
  activity smallint not null check (activity between 0 and 255),
  daily_turnover numeric not null check (daily_turnover > 0),
  primary key (id, since_version)
);
create unique index symbol_current on symbol (id) where until_version is null;

create table seconds_term (
  asset_class text not null check (asset_class in ('crypto', 'forex', 'metal')),
  seconds integer not null check (seconds > 0),
  since_version integer not null references catalog_version,
  until_version integer references catalog_version,
  payout_rate numeric not null check (payout_rate > 0 and payout_rate <> 'NaN'),
  fee_rate numeric not null check (fee_rate >= 0 and fee_rate <> 'NaN'),
  stake_min numeric not null check (stake_min > 0),
  stake_max numeric not null check (stake_max >= stake_min),
  primary key (asset_class, seconds, since_version)
);
create unique index seconds_term_current on seconds_term (asset_class, seconds) where until_version is null;

insert into catalog_version values (1, 0, 'Opening catalogue');

insert into market_calendar (id, since_version, weekly_windows, closing_minutes) values
  ('always', 1, null, 0),
  ('forex', 1, '[[1320, 8520]]', 15),
  ('metals', 1, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]', 15);

insert into symbol (id, since_version, position, base, quote, asset_class, calendar_id, digits, pip_size, contract_size,
  lot_min, lot_step, lot_max, spread_steps, stale_after_ms, has_spot, has_seconds, has_leverage,
  reference_price, volatility_ppm, activity, daily_turnover) values
  ('BTC-USDT',  1,  1, 'BTC',  'USDT', 'crypto', 'always', 2, 0.01,    1, 0.001, 0.001, 100,     20, 3000, true, true, true, 98400,    21000, 128, 21000000000),
  ('ETH-USDT',  1,  2, 'ETH',  'USDT', 'crypto', 'always', 2, 0.01,    1, 0.01,  0.01,  1000,    2,  3000, true, true, true, 3420,     28000, 112, 12500000000),
  ('BNB-USDT',  1,  3, 'BNB',  'USDT', 'crypto', 'always', 2, 0.01,    1, 0.01,  0.01,  2000,    4,  3000, true, true, true, 912,      22000, 64,  1400000000),
  ('SOL-USDT',  1,  4, 'SOL',  'USDT', 'crypto', 'always', 3, 0.001,   1, 0.1,   0.1,   20000,   10, 3000, true, true, true, 187.5,    36000, 96,  3900000000),
  ('XRP-USDT',  1,  5, 'XRP',  'USDT', 'crypto', 'always', 5, 0.0001,  1, 1,     1,     1000000, 20, 3000, true, true, true, 2.315,    34000, 80,  3100000000),
  ('ADA-USDT',  1,  6, 'ADA',  'USDT', 'crypto', 'always', 5, 0.00001, 1, 1,     1,     2000000, 8,  3000, true, true, true, 0.6842,   37000, 48,  820000000),
  ('DOGE-USDT', 1,  7, 'DOGE', 'USDT', 'crypto', 'always', 5, 0.00001, 1, 1,     1,     5000000, 3,  3000, true, true, true, 0.1936,   41000, 64,  1500000000),
  ('DOT-USDT',  1,  8, 'DOT',  'USDT', 'crypto', 'always', 4, 0.0001,  1, 0.1,   0.1,   200000,  6,  3000, true, true, true, 4.126,    36000, 40,  240000000),
  ('AVAX-USDT', 1,  9, 'AVAX', 'USDT', 'crypto', 'always', 3, 0.001,   1, 0.1,   0.1,   100000,  8,  3000, true, true, true, 23.85,    39000, 48,  480000000),
  ('LINK-USDT', 1, 10, 'LINK', 'USDT', 'crypto', 'always', 3, 0.001,   1, 0.1,   0.1,   100000,  5,  3000, true, true, true, 17.42,    36000, 48,  560000000),
  ('LTC-USDT',  1, 11, 'LTC',  'USDT', 'crypto', 'always', 3, 0.01,    1, 0.01,  0.01,  20000,   20, 3000, true, true, true, 103.6,    29000, 40,  430000000),
  ('TRX-USDT',  1, 12, 'TRX',  'USDT', 'crypto', 'always', 5, 0.00001, 1, 1,     1,     5000000, 6,  3000, true, true, true, 0.31245,  17000, 40,  640000000),
  ('EUR-USD',   1, 21, 'EUR',  'USD',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,   8, 10000, false, true, true, 1.15640,  4600, 64, 9800000000),
  ('GBP-USD',   1, 22, 'GBP',  'USD',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,  11, 10000, false, true, true, 1.31480,  5100, 56, 6100000000),
  ('USD-JPY',   1, 23, 'USD',  'JPY',  'forex',  'forex',  3, 0.01,   100000, 0.01, 0.01, 50,  10, 10000, false, true, true, 154.620,  5800, 64, 1100000000000),
  ('AUD-USD',   1, 24, 'AUD',  'USD',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,  10, 10000, false, true, true, 0.65210,  5900, 40, 3200000000),
  ('USD-CAD',   1, 25, 'USD',  'CAD',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,  13, 10000, false, true, true, 1.40260,  4000, 40, 3900000000),
  ('USD-CHF',   1, 26, 'USD',  'CHF',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,  14, 10000, false, true, true, 0.80450,  4900, 40, 2400000000),
  ('NZD-USD',   1, 27, 'NZD',  'USD',  'forex',  'forex',  5, 0.0001, 100000, 0.01, 0.01, 50,  15, 10000, false, true, true, 0.56730,  6100, 32, 1300000000),
  ('EUR-JPY',   1, 28, 'EUR',  'JPY',  'forex',  'forex',  3, 0.01,   100000, 0.01, 0.01, 50,  16, 10000, false, true, true, 178.790,  6000, 48, 390000000000),
  ('XAU-USD',   1, 41, 'XAU',  'USD',  'metal',  'metals', 3, 0.01,   100,    0.01, 0.01, 50,  250, 10000, false, true, true, 4078.50,  9500, 72, 14000000000),
  ('XAG-USD',   1, 42, 'XAG',  'USD',  'metal',  'metals', 3, 0.001,  5000,   0.01, 0.01, 50,  22, 10000, false, true, true, 50.640,  17000, 48, 3300000000);

insert into seconds_term (asset_class, seconds, since_version, payout_rate, fee_rate, stake_min, stake_max)
select classes.asset_class, terms.seconds, 1, terms.payout_rate - classes.less, 0.02, 10, 10000
from (values ('crypto', 0.00), ('metal', 0.00), ('forex', 0.02)) classes (asset_class, less),
     (values (30, 0.82), (60, 0.85), (120, 0.87), (180, 0.89), (300, 0.92)) terms (seconds, payout_rate);
