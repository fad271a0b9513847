/**
 * What must hold in the book, as questions for the watch (InvariantWatch.ts): each finds the rows that break a rule, and none
 * is the only good answer. A question is asked of some rows by their ids, so its cost does not grow with the book; the few
 * that can only be asked of everything (`whole`) are for operators and tests. A broken money rule makes funds read-only: a
 * wrong book is not written on.
 *
 * Modules add their own rules (business rows against journals) through `extraRules`.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../store/database';

/** The tables whose ids rules walk. */
export const walkedTables = [
  'journal',
  'account',
  'seconds_order',
  'spot_order',
  'leverage_order',
  'treasure_order',
  'incident',
] as const;
export type WalkedTable = (typeof walkedTables)[number];
export type Ids = RawBuilder<readonly number[]>;
type Violations = RawBuilder<{ subject: string }>;

export interface InvariantRule {
  readonly rule: string;
  readonly says: string;
  /** A violation makes funds read-only. */
  readonly isFatal: boolean;
  /** Asked of rows of this table, some at a time. */
  readonly over?: WalkedTable;
  /** Rows {subject}, one per violation, at most some dozens, among the rows with these ids. */
  readonly find?: (ids: Ids) => Violations;
  /** A question without rows, which costs nothing. */
  readonly always?: () => Violations;
  /** A question about everything at once. May take minutes. */
  readonly whole?: () => Violations;
}

export interface RuleFinding {
  readonly rule: string;
  readonly says: string;
  readonly isFatal: boolean;
  readonly subjects: readonly string[];
}

export const maxSubjects = 50;

export const ledgerRules: readonly InvariantRule[] = [
  {
    rule: 'I1',
    says: 'the entries of a journal sum to zero per asset',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || e.journal_id || ' ' || a.asset as subject
      from entry e join account a on a.id = e.account_id
      where e.journal_id = any(${ids})
      group by e.journal_id, a.asset having sum(e.amount) <> 0 limit ${maxSubjects}`,
  },
  {
    rule: 'I1-empty',
    says: 'a journal has at least two entries',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id = any(${ids}) and (select count(*) from entry e where e.journal_id = j.id) < 2 limit ${maxSubjects}`,
  },
  {
    rule: 'I2',
    says: 'all balances of a mode and asset sum to zero',
    isFatal: true,
    // Follows from I1, I3 and I4.
    whole: () => sql`
      select mode || ' ' || asset as subject from account_balance
      group by mode, asset having sum(balance) <> 0 limit ${maxSubjects}`,
  },
  {
    rule: 'I3',
    says: 'a stored balance is the sum of its entries: the one its last entry left, and what was tallied',
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject
      from account a
      left join entry latest on latest.account_id = a.id and latest.account_version = a.version
      cross join lateral (
        select coalesce(sum(t.moved), 0) as moved, coalesce(sum(t.entries), 0) as entries from account_tally t where t.account_id = a.id
      ) tallied
      where a.id = any(${ids}) and a.is_tracked
        and (coalesce(latest.balance_after, 0) <> a.balance or tallied.moved <> a.balance or tallied.entries <> a.version)
      limit ${maxSubjects}`,
    whole: () => sql`
      select 'account ' || a.id as subject
      from account a
      left join (select account_id, sum(amount) as total, count(*) as entries from entry group by account_id) e on e.account_id = a.id
      where a.is_tracked and (a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0)) limit ${maxSubjects}`,
  },
  {
    rule: 'I3-house',
    says: 'a snapshot of a house account is the sum of its entries up to there',
    isFatal: true,
    whole: () => sql`
      select 'account ' || s.account_id as subject from house_snapshot s
      where s.balance <> coalesce((
        select sum(e.amount) from entry e
        where e.account_id = s.account_id and e.account_version is null and e.journal_id <= s.journal_id), 0)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I4',
    says: 'each entry continues the balance of the version before it, without a gap',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select 'account ' || e.account_id || ' version ' || e.account_version as subject
      from entry e
      left join entry before on before.account_id = e.account_id and before.account_version = e.account_version - 1
      where e.journal_id = any(${ids}) and e.account_version is not null
        and (e.balance_after <> coalesce(before.balance_after, 0) + e.amount or (before.account_id is null) <> (e.account_version = 1))
      limit ${maxSubjects}`,
  },
  {
    rule: 'I4-statement',
    says: 'no entry is before the one before it in time, and each goes on with what its kind has moved',
    isFatal: false,
    over: 'journal',
    find: (ids) => sql`
      select 'account ' || e.account_id || ' version ' || e.account_version as subject
      from entry e
      left join entry before on before.account_id = e.account_id and before.account_version = e.account_version - 1
      left join lateral (
        select kind_entries, kind_moved from entry k
        where k.account_id = e.account_id and k.kind = e.kind and k.account_version < e.account_version
        order by k.account_version desc limit 1
      ) kept on true
      where e.journal_id = any(${ids}) and e.account_version is not null
        and ((e.at_ms >= coalesce(before.at_ms, e.at_ms)) is not true
          or e.kind_entries is distinct from coalesce(kept.kind_entries, 0) + 1
          or e.kind_moved is distinct from coalesce(kept.kind_moved, 0) + e.amount)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I5',
    says: "a user's account is within the bounds of its kind",
    isFatal: true,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject from account a left join account_kind k on k.kind = a.family and k.is_user = a.is_user
      where a.id = any(${ids})
        and (k.kind is null or k.is_tracked <> a.is_tracked or a.balance = 'NaN' or a.balance < k.min or a.balance > k.max)
      limit ${maxSubjects}`,
  },
  {
    rule: 'I8',
    says: 'no journal touches real and demo accounts together',
    isFatal: true,
    over: 'journal',
    find: (ids) => sql`
      select distinct 'journal ' || j.id as subject
      from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id
      where j.id = any(${ids}) and a.mode <> j.mode limit ${maxSubjects}`,
  },
  {
    rule: 'I9',
    says: 'journals and entries cannot be changed: triggers stand and the server has no right to write',
    isFatal: false,
    always: () => sql`
      select 'trigger ' || wanted as subject
      from unnest(array['journal_append_only', 'journal_no_truncate', 'entry_append_only', 'entry_no_truncate', 'account_no_delete']) wanted
      where not exists (select 1 from pg_trigger t where t.tgname = wanted and t.tgenabled in ('O', 'A'))
      union all
      select 'right ' || privilege || ' on ' || written
      from unnest(array['journal', 'entry', 'account']) written, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where has_table_privilege('tessera_app', written, privilege)`,
  },
  {
    rule: 'I11',
    says: 'what passes through an account of the house has left it within a day',
    isFatal: false,
    over: 'account',
    find: (ids) => sql`
      select 'account ' || a.id as subject
      from account_balance a join account named on named.id = a.id join account_kind k on k.kind = named.family
      where a.id = any(${ids}) and k.is_passing and a.balance <> 0 and (
        select j.at_ms from entry e join journal j on j.id = e.journal_id
        where e.account_id = a.id and e.account_version is null order by e.journal_id desc limit 1
      ) < (select at_ms from journal order by id desc limit 1) - 86400000
      limit ${maxSubjects}`,
  },
];

/** Which journals touch orders: their kinds name the table, their ref the row. */
const journalKindsOf: Readonly<Record<Exclude<WalkedTable, 'journal' | 'account' | 'incident'>, readonly string[]>> = {
  seconds_order: ['seconds_open', 'seconds_settle', 'adjustment'],
  spot_order: ['spot'],
  leverage_order: ['leverage'],
  treasure_order: ['treasure'],
};

/** Rows of the table that these journals are about. */
export async function touchedIds(db: Db, over: WalkedTable, journalIds: readonly number[]): Promise<readonly number[]> {
  if (over === 'journal') return journalIds;
  const { rows } =
    over === 'account'
      ? await sql<{ id: number }>`
          select distinct account_id as id from entry where journal_id = any(${journalIds}::bigint[]) order by 1`.execute(db)
      : over === 'incident'
        ? await sql<{ id: number }>`
          select distinct o.incident_id as id from journal j
          join seconds_order o on o.id = case when j.ref ~ '^[1-9][0-9]{0,17}$' then j.ref::bigint end
          where j.id = any(${journalIds}::bigint[]) and j.kind in ('seconds_settle', 'adjustment') and o.incident_id is not null order by 1`.execute(
            db,
          )
        : await sql<{ id: number }>`
          select distinct ref::bigint as id from journal
          where id = any(${journalIds}::bigint[]) and kind = any(${journalKindsOf[over]}::text[]) and ref ~ '^[1-9][0-9]{0,17}$'
          order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

export const idsAtOnce = 2000;

/** The next ids of a table after one, at most idsAtOnce and not above `upTo`. */
export async function nextIds(db: Db, table: WalkedTable, after: number, upTo?: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where id > ${after}::bigint and id <= coalesce(${upTo ?? null}::bigint, id)
    order by id limit ${idsAtOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What rules have found so far: each subject once. */
export class Findings {
  private readonly found = new Map<string, Set<string>>();
  constructor(private readonly rules: readonly InvariantRule[]) {}

  async ask(db: Db, rule: InvariantRule, question: Violations | undefined): Promise<void> {
    if (question === undefined) return;
    const { rows } = await question.execute(db);
    const subjects = this.found.get(rule.rule) ?? new Set();
    for (const { subject } of rows) subjects.add(subject);
    this.found.set(rule.rule, subjects);
  }

  /** Each question is one statement, so it sees one state of the book. */
  async askOver(db: Db, over: WalkedTable, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const listed: Ids = sql`${ids}::bigint[]`;
    for (const rule of this.rules) if (rule.over === over) await this.ask(db, rule, rule.find?.(listed));
  }

  get all(): readonly RuleFinding[] {
    return this.rules.map(({ rule, says, isFatal }) => ({ rule, says, isFatal, subjects: [...(this.found.get(rule) ?? [])] }));
  }

  get broken(): readonly RuleFinding[] {
    return this.all.filter(({ subjects }) => subjects.length > 0);
  }
}

/**
 * Asks every rule: of all rows and of the whole book, for operators and tests; or, with `since`, of what the journals after
 * that one have touched.
 */
export async function findViolations(db: Db, rules: readonly InvariantRule[], since: number): Promise<readonly RuleFinding[]> {
  const findings = new Findings(rules);
  for (const rule of rules) {
    await findings.ask(db, rule, rule.always?.());
    if (since === 0) await findings.ask(db, rule, rule.whole?.());
  }
  // A table of which nothing is asked is not walked.
  const asked = walkedTables.filter((table) => rules.some(({ over }) => over === table));
  for (const table of since === 0 ? asked : (['journal'] as const)) {
    let ids = await nextIds(db, table, since);
    while (ids.length > 0) {
      for (const over of since === 0 ? [table] : asked) await findings.askOver(db, over, await askedIds(db, over, table, ids));
      // Fewer than one page: the last one.
      ids = ids.length < idsAtOnce ? [] : await nextIds(db, table, ids.at(-1) ?? 0);
    }
  }
  return findings.all;
}

const askedIds = async (db: Db, over: WalkedTable, table: WalkedTable, ids: readonly number[]): Promise<readonly number[]> =>
  over === table ? ids : touchedIds(db, over, ids);
