/**
 * Every version of the catalogue goes to the public record with the hash of all its terms, so that none of them can be another
 * one afterwards. The terms themselves are an answer of their own: they are long, and anybody can hash them.
 */
import { asciiBytes, canonicalText, toHex, type PublicValue } from '@tessera/shared/fairness';
import { sql } from 'kysely';
import { nativeSha256 } from '../feed/nativeSha256';
import type { Db, Tx } from '../store/database';
import { lockRecord, publishRecord } from './publishRecord';

/** Each with the columns that name a row, in the order of which the rows are listed. */
const versioned = {
  market_calendar: ['id'],
  market_holiday: ['calendar_id', 'from_ms'],
  symbol: ['id'],
  seconds_term: ['asset_class', 'seconds'],
  spot_term: ['symbol_id'],
  leverage_term: ['symbol_id'],
  holiday_margin: ['calendar_id'],
  house_limit: ['symbol_id'],
  identity_need: ['act'],
  asset_network: ['asset', 'network'],
  topup_term: ['method', 'asset'],
  card_term: ['asset'],
  flash_term: ['asset'],
  treasure_term: ['product_id'],
  loan_term: ['days'],
  collateral_term: ['asset'],
  lending_term: ['mode'],
  withdrawal_limit: ['level'],
} as const;

const addedLater: ReadonlySet<string> = new Set([
  'market_holiday',
  'holiday_margin',
  'house_limit',
  'identity_need',
  'asset_network',
  'topup_term',
  'card_term',
  'flash_term',
  'treasure_term',
  'loan_term',
  'collateral_term',
  'lending_term',
  'withdrawal_limit',
]);

/**
 * Canonical text of what is in force in a version: rows by table, named as the columns are, every figure as decimal text. As it was when
 * it was recorded.
 */
export async function readTermsText(db: Db | Tx, version: number): Promise<string> {
  const stored = await db.selectFrom('termsText').select('text').where('version', '=', version).executeTakeFirst();
  return stored?.text ?? makeTermsText(db, version);
}

async function makeTermsText(db: Db | Tx, version: number): Promise<string> {
  const inForce = sql`since_version <= ${version}::int and (until_version is null or until_version > ${version}::int)`;
  const tables: Record<string, PublicValue> = { asset: await rowsOf(db, 'asset', ['id'], sql`true`) };
  for (const [table, key] of Object.entries(versioned)) {
    const rows = await rowsOf(db, table, key, inForce);
    // Versions of before there were such terms say nothing of them.
    if (!addedLater.has(table) || rows.length > 0) tables[table] = rows;
  }
  return canonicalText({ version, ...tables });
}

async function rowsOf(
  db: Db | Tx,
  table: string,
  key: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<readonly PublicValue[]> {
  const { rows } = await sql<{ row: string }>`
    select (
      select jsonb_object_agg(field.key, case jsonb_typeof(field.value)
        when 'number' then to_jsonb(trim_scale((field.value #>> '{}')::numeric)::text) else field.value end)
      from jsonb_each(to_jsonb(terms) - 'since_version' - 'until_version') field
    )::text as row
    from ${sql.table(table)} terms where ${condition} order by ${sql.join(key.map((column) => sql.ref(column)))}`.execute(db);
  return rows.map(({ row }) => JSON.parse(row) as PublicValue);
}

const hashOf = (text: string): string => toHex(nativeSha256(asciiBytes(text)));

/** After the operators' audit, if the transaction writes there. */
export async function recordTerms(tx: Tx, version: number, nowMs: number): Promise<void> {
  const { validFromMs, note } = await tx
    .selectFrom('catalogVersion')
    .select(['validFromMs', 'note'])
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const text = await makeTermsText(tx, version);
  const hash = hashOf(text);
  await tx.insertInto('termsText').values({ version, text }).execute();
  await publishRecord(tx, { kind: 'terms', atMs: nowMs, body: { version, validFromMs, note, hash } });
}

/** Those that are not in the record yet: of an installation of before, and of an opening catalogue. */
export async function recordAllTerms(db: Db, nowMs: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockRecord(tx);
    const entries = await tx.selectFrom('publicRecord').select('body').where('kind', '=', 'terms').execute();
    const recorded = new Map(
      entries.map(({ body }) => {
        const { version, hash } = JSON.parse(body) as { readonly version: number; readonly hash: string };
        return [version, hash];
      }),
    );
    const stored = new Set((await tx.selectFrom('termsText').select('version').execute()).map(({ version }) => version));
    const versions = await tx.selectFrom('catalogVersion').select('version').orderBy('version').execute();
    for (const { version } of versions.filter((one) => !stored.has(one.version))) {
      const hash = recorded.get(version);
      if (hash === undefined) await recordTerms(tx, version, nowMs);
      else await keepText(tx, version, hash);
    }
  });
}

/** Of a version that was recorded before texts were kept: only what has the hash that was published. */
async function keepText(tx: Tx, version: number, hash: string): Promise<void> {
  const text = await makeTermsText(tx, version);
  if (hashOf(text) === hash) await tx.insertInto('termsText').values({ version, text }).execute();
}
