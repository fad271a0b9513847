/** The old ways of a change are told, also when the mail service is away at that moment or the process ends after the commit. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openIdentity, type OpenIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { createTexts } from '../content/texts';
import { createLog } from '../platform/log';
import { deliverDueNotices, deliverNoticesOf } from './owedNotices';
import { holdAfterChange } from './signInChange';
import { userById, type User } from './users';

const database = useTestDatabase();
const hourMs = 3_600_000;
let identity: OpenIdentity;
let user: User;
let sent: string[];
let isAway: boolean;
const texts = createTexts();
const messages = { send: async () => undefined };
const delivery = {
  email: async (to: string, subject: string) => {
    if (isAway) throw new Error('the mail service is away');
    sent.push(`${to}: ${subject}`);
  },
  sms: async () => undefined,
};
const parts = () => ({ db: database.db, delivery, log: createLog({ logLevel: 'silent' }) });

beforeAll(async () => {
  identity = await openIdentity(database);
  const { userId } = await identity.newcomer('old@example.com');
  user = await userById(database.db, Number(userId));
});
afterAll(() => identity.close());
beforeEach(async () => {
  sent = [];
  isAway = false;
  await database.owner.query('delete from owed_notice');
});

const change = (nowMs: number) =>
  database.db.transaction().execute((tx) => holdAfterChange({ messages, texts }, tx, { user, kind: 'email_changed', nowMs }));
const owed = async () => (await database.owner.query('select target, tries from owed_notice')).rows;

test('told at once and once', async () => {
  await change(0);
  await deliverNoticesOf(parts(), user.id, 0);
  await deliverDueNotices(parts(), 2 * hourMs);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^old@example\.com: /);
  expect(await owed()).toEqual([]);
});

test('the process ended after the commit: another tells it a minute later', async () => {
  await change(0);
  await deliverDueNotices(parts(), 59_999);
  expect(sent).toEqual([]);
  await deliverDueNotices(parts(), 60_000);
  expect(sent).toHaveLength(1);
});

test('the mail service is away: tried again with longer pauses, told when it is back, given up after a day', async () => {
  isAway = true;
  await change(0);
  await deliverNoticesOf(parts(), user.id, 0);
  await deliverDueNotices(parts(), 59_000);
  expect(await owed()).toEqual([{ target: 'old@example.com', tries: 1 }]);
  await deliverDueNotices(parts(), 60_000);
  await deliverDueNotices(parts(), 60_000 + 119_000);
  expect(await owed()).toEqual([{ target: 'old@example.com', tries: 2 }]);
  isAway = false;
  await deliverDueNotices(parts(), 60_000 + 120_000);
  expect(sent).toHaveLength(1);

  isAway = true;
  await change(0);
  await deliverDueNotices(parts(), 23 * hourMs);
  expect(await owed()).toHaveLength(1);
  await deliverDueNotices(parts(), 25 * hourMs);
  expect(await owed()).toEqual([]);
});

test('a change that was rolled back is told to nobody', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await holdAfterChange({ messages, texts }, tx, { user, kind: 'email_changed', nowMs: 0 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await owed()).toEqual([]);
});
