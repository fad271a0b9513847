import { sql } from 'kysely';
import type { ExchangeKind } from '../platform/exchangeKind';
import type { Db } from './database';

const refusals: Readonly<Record<ExchangeKind, string>> = {
  practice: 'its real accounts hold practice money, which must not become real',
  real: 'its real accounts hold real money, which practice prices must not decide over',
};

/** The first start decides what the database is for. Throws an Error in words when it was begun as the other kind. */
export async function claimExchange(db: Db, exchange: ExchangeKind): Promise<void> {
  await sql`insert into installation (exchange) values (${exchange}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ exchange: ExchangeKind }>`select exchange from installation`.execute(db);
  const begun = rows[0]?.exchange ?? exchange;
  if (begun === exchange) return;
  throw new Error(
    `This database belongs to a ${begun} exchange: ${refusals[begun]}. These settings make a ${exchange} exchange (EXCHANGE, FEED, ` +
      'NODE_ENV): correct them, or give it a database of its own (DATA_DIR or DATABASE_URL).',
  );
}
