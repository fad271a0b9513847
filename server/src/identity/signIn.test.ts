import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { opsOn } from '../../test/opsOn';
import { useTestDatabase } from '../../test/testDatabase';
import { createPasswords } from './passwords';
import { quickPasswords } from '../../test/quickPasswords';
import { endSessionsInDatabase } from './sessions';
import type { OpenedSession, OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

const who = (token: string) => house.call('userInfo', {}, { token });
const session = async (account: string) => (await house.login(account, goodPassword)).message as OpenedSession;
/** Until somebody waits for a lock of this table's rows. */
async function waiter(table: string): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { rowCount } = await database.owner.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
      [table],
    );
    if (rowCount !== 0) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('nobody waits');
}

describe('sign-in', () => {
  it('an unknown account and a wrong password get the same answer, and a hash is checked for both', async () => {
    await house.newcomer('known@example.com');
    const before = house.checks();
    const unknown = await house.login('unknown@example.com', goodPassword);
    const wrong = await house.login('known@example.com', 'wrong tiles');
    const noAccount = await house.login('not an account', goodPassword);
    expect(unknown).toEqual({ type: 'error', message: 'AUTH_WRONG_CREDENTIALS' });
    expect([wrong, noAccount]).toEqual([unknown, unknown]);
    expect(house.checks() - before).toBe(3);
  });

  it('each sign-in makes a new token of at least 128 bits', async () => {
    await house.newcomer('tokens@example.com');
    const tokens = new Set<string>();
    for (let n = 0; n < 4; n += 1) tokens.add((await session('tokens@example.com')).token);
    expect(tokens.size).toBe(4);
    for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBe(32);
  });

  it('a phone is found with and without the plus', async () => {
    await house.newcomer('+49 1512 3456789');
    for (const account of ['+4915123456789', '4915123456789', '+49 (1512) 345-6789'])
      expect((await house.login(account, goodPassword)).type).toBe('ok');
  });

  it.each([
    ['079 123 45 67', 'CH'],
    ['0041 79 123 45 67', 'CH'],
    ['0041791234567', undefined],
    ['+41 79/123.45.67', 'US'],
    ['41791234567', 'CH'],
  ])('a Swiss phone written as %s, country %s, is the same account', async (account, phoneCountry) => {
    if ((await house.login('+41791234567', goodPassword)).type !== 'ok') await house.newcomer('+41791234567');
    const puzzleToken = await house.puzzleToken('login');
    const answer = await house.call('login', { account, phoneCountry, password: goodPassword, puzzleToken });
    expect([account, answer.type]).toEqual([account, 'ok']);
  });

  it('of 200 guesses at once few reach the password check, and the right password works after the wait', async () => {
    await house.newcomer('target@example.com');
    const before = house.checks();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => house.login('target@example.com', `guess ${n}`, '198.51.100.9')),
    );
    expect(house.checks() - before).toBeLessThanOrEqual(15);
    const blocked = answers.find(({ message }) => message === 'AUTH_TOO_MANY_TRIES');
    expect(blocked?.params?.['seconds']).toMatch(/^[1-9]\d*$/);
    expect((await house.login('target@example.com', goodPassword, '198.51.100.9')).message).toBe('AUTH_TOO_MANY_TRIES');
    house.clock.advance(Number(blocked?.params?.['seconds']) * 1000);
    expect((await house.login('target@example.com', goodPassword, '198.51.100.9')).type).toBe('ok');
  });

  it('the wait grows with each further guess, up to a quarter of an hour', async () => {
    await house.newcomer('patient@example.com');
    const waits: number[] = [];
    for (let n = 0; n < 16; n += 1) {
      let answer = await house.login('patient@example.com', 'wrong tiles', '198.51.100.77');
      if (answer.message === 'AUTH_TOO_MANY_TRIES') {
        const seconds = Number(answer.params?.['seconds']);
        waits.push(seconds);
        house.clock.advance(seconds * 1000);
        answer = await house.login('patient@example.com', 'wrong tiles', '198.51.100.77');
      }
      expect(answer.message).toBe('AUTH_WRONG_CREDENTIALS');
    }
    expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16]);
    expect(Math.max(...waits)).toBe(900);
  });

  it('one who guesses at many accounts from one address is slowed down too', async () => {
    const answers = [];
    for (let n = 0; n < 70; n += 1)
      answers.push((await house.login(`many${n}@example.com`, 'wrong tiles', '198.51.100.200')).message);
    expect(answers.filter((message) => message === 'AUTH_WRONG_CREDENTIALS').length).toBeLessThanOrEqual(50);
  });

  it('a success uses up nothing of the address that an office shares', async () => {
    const ip = '198.51.100.210';
    await house.newcomer('office@example.com');
    expect((await house.login('office@example.com', goodPassword, ip)).type).toBe('ok');
    expect((await house.login('colleague@example.com', 'wrong tiles', ip)).message).toBe('AUTH_WRONG_CREDENTIALS');
    const rows = await database.db.selectFrom('throttle').select(['key', 'count']).where('key', 'like', `login-%${ip}`).execute();
    expect(Object.fromEntries(rows.map(({ key, count }) => [key, count]))).toEqual({
      [`login-ip:${ip}`]: 1,
      [`login-account:colleague@example.com|${ip}`]: 1,
    });
  });

  it('a new address of one IPv6 network for each guess escapes no limit', async () => {
    await house.newcomer('six@example.com');
    const answers = [];
    for (let n = 0; n < 8; n += 1)
      answers.push((await house.login('six@example.com', 'wrong tiles', `2001:db8:0:1::${n + 1}`)).message);
    expect(answers.filter((message) => message === 'AUTH_WRONG_CREDENTIALS')).toHaveLength(5);
  });

  it('a hash of older parameters is replaced at the next right password', async () => {
    const { userId } = await house.newcomer('oldhash@example.com');
    const old = await createPasswords({ memoryCost: 16, timeCost: 1 }).hash(goodPassword);
    await database.db.updateTable('appUser').set({ passwordHash: old }).where('id', '=', Number(userId)).execute();
    expect((await house.login('oldhash@example.com', goodPassword)).type).toBe('ok');
    const { passwordHash } = await database.db
      .selectFrom('appUser')
      .select('passwordHash')
      .where('id', '=', Number(userId))
      .executeTakeFirstOrThrow();
    expect(quickPasswords.isOutdated(passwordHash ?? '')).toBe(false);
    expect(await createPasswords().hash(goodPassword)).toContain('m=19456,t=2,p=1');
    expect((await house.login('oldhash@example.com', goodPassword)).type).toBe('ok');
  });

  it('a flood of password checks is bounded: two at a time, the rest of the flood is told to retry', async () => {
    const passwords = createPasswords();
    const results = await Promise.allSettled(Array.from({ length: 500 }, () => passwords.verify(undefined, 'x')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).toBe(500 - 62);
    expect(await passwords.verify(undefined, 'x')).toBe(false);
  });
});

describe('a session', () => {
  it('leaves no usable secret in the database', async () => {
    const { token } = await house.newcomer('dump@example.com');
    const dump = await Promise.all(
      (['appUser', 'session', 'verificationCode', 'puzzle', 'throttle'] as const).map(async (table) =>
        JSON.stringify(await database.db.selectFrom(table).selectAll().execute()),
      ),
    );
    expect(dump.join('')).not.toContain(token);
    expect(dump.join('')).not.toContain(goodPassword);
    const [row] = await database.db.selectFrom('session').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect((await who(row?.tokenHash ?? '')).type).toBe('999');
  });

  it('ends after 7 days without use, and after 30 days in any case', async () => {
    const idle = await house.newcomer('idle@example.com');
    const busy = await house.newcomer('busy@example.com');
    for (let day = 0; day < 29; day += 1) {
      house.clock.advance(86_400_000);
      expect((await who(busy.token)).type).toBe('ok');
      if (day === 5) expect((await house.identity.sessions.find(idle.token))?.userId).toBe(idle.userId);
    }
    expect((await who(idle.token)).type).toBe('999');
    house.clock.advance(86_400_000);
    expect((await who(busy.token)).type).toBe('999');
  });

  it('leaves no row behind for ever, however it ended', async () => {
    const { userId } = await house.newcomer('forgotten@example.com');
    const rows = () => database.db.selectFrom('session').select('id').where('userId', '=', Number(userId)).execute();
    house.clock.advance(119 * 86_400_000);
    await house.identity.forgetOldRows();
    expect(await rows()).toHaveLength(1);
    house.clock.advance(2 * 86_400_000);
    await house.identity.forgetOldRows();
    expect(await rows()).toHaveLength(0);
  });

  it('signing out ends it at once, a second sign-out changes nothing', async () => {
    const { token } = await house.newcomer('out@example.com');
    expect((await who(token)).type).toBe('ok');
    expect((await house.call('logout', {}, { token })).type).toBe('ok');
    expect(await who(token)).toEqual({ type: '999', message: 'AUTH_SESSION_ENDED' });
    expect((await house.call('logout', {}, { token })).type).toBe('999');
  });

  it('freezing from another process ends sessions within a second, refuses sign-in, and unfreezing lets in again', async () => {
    const ops = opsOn(database, house.clock);
    const { token, userId } = await house.newcomer('frozen@example.com');
    const ended: string[] = [];
    const stopListening = house.identity.sessions.onEnded(({ userId: of }) => ended.push(of));
    const watch = house.identity.sessions.watch(() => undefined);
    expect((await who(token)).type).toBe('ok');
    await ops(`users freeze ${userId} --reason "asked by himself"`);
    while (ended.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(ended).toEqual([userId]);
    expect((await who(token)).type).toBe('999');
    expect((await house.login('frozen@example.com', goodPassword)).message).toBe('AUTH_ACCOUNT_FROZEN');
    expect((await house.login('frozen@example.com', 'wrong tiles')).message).toBe('AUTH_WRONG_CREDENTIALS');
    await ops(`users unfreeze ${userId} --reason checked`);
    expect((await house.login('frozen@example.com', goodPassword)).type).toBe('ok');
    await ops(`users lock ${userId} --reason "asked by himself"`);
    expect((await house.login('frozen@example.com', goodPassword)).message).toBe('AUTH_ACCOUNT_LOCKED');
    await watch.stop();
    stopListening();
  });

  it('is carried on by one other at most, however often and beside what else it is changed', async () => {
    const { token, userId } = await house.newcomer('switched@example.com');
    const living = async () =>
      (
        await database.db
          .selectFrom('session')
          .select('id')
          .where('userId', '=', Number(userId))
          .where('revokedAtMs', 'is', null)
          .execute()
      ).length;
    const switches = await Promise.all(Array.from({ length: 6 }, () => house.call('switchAccount', { mode: 'demo' }, { token })));
    expect(switches.map(({ type }) => type).sort()).toEqual(['999', '999', '999', '999', '999', 'ok']);
    expect(await living()).toBe(1);
    const next = switches.find(({ type }) => type === 'ok')?.message as OpenedSession;
    const mixed = await Promise.all([
      house.call('logout', {}, next),
      ...Array.from({ length: 3 }, () => house.call('switchAccount', { mode: 'real' }, next)),
    ]);
    expect(mixed.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(await living()).toBe(mixed[0]?.type === 'ok' ? 0 : 1);
  });

  it('that is changed while the account is frozen is not carried on, also when the freeze is taken back at once', async () => {
    const { token, userId } = await house.newcomer('thawed@example.com');
    const id = Number(userId);
    let waiting: Promise<{ type: string }> | undefined;
    await database.db.transaction().execute(async (tx) => {
      await tx.updateTable('appUser').set({ frozenAtMs: 1 }).where('id', '=', id).execute();
      await endSessionsInDatabase(tx, id, 'frozen', house.clock.now());
      await tx.updateTable('appUser').set({ frozenAtMs: null }).where('id', '=', id).execute();
      waiting = house.call('switchAccount', { mode: 'demo' }, { token });
      await waiter('app_user');
    });
    expect((await waiting)?.type).toBe('999');
  });

  it('is not opened by a password that was changed while it was being judged', async () => {
    const { userId } = await house.newcomer('overtaken@example.com');
    const id = Number(userId);
    let waiting: Promise<{ type: string; message: unknown }> | undefined;
    await database.db.transaction().execute(async (tx) => {
      const { passwordHash } = await tx
        .selectFrom('appUser')
        .select('passwordHash')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      waiting = house.login('overtaken@example.com', goodPassword);
      await waiter('app_user');
      await tx
        .updateTable('appUser')
        .set({ passwordHash: (passwordHash ?? '').replace(/.{6}$/, 'AAAAAA') })
        .where('id', '=', id)
        .execute();
    });
    expect((await waiting)?.message).toBe('AUTH_WRONG_CREDENTIALS');
  });

  it('a session that was ended while it was being looked up does not come back through the cache', async () => {
    const { token } = await house.newcomer('window@example.com');
    const found = await house.identity.sessions.find(token);
    const looking = Array.from({ length: 20 }, () => house.identity.sessions.find(token));
    await database.db.transaction().execute((tx) => house.identity.sessions.end(tx, found?.sessionId ?? '', 'signed_out'));
    await Promise.all(looking);
    expect(await house.identity.sessions.find(token)).toBeUndefined();
  });
});

describe('logs', () => {
  it('of everything above hold no password, token or code', async () => {
    const { token } = await house.newcomer('logged@example.com');
    await house.login('logged@example.com', 'wrong-secret-1', homeIp);
    const all = house.logged.join('\n');
    for (const secret of [goodPassword, 'wrong-secret-1', 'wrong tiles', token]) expect(all).not.toContain(secret);
  });
});
