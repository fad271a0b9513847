/**
 * The server's own examiner. Each round asks the rules of what new journals have touched, and of a few thousand older rows of
 * every table, so that all of the book is gone through again and again. Every question is about a bounded number of rows, and
 * how far it came is kept in ledger_check: a round that was cut off has lost nothing.
 *
 * A broken money rule makes funds read-only. A broken rule, and rounds that do not finish, make the server not ready: nobody
 * may take silence for a sound book.
 */
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { transactionLimitMs, type Db } from '../store/database';
import {
  Findings,
  findViolations,
  ledgerRules,
  nextIds,
  touchedIds,
  walkedTables,
  type InvariantRule,
  type RuleFinding,
} from './invariants';
import { fundsState, setFundsReadOnly } from './Ledger';

export interface InvariantWatch {
  /** One round; `isFull` over everything. Rejects when it could not be finished. */
  run(options?: { readonly isFull?: boolean }): Promise<readonly RuleFinding[]>;
  /** Why the book cannot be called sound at this moment; undefined when it can. */
  problem(): string | undefined;
}

/** New journals are asked for so long, then the round goes on with the next one. */
const newJournalsMs = 10_000;
/** Older rows, likewise. */
const olderRowsMs = 2000;
/** Three rounds: a single one may fail with the database's connection. */
const unfinishedLimitMs = 180_000;

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
  const unfinished = metrics.gauge('ledger_watch_unfinished', '1 while the last round of the invariant watch did not finish', []);
  const unchecked = metrics.gauge('ledger_watch_unchecked_journals', 'Journal ids that no finished round has looked at', []);
  let isClean = true;
  let firstRunMs: number | undefined;
  let finishedMs: number | undefined;
  let failure: string | undefined;
  /**
   * Ids are drawn before they commit. The highest id seen becomes decided only when every transaction that was open then has
   * ended; until then its journals are asked again in each round.
   */
  const seen: { readonly atMs: number; readonly journalId: number }[] = [];
  let decided = 0;

  async function run({ isFull = false }: { readonly isFull?: boolean } = {}): Promise<readonly RuleFinding[]> {
    const nowMs = clock.now();
    firstRunMs ??= nowMs;
    try {
      const { findings, left } = isFull ? { findings: await findViolations(db, rules, 0), left: 0 } : await roundOfNew(nowMs);
      await tell(findings, isFull, nowMs);
      unchecked.set({}, left);
      failure = undefined;
      if (left === 0) finishedMs = nowMs;
      else log.warn({ left }, 'the invariant watch has not come to the newest journals yet');
      unfinished.set({}, left === 0 ? 0 : 1);
      return findings;
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
      unfinished.set({}, 1);
      log.error({ err: error }, 'a round of the invariant watch did not finish');
      throw error;
    }
  }

  /** `left`: how many journal ids the round did not come to. */
  async function roundOfNew(nowMs: number): Promise<{ readonly findings: readonly RuleFinding[]; readonly left: number }> {
    const findings = new Findings(rules);
    for (const rule of rules) await findings.ask(db, rule, rule.always?.());
    const highest = (await nowHighest()) ?? 0;
    // A matter of time alone: whether a round came as far says nothing about who may still commit below.
    seen.push({ atMs: nowMs, journalId: highest });
    while (seen[0] !== undefined && seen[0].atMs <= nowMs - 2 * transactionLimitMs) decided = seen.shift()?.journalId ?? decided;
    let reached = await kept('book');
    const endMs = nowMs + newJournalsMs;
    while (reached < highest && clock.now() < endMs) {
      const ids = await nextIds(db, 'journal', reached, highest);
      for (const over of walkedTables) await findings.askOver(db, over, await touchedIds(db, over, ids));
      reached = ids.at(-1) ?? highest;
      if (findings.broken.length === 0 && reached <= decided) await keep('book', reached, nowMs);
    }
    if (findings.broken.length === 0 && reached >= highest && decided > 0) await keep('book', decided, nowMs);
    await askOlderRows(findings, nowMs);
    return { findings: findings.all, left: highest - reached };
  }

  /** On from where the last round stopped; from the beginning again after the last row. A broken rule is asked again there. */
  async function askOlderRows(findings: Findings, nowMs: number): Promise<void> {
    const endMs = clock.now() + olderRowsMs;
    for (const over of walkedTables) {
      for (let after = await kept(`pass ${over}`), isFirst = true; isFirst || clock.now() < endMs; isFirst = false) {
        const ids = await nextIds(db, over, after);
        await findings.askOver(db, over, ids);
        if (findings.broken.length > 0) break;
        after = ids.at(-1) ?? 0;
        await keep(`pass ${over}`, after, nowMs);
        if (after === 0) break;
      }
    }
  }

  async function tell(findings: readonly RuleFinding[], isFull: boolean, nowMs: number): Promise<void> {
    const broken = findings.filter((finding) => finding.subjects.length > 0);
    for (const finding of findings) violations.set({ rule: finding.rule }, finding.subjects.length);
    for (const finding of broken)
      log.error({ rule: finding.rule, says: finding.says, subjects: finding.subjects }, 'invariant broken');
    isClean = broken.length === 0 && (isClean || isFull);
    const fatal = broken.filter((finding) => finding.isFatal);
    if (fatal.length > 0 && !(await fundsState(db)).isReadOnly) {
      const reason = `invariant ${fatal.map((finding) => finding.rule).join(', ')} broken`;
      await setFundsReadOnly(db, { isReadOnly: true, reason, atMs: nowMs });
      log.fatal({ reason }, 'funds are read-only now');
    }
  }

  async function nowHighest(): Promise<number | undefined> {
    const row = await db
      .selectFrom('journal')
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirst();
    return row?.id ?? undefined;
  }

  async function kept(rule: string): Promise<number> {
    const row = await db.selectFrom('ledgerCheck').select('checkedJournalId').where('rule', '=', rule).executeTakeFirst();
    return row?.checkedJournalId ?? 0;
  }

  async function keep(rule: string, reached: number, atMs: number): Promise<void> {
    await db
      .insertInto('ledgerCheck')
      .values({ rule, checkedJournalId: reached, violations: 0, atMs })
      .onConflict((conflict) => conflict.column('rule').doUpdateSet({ checkedJournalId: reached, atMs }))
      .execute();
  }

  return {
    run,
    problem() {
      if (!isClean) return 'broken, see ledger_invariant_violations';
      if (failure !== undefined) return `the last round did not finish: ${failure}`;
      const since = finishedMs ?? firstRunMs;
      return since !== undefined && clock.now() - since > unfinishedLimitMs
        ? `no round has finished for ${Math.round((clock.now() - since) / 1000)} s`
        : undefined;
    },
  };
}
