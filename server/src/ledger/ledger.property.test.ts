import { test } from '@jest/globals';
import { examineLedger, sequencesOfRun } from '../../test/examineLedger';
import { examineWaiting } from '../../test/examineWaiting';
import { useTestDatabase } from '../../test/testDatabase';

const database = useTestDatabase();

test('random postings, replays and flawed ones: the book equals the model and every invariant holds after each step', async () => {
  await examineLedger(database, { sequences: Number.parseInt(process.env['TESSERA_RUNS'] ?? String(sequencesOfRun), 10) });
});

test('two postings at once on one account: the second waits for the first, and both are booked', async () => {
  await examineWaiting(database);
});
