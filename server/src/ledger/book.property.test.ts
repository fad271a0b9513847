import { test } from '@jest/globals';
import { examineBook } from '../../test/examineBook';
import { useTestDatabase } from '../../test/testDatabase';

const database = useTestDatabase();

test('random postings, replays and flawed ones: the book equals the model and every invariant holds after each step', async () => {
  await examineBook(database, { sequences: 50 });
}, 120_000);
