import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import type { OpenedSession, OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

const newPassword = 'new tiles 2';
const refusal = (code: string) => ({ type: 'error', message: code });
const who = (token: string) => house.call('userInfo', {}, { token });
const askForgot = async (account: string, ip = homeIp) =>
  house.call('sendEmailCode', { account, purpose: 'forgot', puzzleToken: await house.puzzleToken('forgot', ip) }, { ip });
const forgot = (account: string, code: string, ip = homeIp) =>
  house.call('forgot', { account, code, password: newPassword, passwordAgain: newPassword }, { ip });
const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a forgotten password', () => {
  it('is replaced with the code that was sent, and every session ends', async () => {
    const { token } = await house.newcomer('forgetful@example.com');
    const sent = await askForgot('Forgetful@example.com');
    expect(sent).toMatchObject({
      type: 'ok',
      message: { resendAtMs: house.clock.now() + 60_000, expiresAtMs: house.clock.now() + 600_000 },
    });
    expect(house.printed[house.printed.length - 1]).toContain('forgetful@example.com');
    const code = house.lastCode();
    expect(await forgot('forgetful@example.com', wrongOf(code))).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await forgot('forgetful@example.com', code)).type).toBe('ok');
    expect((await who(token)).type).toBe('999');
    expect((await house.login('forgetful@example.com', goodPassword)).message).toBe('AUTH_WRONG_CREDENTIALS');
    expect((await house.login('forgetful@example.com', newPassword)).type).toBe('ok');
    expect(await forgot('forgetful@example.com', code)).toMatchObject(refusal('AUTH_WRONG_CODE'));
  });

  it('an unknown account is answered like a known one, at sending and at using, and nothing is sent', async () => {
    await house.newcomer('someone@example.com');
    const printed = house.printed.length;
    const unknown = await askForgot('noone@example.com');
    expect(house.printed.length).toBe(printed);
    const known = await askForgot('someone@example.com');
    expect(house.printed.length).toBe(printed + 1);
    expect(unknown).toEqual(known);
    expect(await forgot('noone@example.com', '123456')).toEqual(await forgot('someone@example.com', wrongOf(house.lastCode())));
    const again = [await askForgot('noone@example.com'), await askForgot('someone@example.com')];
    expect(again).toEqual([expect.objectContaining(refusal('AUTH_CODE_TOO_SOON')), again[0]]);
  });

  it('needs the puzzle, and a code by text message goes to phones only', async () => {
    await house.newcomer('+33612345678');
    expect(await house.call('sendEmailCode', { account: 'someone@example.com', purpose: 'forgot' })).toMatchObject(
      refusal('AUTH_PUZZLE_REQUIRED'),
    );
    const ask = async (name: 'sendPhoneCode' | 'sendEmailCode', request: object) =>
      house.call(name, { purpose: 'forgot', puzzleToken: await house.puzzleToken('code'), ...request });
    expect(await ask('sendPhoneCode', { account: 'someone@example.com', areaCode: '33' })).toMatchObject(
      refusal('AUTH_ACCOUNT_INVALID'),
    );
    expect(await ask('sendEmailCode', { account: '+33612345678' })).toMatchObject(refusal('AUTH_ACCOUNT_INVALID'));
    expect((await ask('sendPhoneCode', { account: '0612345678', areaCode: '33' })).type).toBe('ok');
    expect(house.printed[house.printed.length - 1]).toContain('+33612345678');
  });
});

describe('a code', () => {
  it('dies after five wrong guesses, after ten minutes, and when a new one is sent', async () => {
    await house.newcomer('codes@example.com');
    const fresh = async () => {
      house.clock.advance(60_000);
      await askForgot('codes@example.com');
      return house.lastCode();
    };
    const guessed = await fresh();
    const guesses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => forgot('codes@example.com', wrongOf(guessed), `10.99.${n}.1`)),
    );
    expect(new Set(guesses.map(({ message }) => message))).toEqual(new Set(['AUTH_WRONG_CODE']));
    expect(await forgot('codes@example.com', guessed, '10.99.50.1')).toMatchObject(refusal('AUTH_WRONG_CODE'));
    const old = await fresh();
    house.clock.advance(600_000);
    expect(await forgot('codes@example.com', old, '10.99.51.1')).toMatchObject(refusal('AUTH_WRONG_CODE'));
    const replaced = await fresh();
    const current = await fresh();
    if (replaced !== current)
      expect(await forgot('codes@example.com', replaced, '10.99.52.1')).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await forgot('codes@example.com', current, '10.99.53.1')).type).toBe('ok');
  });

  it('used by many at the same moment works once', async () => {
    await house.newcomer('once@example.com');
    await askForgot('once@example.com');
    const code = house.lastCode();
    const uses = await Promise.all(Array.from({ length: 5 }, (_, n) => forgot('once@example.com', code, `10.98.${n}.1`)));
    expect(uses.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('of one purpose or account does not serve another', async () => {
    const { token } = await house.newcomer('purpose@example.com');
    await house.newcomer('other@example.com');
    house.clock.advance(60_000);
    await askForgot('purpose@example.com');
    const code = house.lastCode();
    expect(
      await house.call('updatePassword', { kind: 'payment', password: newPassword, passwordAgain: newPassword, code }, { token }),
    ).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect(
      await house.call('bindEmail', { email: 'purpose@example.com', code, password: goodPassword }, { token }),
    ).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect(await forgot('other@example.com', code)).toMatchObject(refusal('AUTH_WRONG_CODE'));
  });

  it('guessing from one address is slowed down over all accounts', async () => {
    const answers = [];
    for (let n = 0; n < 40; n += 1) answers.push((await forgot(`victim${n}@example.com`, '000000', '10.97.1.1')).message);
    expect(answers.filter((message) => message === 'AUTH_WRONG_CODE').length).toBeLessThanOrEqual(20);
  });

  it('is asked for again after 60 seconds and not earlier, and not without end', async () => {
    await house.newcomer('often@example.com');
    await askForgot('often@example.com', '10.96.0.1');
    house.clock.advance(59_000);
    expect(await askForgot('often@example.com', '10.96.1.1')).toMatchObject({
      message: 'AUTH_CODE_TOO_SOON',
      params: { seconds: '1' },
    });
    const answers = [];
    for (let n = 0; n < 14; n += 1) {
      house.clock.advance(60_000);
      answers.push((await askForgot('often@example.com', `10.96.${n + 2}.1`)).message);
    }
    expect(answers).toContain('AUTH_TOO_MANY_TRIES');
  });
});

describe('changing the login password', () => {
  it('needs the old one, ends the other sessions within a second and keeps this one', async () => {
    const here = await house.newcomer('changer@example.com');
    const there = (await house.login('changer@example.com', goodPassword)).message as OpenedSession;
    const ended: string[] = [];
    const stop = house.identity.sessions.onEnded(({ userId }) => ended.push(userId));
    const change = (oldPassword: string | undefined) =>
      house.call(
        'updatePassword',
        { kind: 'login', oldPassword, password: newPassword, passwordAgain: newPassword },
        { token: here.token },
      );
    expect(await change(undefined)).toMatchObject({ message: 'PARAMETER_MISSING', params: { field: 'oldPassword' } });
    expect(await change('wrong tiles')).toMatchObject(refusal('AUTH_WRONG_OLD_PASSWORD'));
    expect((await who(there.token)).type).toBe('ok');
    expect((await change(goodPassword)).type).toBe('ok');
    expect([(await who(here.token)).type, (await who(there.token)).type, ended]).toEqual(['ok', '999', [here.userId]]);
    const messages = (await house.call('userMessages', {}, { token: here.token })).message as { items: { title: string }[] };
    expect(messages.items[0]?.title).toBe('Your login password was changed');
    stop();
  });

  it('the old password cannot be tried out', async () => {
    const { token } = await house.newcomer('tried@example.com');
    const answers = [];
    for (let n = 0; n < 12; n += 1) {
      answers.push(
        (
          await house.call(
            'updatePassword',
            { kind: 'login', oldPassword: `guess ${n}`, password: newPassword, passwordAgain: newPassword },
            { token },
          )
        ).message,
      );
    }
    expect(answers.filter((message) => message === 'AUTH_WRONG_OLD_PASSWORD').length).toBeLessThanOrEqual(5);
  });
});

describe('the payment password', () => {
  it('is set with a code to an account of the person, which the masked form names', async () => {
    const { token } = await house.newcomer('payer@example.com');
    const ask = (account: string) => house.call('sendEmailCode', { account, purpose: 'payment_password' }, { token });
    expect(await ask('someone@example.com')).toMatchObject(refusal('AUTH_ACCOUNT_INVALID'));
    expect((await ask('pa•••@example.com')).type).toBe('ok');
    const set = (code: string) =>
      house.call('updatePassword', { kind: 'payment', password: newPassword, passwordAgain: newPassword, code }, { token });
    expect((await set(house.lastCode())).type).toBe('ok');
    expect((await who(token)).message).toMatchObject({ hasPaymentPassword: true });
    expect((await house.login('payer@example.com', newPassword)).message).toBe('AUTH_WRONG_CREDENTIALS');
  });

  it('without a session no such code is sent', async () => {
    const ask = await house.call('sendEmailCode', {
      account: 'payer@example.com',
      purpose: 'payment_password',
      puzzleToken: await house.puzzleToken('code'),
    });
    expect(ask).toEqual({ type: '999', message: 'AUTH_LOGIN_REQUIRED' });
  });
});

describe('binding an e-mail address', () => {
  const bind = (token: string, email: string, more: object = {}) =>
    house.call('bindEmail', { email, code: house.lastCode(), ...more }, { token });
  const ask = (token: string, account: string) => house.call('sendEmailCode', { account, purpose: 'bind_email' }, { token });

  it('a person with a phone binds one with its code, and signs in with it from then on', async () => {
    const { token } = await house.newcomer('+4915112345678');
    await ask(token, 'bound@example.com');
    expect((await bind(token, 'Bound@example.com')).type).toBe('ok');
    expect((await house.login('bound@example.com', goodPassword)).type).toBe('ok');
  });

  it('replacing one needs the password too, and an address of somebody else gets no code', async () => {
    const { token } = await house.newcomer('before@example.com');
    await ask(token, 'after@example.com');
    expect(await bind(token, 'after@example.com')).toMatchObject({ message: 'PARAMETER_MISSING', params: { field: 'password' } });
    expect(await bind(token, 'after@example.com', { password: 'wrong tiles' })).toMatchObject(refusal('AUTH_WRONG_OLD_PASSWORD'));
    expect((await bind(token, 'after@example.com', { password: goodPassword })).type).toBe('ok');
    const printed = house.printed.length;
    expect((await ask(token, 'payer@example.com')).type).toBe('ok');
    expect(house.printed.length).toBe(printed);
  });
});

describe('secrets', () => {
  it('no code that was sent appears in the log or in the database', async () => {
    const codes = house.printed.map((line) => /\b(\d{6})\b/.exec(line)?.[1]).filter((code) => code !== undefined);
    expect(codes.length).toBeGreaterThan(10);
    const log = house.logged.join('\n');
    const rows = JSON.stringify(await database.db.selectFrom('verificationCode').selectAll().execute());
    for (const code of codes) {
      expect(log).not.toMatch(new RegExp(`"${code}"`));
      expect(rows).not.toContain(`"${code}"`);
    }
    expect(log).not.toContain(newPassword);
  });

  it('in production without a mail service a code is not printed but refused', async () => {
    const production = await openIdentity(database, { isProduction: true });
    const { token } = await production.newcomer('prod@example.com');
    expect(
      await production.call(
        'sendEmailCode',
        { account: 'pr•••@example.com', purpose: 'payment_password' },
        { token, ip: '10.95.0.1' },
      ),
    ).toMatchObject(refusal('FEATURE_UNAVAILABLE'));
    expect(production.printed).toEqual([]);
    await production.close();
  });
});
