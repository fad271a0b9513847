/** Which terms operators may change, as the database says (migration 0327), and their rows as they are shown and typed: as text. */
import { AppError } from '@tessera/shared/errors';
import { sql } from 'kysely';
import type { Db, Tx } from '../store/database';

export interface ChangeableTerms {
  readonly name: string;
  readonly tableName: string;
  /** What names a row, in order. */
  readonly keyColumns: readonly string[];
  readonly fields: readonly string[];
}
/** By column; an absent bound is null. */
export type TermsRow = Record<string, string | null>;

export async function namesOfTerms(db: Db | Tx): Promise<readonly string[]> {
  return (await db.selectFrom('changeableTerms').select('name').orderBy('name').execute()).map(({ name }) => name);
}

/** Throws PARAMETER_WRONG. */
export async function termsOf(db: Db | Tx, name: string): Promise<ChangeableTerms> {
  const terms = await db.selectFrom('changeableTerms').selectAll().where('name', '=', name).executeTakeFirst();
  if (terms === undefined) throw new AppError('PARAMETER_WRONG', { params: { field: 'name' } });
  return terms;
}

/** Those in force and those that are to come; or the rows that began or ended with a version. */
export async function readTerms(
  db: Db | Tx,
  { tableName, keyColumns, fields }: ChangeableTerms,
  of: { readonly atMs: number } | { readonly version: number },
): Promise<readonly { readonly since: number; readonly validFromMs: number; readonly terms: TermsRow }[]> {
  const condition =
    'version' in of
      ? sql`(terms.since_version = ${of.version}::int or terms.until_version = ${of.version}::int)`
      : sql`(ended.version is null or ended.valid_from_ms > ${of.atMs}::bigint)`;
  const { rows } = await sql<{ since: number; validFromMs: number; row: string }>`
    select terms.since_version as since, began.valid_from_ms, (
      select jsonb_object_agg(field.key, case jsonb_typeof(field.value)
        when 'number' then to_jsonb(trim_scale((field.value #>> '{}')::numeric)::text) else field.value end)
      from jsonb_each(to_jsonb(terms)) field where field.key = any (${[...keyColumns, ...fields]}::text[])
    )::text as row
    from ${sql.table(tableName)} terms
    join catalog_version began on began.version = terms.since_version
    left join catalog_version ended on ended.version = terms.until_version
    where ${condition}
    order by ${sql.join(keyColumns.map((column) => sql.ref(`terms.${column}`)))}, terms.since_version`.execute(db);
  return rows.map(({ since, validFromMs, row }) => ({
    since,
    validFromMs,
    terms: Object.fromEntries(
      Object.entries(JSON.parse(row) as Record<string, unknown>).map(([key, value]) => [key, shown(value)]),
    ),
  }));
}

/** As it is typed: "0.02", "true", "10,20,50", "20:2000000,100:500000". */
function shown(value: unknown): string | null {
  if (value === null) return null;
  if (!Array.isArray(value)) return String(value);
  return value.map((part: unknown) => (Array.isArray(part) ? part.join(':') : String(part))).join(',');
}

/** A change as it is typed, in the form of its column. Throws PARAMETER_WRONG with the field. */
export function readChange({ fields }: ChangeableTerms, change: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(change).map(([field, text]) => {
      const value = fields.includes(field) ? readValue(field, text.trim()) : undefined;
      if (value === undefined) throw new AppError('PARAMETER_WRONG', { params: { field } });
      return [field, value];
    }),
  );
}

function readValue(field: string, text: string): unknown {
  if (field === 'leverages') {
    if (!/^\d{1,4}(,\d{1,4})*$/.test(text)) return undefined;
    return [...new Set(text.split(',').map((digits) => Number.parseInt(digits, 10)))].sort((a, b) => a - b);
  }
  if (field === 'exposure_limits') return readLimits(text);
  // Which there are is for the database to say.
  if (field === 'level') return text;
  if (field.startsWith('has_')) return text === 'true' ? true : text === 'false' ? false : undefined;
  return /^-?\d{1,18}(\.\d{1,18})?$/.test(text) ? text : undefined;
}

/** Less at a higher leverage, never more. */
function readLimits(text: string): readonly (readonly [number, string])[] | undefined {
  const found = text.split(',').map((pair) => /^(\d{1,4}):(\d{1,15})$/.exec(pair));
  const pairs = found.map((pair): readonly [number, string] => [Number.parseInt(pair?.[1] ?? '', 10), pair?.[2] ?? '']);
  const isFalling = pairs.every(([leverage, notional], index) => {
    const before = pairs[index - 1];
    return before === undefined || (leverage > before[0] && BigInt(notional || 0) <= BigInt(before[1] || 0));
  });
  return found.includes(null) || !isFalling ? undefined : pairs;
}
