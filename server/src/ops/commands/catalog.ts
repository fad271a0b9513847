import { sql } from 'kysely';
import { changeableTerms, publishTerms, TermsProblem, type TermsChange, type TermsName } from '../../catalog/publishTerms';
import { recordTerms } from '../../record/catalogTerms';
import { appendAudit } from '../audit';
import {
  flagOf,
  instantOf,
  Refusal,
  shownInstant,
  UsageError,
  type Command,
  type CommandContext,
  type CommandInput,
  type CommandOutput,
} from '../Command';

const doors = ['seconds', 'spot', 'leverage'] as const;
type Door = (typeof doors)[number];
const isDoor = (word: string): word is Door => (doors as readonly string[]).includes(word);
/** Versions go forward in time only, so one that is to come stands in the way of closing a symbol at once. */
const furthestMs = 3_600_000;
const isTerms = (word: string): word is TermsName => Object.hasOwn(changeableTerms, word);

export const catalogCommands: readonly Command[] = [
  {
    words: ['catalog', 'list'],
    usage: '[symbol|seconds|spot|leverage|house|identity]',
    says: 'the terms in force and those that are to come, with the version each began with; without a word the versions',
    async run({ db, clock }, { words: [word] }) {
      if (word === undefined) {
        const versions = await db.selectFrom('catalogVersion').selectAll().orderBy('version', 'desc').limit(100).execute();
        return {
          rows: versions.map(({ version, validFromMs, note }) => ({ version, validFrom: shownInstant(validFromMs), note })),
        };
      }
      if (!isTerms(word)) throw new UsageError(`say one of ${Object.keys(changeableTerms).join(', ')}`);
      const { table, key, fields } = changeableTerms[word];
      const shown = [...key, ...fields, 'since_version'].map(
        (column) => sql`${sql.ref(`terms.${column}`)} as ${sql.id(`${column}_`)}`,
      );
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(shown)}, began.valid_from_ms from ${sql.table(table)} terms
        join catalog_version began on began.version = terms.since_version
        left join catalog_version ended on ended.version = terms.until_version
        where ended.version is null or ended.valid_from_ms > ${clock.now()}::bigint
        order by ${sql.join(key.map((column) => sql.ref(`terms.${column}`)))}, terms.since_version`.execute(db);
      return {
        rows: rows.map(({ validFromMs, ...row }) => ({ ...row, validFrom: shownInstant(Number(validFromMs)) })),
      };
    },
  },
  {
    words: ['catalog', 'set'],
    usage:
      '<symbol|seconds|spot|leverage|house|identity> <symbol, class/seconds, or trade or withdraw> <field>=<value> … --reason <text> [--from <instant, at most an hour ahead>]',
    says: 'publishes other terms (fee_rate, payout_rate, leverages, lot_step …): for orders accepted from that instant on, on every node',
    async run(context, input) {
      const [of, key, ...changes] = input.words;
      if (of === undefined || !isTerms(of) || key === undefined || changes.length === 0)
        throw new UsageError('say what, of which symbol or class/seconds, and at least one field=value');
      const change = Object.fromEntries(changes.map((text) => readChange(of, text)));
      return publish(context, input, { of, key: of === 'seconds' ? key.split('/') : [key], change });
    },
  },
  doorCommand('close', false, 'takes no further orders of a symbol; what is open goes on under its own terms'),
  doorCommand('open', true, 'takes orders of a symbol again'),
];

function doorCommand(verb: string, isOpen: boolean, says: string): Command {
  return {
    words: ['catalog', verb],
    usage: '<symbol> [seconds|spot|leverage …] --reason <text> [--from <instant, at most an hour ahead>]',
    says,
    async run(context, input) {
      const [symbol, ...named] = input.words;
      if (symbol === undefined || !named.every(isDoor)) throw new UsageError(`name a symbol, then any of ${doors.join(', ')}`);
      const wanted = named.length > 0 ? named : isOpen ? await doorsWithTerms(context, symbol) : doors;
      const change = Object.fromEntries(wanted.map((door) => [`has_${door}`, isOpen]));
      return publish(context, input, { of: 'symbol', key: [symbol], change });
    },
  };
}

/** Opening everything means what the symbol has terms for. */
async function doorsWithTerms({ db }: CommandContext, symbol: string): Promise<readonly Door[]> {
  const { rows } = await sql<{ door: Door }>`
    select 'seconds' as door from symbol s join seconds_term t on t.asset_class = s.asset_class
      where s.id = ${symbol} and s.until_version is null and t.until_version is null
    union select 'spot' from spot_term where symbol_id = ${symbol} and until_version is null
    union select 'leverage' from leverage_term where symbol_id = ${symbol} and until_version is null`.execute(db);
  return rows.map(({ door }) => door);
}

function readChange(of: TermsName, text: string): readonly [string, unknown] {
  const [field = '', value = ''] = text.split(/=(.*)/s);
  const { fields } = changeableTerms[of];
  if (!(fields as readonly string[]).includes(field))
    throw new UsageError(`${of} has no field ${field}; it has ${fields.join(', ')}`);
  if (field === 'leverages') {
    if (!/^\d{1,4}(,\d{1,4})*$/.test(value)) throw new UsageError('leverages are whole numbers with commas between: 10,20,50');
    return [field, [...new Set(value.split(',').map((digits) => Number.parseInt(digits, 10)))].sort((a, b) => a - b)];
  }
  if (field === 'exposure_limits') return [field, readLimits(value)];
  // Which there are is for the database to say.
  if (field === 'level') return [field, value];
  if (field.startsWith('has_')) {
    if (value !== 'true' && value !== 'false') throw new UsageError(`${field} is true or false`);
    return [field, value === 'true'];
  }
  if (!/^-?\d{1,18}(\.\d{1,18})?$/.test(value)) throw new UsageError(`${field} must be a plain decimal, got ${value}`);
  return [field, value];
}

/** Less at a higher leverage, never more. */
function readLimits(value: string): readonly (readonly [number, string])[] {
  const limits = value.split(',').map((text) => /^(\d{1,4}):(\d{1,15})$/.exec(text));
  const pairs = limits.map((found): readonly [number, string] => [Number.parseInt(found?.[1] ?? '', 10), found?.[2] ?? '']);
  const isFalling = pairs.every(([leverage, notional], index) => {
    const before = pairs[index - 1];
    return before === undefined || (leverage > before[0] && BigInt(notional || 0) <= BigInt(before[1] || 0));
  });
  if (limits.includes(null) || !isFalling)
    throw new UsageError(
      'exposure_limits are leverage:notional with commas between, leverages up and notionals down: 20:2000000,100:500000',
    );
  return pairs;
}

async function publish(
  { db, clock, actor }: CommandContext,
  input: CommandInput,
  change: Pick<TermsChange, 'of' | 'key' | 'change'>,
): Promise<CommandOutput> {
  const reason = flagOf(input, 'reason');
  const nowMs = clock.now();
  const validFromMs = input.flags['from'] === undefined ? nowMs : instantOf(input, 'from');
  if (validFromMs < nowMs) throw new Refusal('terms are never changed for what was accepted already: --from lies in the past');
  if (validFromMs > nowMs + furthestMs)
    throw new UsageError('--from is at most an hour ahead: until then no other terms, and no closing, could be published');
  const version = await db
    .transaction()
    .execute(async (tx) => {
      const made = await publishTerms(tx, { ...change, validFromMs, note: reason });
      if (made === undefined) throw new Refusal(`no ${change.of} terms of ${change.key.join('/')}`);
      await appendAudit(tx, {
        actor,
        action: 'catalog.set',
        subject: `${change.of} ${change.key.join('/')}`,
        details: { version: made, validFromMs, reason, ...change.change },
        nowMs,
      });
      await recordTerms(tx, made, nowMs);
      return made;
    })
    .catch((error: unknown) => {
      throw toRefusal(error);
    });
  return {
    rows: [{ version, validFrom: shownInstant(validFromMs), of: change.of, key: change.key.join('/'), ...change.change }],
    note: 'published; running servers take it up within a second of that instant',
  };
}

function toRefusal(error: unknown): unknown {
  if (error instanceof TermsProblem) return new Refusal(error.message);
  const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
  if (code === 'L0010')
    return new Refusal('a version that begins later is published already: give a --from that is not before it');
  if (code === '23514') return new Refusal(`the value is out of bounds: ${constraint ?? ''}`);
  if (code === '22P02' || code === '22003') return new Refusal(`the value does not fit: ${message ?? ''}`);
  return error;
}
