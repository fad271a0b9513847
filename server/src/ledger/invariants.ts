/**
 * What must hold in the book, as questions the server asks itself: each finds the rows that break a rule, and none is the
 * only good answer. Every minute the journals since the last round are checked (I2, I3, I5 and I9 as far as they can be
 * told from those), on demand the whole book. A broken money rule makes funds read-only: a wrong book is not written on.
 *
 * Modules add their own rules (business rows against journals) through `extraRules`.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { transactionLimitMs, type Db } from '../store/database';
import { fundsState, setFundsReadOnly } from './Ledger';

export interface InvariantRule {
  readonly rule: string;
  readonly says: string;
  /** A violation makes funds read-only. */
  readonly isFatal: boolean;
  /** Rows {subject}, one per violation, at most some dozens. Journals up to `since` were checked before; 0 means all. */
  find(since: number): RawBuilder<{ subject: string }>;
}

export interface RuleFinding {
  readonly rule: string;
  readonly says: string;
  readonly isFatal: boolean;
  readonly subjects: readonly string[];
}

const most = 50;

export const ledgerRules: readonly InvariantRule[] = [
  {
    rule: 'I1',
    says: 'the entries of a journal sum to zero per asset',
    isFatal: true,
    find: (since) => sql`
      select 'journal ' || e.journal_id || ' ' || a.asset as subject
      from entry e join account a on a.id = e.account_id
      where e.journal_id > ${since}
      group by e.journal_id, a.asset having sum(e.amount) <> 0 limit ${most}`,
  },
  {
    rule: 'I1-empty',
    says: 'a journal has at least two entries',
    isFatal: true,
    find: (since) => sql`
      select 'journal ' || j.id as subject from journal j
      where j.id > ${since} and (select count(*) from entry e where e.journal_id = j.id) < 2 limit ${most}`,
  },
  {
    rule: 'I2',
    says: 'all balances of a mode and asset sum to zero',
    isFatal: true,
    // Follows from I1 and I3; the whole book is summed on demand only.
    find: (since) =>
      since > 0
        ? nothing
        : sql`select mode || ' ' || asset as subject from account_balance group by mode, asset having sum(balance) <> 0 limit ${most}`,
  },
  {
    rule: 'I3',
    says: 'a stored balance is the sum of its entries',
    isFatal: true,
    find: (since) =>
      since > 0
        ? sql`
          select 'account ' || a.id as subject
          from (select distinct account_id from entry where journal_id > ${since} and account_version is not null) touched
          join account a on a.id = touched.account_id
          left join entry latest on latest.account_id = a.id and latest.account_version = a.version
          where latest.balance_after is distinct from a.balance limit ${most}`
        : sql`
          select 'account ' || a.id as subject
          from account a
          left join (select account_id, sum(amount) as total, count(*) as entries from entry group by account_id) e on e.account_id = a.id
          where a.is_tracked and (a.balance <> coalesce(e.total, 0) or a.version <> coalesce(e.entries, 0)) limit ${most}`,
  },
  {
    rule: 'I4',
    says: 'each entry continues the balance of the version before it, without a gap',
    isFatal: true,
    find: (since) => sql`
      select 'account ' || e.account_id || ' version ' || e.account_version as subject
      from entry e
      left join entry before on before.account_id = e.account_id and before.account_version = e.account_version - 1
      where e.journal_id > ${since} and e.account_version is not null
        and (e.balance_after <> coalesce(before.balance_after, 0) + e.amount or (before.account_id is null) <> (e.account_version = 1))
      limit ${most}`,
  },
  {
    rule: 'I5',
    says: "no user's account is below zero",
    isFatal: true,
    find: () =>
      sql`select 'account ' || id as subject from account where is_tracked and not (balance >= 0 and balance <> 'NaN') limit ${most}`,
  },
  {
    rule: 'I8',
    says: 'no journal touches real and demo accounts together',
    isFatal: true,
    find: (since) => sql`
      select distinct 'journal ' || j.id as subject
      from journal j join entry e on e.journal_id = j.id join account a on a.id = e.account_id
      where j.id > ${since} and a.mode <> j.mode limit ${most}`,
  },
  {
    rule: 'I9',
    says: 'journals and entries cannot be changed: triggers stand and the server has no right to write',
    isFatal: false,
    find: () => sql`
      select 'trigger ' || wanted as subject
      from unnest(array['journal_append_only', 'journal_no_truncate', 'entry_append_only', 'entry_no_truncate', 'account_no_delete']) wanted
      where not exists (select 1 from pg_trigger t where t.tgname = wanted and t.tgenabled in ('O', 'A'))
      union all
      select 'right ' || privilege || ' on ' || written
      from unnest(array['journal', 'entry', 'account']) written, unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where has_table_privilege('tessera_app', written, privilege)`,
  },
];
const nothing = sql<{ subject: string }>`select null::text as subject where false`;

/** Asks every rule. Each question is one statement, so it sees one state of the book. */
export async function findViolations(db: Db, rules: readonly InvariantRule[], since: number): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = [];
  for (const { rule, says, isFatal, find } of rules) {
    const { rows } = await find(since).execute(db);
    findings.push({ rule, says, isFatal, subjects: rows.map((row) => row.subject) });
  }
  return findings;
}

export interface InvariantWatch {
  /** One round over what is new; `isFull` over everything. */
  run(options?: { readonly isFull?: boolean }): Promise<RuleFinding[]>;
  /** True until a round found something, and again after a clean full round. */
  isClean(): boolean;
}

export function createInvariantWatch(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly extraRules?: readonly InvariantRule[];
}): InvariantWatch {
  const { db, clock, log, metrics } = deps;
  const rules = [...ledgerRules, ...(deps.extraRules ?? [])];
  const violations = metrics.gauge('ledger_invariant_violations', 'Rows that break a rule of the book, last round', ['rule']);
  let isClean = true;
  /**
   * Ids are drawn before they commit. The highest id seen becomes the mark only when every transaction that was open then
   * has ended; until then its round is repeated.
   */
  const seen: { readonly atMs: number; readonly journalId: number }[] = [];

  async function run({ isFull = false }: { readonly isFull?: boolean } = {}): Promise<RuleFinding[]> {
    const nowMs = clock.now();
    const highest = await db
      .selectFrom('journal')
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirst();
    const mark = await db.selectFrom('ledgerCheck').select('checkedJournalId').where('rule', '=', 'book').executeTakeFirst();
    const findings = await findViolations(db, rules, isFull ? 0 : (mark?.checkedJournalId ?? 0));
    const broken = findings.filter((finding) => finding.subjects.length > 0);
    for (const finding of findings) violations.set({ rule: finding.rule }, finding.subjects.length);
    for (const finding of broken)
      log.error({ rule: finding.rule, says: finding.says, subjects: finding.subjects }, 'invariant broken');
    isClean = broken.length === 0 && (isClean || isFull);

    if (broken.length === 0) {
      seen.push({ atMs: nowMs, journalId: highest?.id ?? 0 });
      while ((seen[0]?.atMs ?? nowMs) <= nowMs - 2 * transactionLimitMs) {
        const decided = seen.shift();
        if (decided !== undefined) await keepMark(decided.journalId, nowMs);
      }
    }
    const fatal = broken.filter((finding) => finding.isFatal);
    if (fatal.length > 0 && !(await fundsState(db)).isReadOnly) {
      const reason = `invariant ${fatal.map((finding) => finding.rule).join(', ')} broken`;
      await setFundsReadOnly(db, { isReadOnly: true, reason, atMs: nowMs });
      log.fatal({ reason }, 'funds are read-only now');
    }
    return findings;
  }

  const keepMark = (journalId: number, nowMs: number) =>
    db
      .insertInto('ledgerCheck')
      .values({ rule: 'book', checkedJournalId: journalId, violations: 0, atMs: nowMs })
      .onConflict((conflict) => conflict.column('rule').doUpdateSet({ checkedJournalId: journalId, atMs: nowMs }))
      .execute();

  return { run, isClean: () => isClean };
}
