import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../../test/testDatabase';
import { createRandom } from '../platform/random';
import { createCodes } from './codes';

const database = useTestDatabase();
const nowMs = 1_800_000_000_000;

test('a code that was sent is accepted; one that was made for nobody fits no guess, not even the right one', async () => {
  const codes = createCodes({ db: database.db, random: createRandom() });
  const sent = await codes.issue('someone@example.com', 'forgot', nowMs, true);
  await codes.consume('someone@example.com', 'forgot', sent.code, nowMs);
  const unsent = await codes.issue('nobody@example.com', 'forgot', nowMs, false);
  await expect(codes.consume('nobody@example.com', 'forgot', unsent.code, nowMs)).rejects.toThrow('AUTH_WRONG_CODE');
});
