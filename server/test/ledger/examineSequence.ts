import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { findViolations, ledgerRules } from '../../src/ledger/invariants';
import type { TestDatabase } from '../testDatabase';
import { bookBatch, expectBalances, nextUser, openAccounts } from './booked';
import { fromDecimal } from './decimalText';
import { resolve, type Drawn } from './drawnPosting';
import { expectedOf, modes, scales, type Asset, type ModelAccount, type ModelPosting } from './modelLedger';

export async function examineSequence(database: TestDatabase, batches: readonly (readonly Drawn[])[]): Promise<void> {
  const [first, second] = [nextUser(), nextUser()];
  const names = modes.flatMap((mode) =>
    (Object.keys(scales) as Asset[]).flatMap((asset) =>
      (
        [
          [first, 'coin'],
          [first, 'contract'],
          [second, 'coin'],
          [0, 'pnl'],
          [0, 'custody'],
          [first, 'loan'],
          [0, 'fx'],
          [0, 'fee'],
        ] as const
      ).map(([owner, kind]) => [owner, mode, asset, kind] as const),
    ),
  );
  const ids = await openAccounts(database, names);
  const accounts: ModelAccount[] = names.map(([owner, mode, asset, kind], index) => ({
    id: ids[index] ?? -1,
    mode,
    asset,
    isUser: owner !== 0,
    isDebt: kind === 'loan',
  }));
  const run = randomUUID();
  let balances = new Map<number, bigint>();
  let known = new Map<string, ModelPosting>();

  let checked = await lastJournal(database);
  for (const batch of batches) {
    const postings = batch.map((drawn) => resolve(drawn, accounts, balances, known, run));
    const expected = expectedOf(postings, balances, known);
    const answer = await bookBatch(database, postings);
    if ('refusal' in expected) {
      // In a batch the first flaw by stage is told, which need not be the first by place.
      if (postings.length === 1) expect(answer).toEqual({ refusal: expected.refusal });
      else expect(answer).toEqual({ refusal: expect.stringMatching(/^L000[1-46]$/) });
    } else {
      expect(answer).toEqual({ replays: expected.replays });
      ({ balances, known } = expected);
    }
    await expectBalances(database, accounts, balances);
    await expectEntries(database, run, known);
    await expectNoViolations(database, checked);
    checked = await lastJournal(database);
  }
  // What is asked of the whole book, too.
  await expectNoViolations(database, 0);
}

async function lastJournal({ owner }: TestDatabase): Promise<number> {
  const { rows } = await owner.query<{ id: string }>('select coalesce(max(id), 0) as id from journal');
  return Number(rows[0]?.id);
}

/** Of what the journals after that one have touched; of everything with 0. */
async function expectNoViolations({ db }: TestDatabase, since: number): Promise<void> {
  for (const finding of await findViolations(db, ledgerRules, since))
    expect(finding).toMatchObject({ rule: finding.rule, subjects: [] });
}

async function expectEntries(database: TestDatabase, run: string, known: Map<string, ModelPosting>): Promise<void> {
  const rows = await database.db
    .selectFrom('journal')
    .innerJoin('entry', 'entry.journalId', 'journal.id')
    .select(['journal.idem', 'entry.accountId', 'entry.amount'])
    .where('journal.idem', 'like', `${run}:%`)
    .execute();
  const found = rows.map((row) => `${row.idem} ${row.accountId} ${fromDecimal(row.amount)}`).sort();
  const wanted = [...known.values()]
    .flatMap((one) => one.legs.map((leg) => `${one.idem} ${leg.account.id} ${leg.amount}`))
    .sort();
  expect(found).toEqual(wanted);
}
