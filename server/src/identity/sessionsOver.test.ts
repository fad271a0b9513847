import { expect, test } from '@jest/globals';
import { useTestDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { createLog } from '../platform/log';
import { createRandom } from '../platform/random';
import { absoluteLimitMs, idleLimitMs } from './isLive';
import { createSessions } from './sessions';

const database = useTestDatabase();
const startMs = 1_800_000_000_000;

test('which sessions are over: ended, not used for long, too old, and those of somebody frozen', async () => {
  await database.owner.query(
    `insert into app_user (id, email, country, password_hash, invitation_code, last_mode, is_demo_open, created_at_ms, frozen_at_ms)
     values (21000001, 'a@example.com', 'DE', '-', 'OVER1', 'demo', true, 0, null), (21000002, 'b@example.com', 'DE', '-', 'OVER2', 'demo', true, 0, 5)`,
  );
  const clock = createTestClock(startMs);
  const sessions = createSessions({
    db: database.db,
    clock,
    random: createRandom(),
    log: createLog({ logLevel: 'silent' }),
  });
  const open = async (userId: number): Promise<string> => {
    await database.db.transaction().execute((tx) => sessions.open(tx, userId, 'demo', { device: '' }));
    const row = await database.db.selectFrom('session').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    return String(row.id);
  };
  const [live, ended, frozen] = [await open(21_000_001), await open(21_000_001), await open(21_000_002)];
  await database.db.transaction().execute((tx) => sessions.end(tx, ended, 'signed_out'));
  expect(await sessions.over([live, ended, frozen, '999999'])).toEqual([ended, frozen, '999999']);
  clock.advance(idleLimitMs);
  expect(await sessions.over([live])).toEqual([live]);
  await database.owner.query('update session set last_seen_at_ms = $1', [clock.now()]);
  expect(await sessions.over([live])).toEqual([]);
  clock.set(startMs + absoluteLimitMs);
  await database.owner.query('update session set last_seen_at_ms = $1', [clock.now()]);
  expect(await sessions.over([live])).toEqual([live]);
});
