import { expect, test } from '@jest/globals';
import { createLog } from './log';
import { stopInOrder } from './stopInOrder';

const log = createLog({ logLevel: 'silent' });

test('a step that throws, rejects or hangs keeps no later one from its turn', async () => {
  const done: string[] = [];
  await stopInOrder(
    [
      [
        'throws',
        () => {
          throw new Error('at once');
        },
      ],
      ['rejects', () => Promise.reject(new Error('later'))],
      ['works', async () => void done.push('works')],
      ['hangs', () => new Promise(() => undefined)],
      ['late', async () => void done.push('late')],
    ],
    { log, limitMs: 50 },
  );
  expect(done).toEqual(['works', 'late']);
});
