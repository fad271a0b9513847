/**
 * Examines the book that a database has: random postings against a model in BigInt, with every invariant asked after
 * each step; inputs that must be refused; batches and races on one account. Throws at the first difference. The ledger's tests run
 * it on the true functions, where it must pass, and on functions with a planted mistake, where it must not.
 */
import fc from 'fast-check';
import { sequence } from './ledger/drawnPosting';
import { examineBatch } from './ledger/examineBatch';
import { examineRace } from './ledger/examineRace';
import { examineRefusals } from './ledger/examineRefusals';
import { examineSequence } from './ledger/examineSequence';
import type { TestDatabase } from './testDatabase';

/** Each planted mistake is found by what is asked first, or within as many (mutants.test.ts). */
export const sequencesOfRun = 20;

export interface Examination {
  readonly sequences: number;
  /** undefined: that of all property tests (TESSERA_SEED), and what fails is shrunk. */
  readonly seed?: number;
}

export async function examineLedger(database: TestDatabase, { sequences, seed }: Examination): Promise<void> {
  await examineRefusals(database);
  await examineBatch(database);
  await fc.assert(
    fc.asyncProperty(sequence, async (batches) => {
      await examineSequence(database, batches);
    }),
    { numRuns: sequences, ...(seed === undefined ? {} : { seed, endOnFailure: true }) },
  );
  // Last: each of its many connections compiles a changed function for itself, which a mistake that was found before does not pay for.
  await examineRace(database);
}
