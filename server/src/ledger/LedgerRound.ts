/**
 * One bounded round over the book: first what new journals have touched, then some older rows of every table. A place is
 * kept only behind what was found sound, so that what is broken is asked again.
 */
import type { Clock } from '../platform/Clock';
import { transactionLimitMs, type Db } from '../store/database';
import { createCheckMarks } from './CheckMarks';
import { Findings, nextIds, touchedIds, walkedTables, type InvariantRule, type RuleFinding } from './invariants';

interface LedgerRoundResult {
  readonly findings: readonly RuleFinding[];
  /** How many journal ids the round did not come to. */
  readonly left: number;
}

export type LedgerRound = (nowMs: number) => Promise<LedgerRoundResult>;

/** New journals are asked for so long, then the round goes on with the next one. */
const newJournalsMs = 10_000;
/** Older rows, likewise. */
const olderRowsMs = 2000;

export function createLedgerRound({
  db,
  clock,
  rules,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly rules: readonly InvariantRule[];
}): LedgerRound {
  const marks = createCheckMarks(db);
  /**
   * Ids are drawn before they commit. The highest id seen becomes decided only when every transaction that was open then has
   * ended; until then its journals are asked again in each round.
   */
  const seen: { readonly atMs: number; readonly journalId: number }[] = [];
  let decided = 0;

  async function ledgerRound(nowMs: number): Promise<LedgerRoundResult> {
    const findings = new Findings(rules);
    for (const rule of rules) await findings.ask(db, rule, rule.always?.());
    const highest = (await highestJournal(db)) ?? 0;
    // A matter of time alone: whether a round came as far says nothing about who may still commit below.
    seen.push({ atMs: nowMs, journalId: highest });
    while (seen[0] !== undefined && seen[0].atMs <= nowMs - 2 * transactionLimitMs) decided = seen.shift()?.journalId ?? decided;
    let reached = await marks.read('book');
    const endMs = nowMs + newJournalsMs;
    while (reached < highest && clock.now() < endMs) {
      const ids = await nextIds(db, 'journal', reached, highest);
      for (const over of walkedTables) await findings.askOver(db, over, await touchedIds(db, over, ids));
      reached = ids.at(-1) ?? highest;
      if (findings.broken.length === 0 && reached <= decided) await marks.keep('book', reached, nowMs);
    }
    if (findings.broken.length === 0 && reached >= highest && decided > 0) await marks.keep('book', decided, nowMs);
    await askOlderRows(findings, nowMs);
    return { findings: findings.all, left: highest - reached };
  }

  /** On from where the last round stopped; from the beginning again after the last row. A broken rule is asked again there. */
  async function askOlderRows(findings: Findings, nowMs: number): Promise<void> {
    const endMs = clock.now() + olderRowsMs;
    for (const over of walkedTables) {
      for (let after = await marks.read(`pass ${over}`), isFirst = true; isFirst || clock.now() < endMs; isFirst = false) {
        const ids = await nextIds(db, over, after);
        await findings.askOver(db, over, ids);
        if (findings.broken.length > 0) break;
        after = ids.at(-1) ?? 0;
        await marks.keep(`pass ${over}`, after, nowMs);
        if (after === 0) break;
      }
    }
  }

  return ledgerRound;
}

async function highestJournal(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('journal')
    .select((of) => of.fn.max('id').as('id'))
    .executeTakeFirst();
  return row?.id ?? undefined;
}
