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
import type { Db } from '../store/database';
import { createLedgerRound } from './LedgerRound';
import { findViolations, ledgerRules, type InvariantRule, type RuleFinding } from './invariants';
import { fundsState, setFundsReadOnly } from './Ledger';

export interface InvariantWatch {
  /** One round; `isFull` over everything. Rejects when it could not be finished. */
  run(options?: { readonly isFull?: boolean }): Promise<readonly RuleFinding[]>;
  /** Why the book cannot be called sound at this moment; undefined when it can. */
  problem(): string | undefined;
}

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
  const ledgerRound = createLedgerRound({ db, clock, rules });
  let isClean = true;
  let firstRunMs: number | undefined;
  let finishedMs: number | undefined;
  let failure: string | undefined;

  async function run({ isFull = false }: { readonly isFull?: boolean } = {}): Promise<readonly RuleFinding[]> {
    const nowMs = clock.now();
    firstRunMs ??= nowMs;
    try {
      const { findings, left } = isFull ? { findings: await findViolations(db, rules, 0), left: 0 } : await ledgerRound(nowMs);
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
