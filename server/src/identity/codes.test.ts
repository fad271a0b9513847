import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../../test/testDatabase';
import { createRandom } from '../platform/random';
import { createCodes } from './codes';

const database = useTestDatabase();
const nowMs = 1_800_000_000_000;

test('a code that was sent is accepted; one that was made for nobody fits no guess, not even the right one', async () => {
  const codes = createCodes({ db: database.db, random: createRandom() });
  const of = (account: string) => ({ account, purpose: 'forgot', ip: '192.0.2.7', nowMs }) as const;
  const sent = await codes.issue({ ...of('someone@example.com'), isSent: true });
  await codes.consume({ ...of('someone@example.com'), code: sent.code });
  const unsent = await codes.issue({ ...of('nobody@example.com'), isSent: false });
  await expect(codes.consume({ ...of('nobody@example.com'), code: unsent.code })).rejects.toThrow('AUTH_WRONG_CODE');
});
