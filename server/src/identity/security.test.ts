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
  it('dies after five wrong guesses from elsewhere and five from where it was asked for, and after ten minutes', async () => {
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
    for (let n = 0; n < 5; n += 1) await forgot('codes@example.com', wrongOf(guessed));
    expect(await forgot('codes@example.com', guessed)).toMatchObject(refusal('AUTH_WRONG_CODE'));
    const old = await fresh();
    house.clock.advance(600_000);
    expect(await forgot('codes@example.com', old, '10.99.51.1')).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await forgot('codes@example.com', await fresh(), '10.99.53.1')).type).toBe('ok');
  });

  it('is not spoilt by a stranger: neither by his guesses nor by the codes that he asks for', async () => {
    await house.newcomer('wanted@example.com');
    await askForgot('wanted@example.com');
    const own = house.lastCode();
    for (let n = 0; n < 3; n += 1) {
      house.clock.advance(60_000);
      await askForgot('wanted@example.com', `10.89.${n}.1`);
      for (let tries = 0; tries < 6; tries += 1) await forgot('wanted@example.com', wrongOf(own), `10.89.${n}.1`);
    }
    expect((await forgot('wanted@example.com', own)).type).toBe('ok');
    const left = await database.db
      .selectFrom('verificationCode')
      .select('id')
      .where('account', '=', 'wanted@example.com')
      .where('usedAtMs', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  it('of the codes that one visitor asked for, the two newest are good', async () => {
    await house.newcomer('newest@example.com');
    const codes: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      house.clock.advance(60_000);
      await askForgot('newest@example.com');
      codes.push(house.lastCode());
    }
    const [oldest = '', middle = '', newest = ''] = codes;
    if (![middle, newest].includes(oldest))
      expect(await forgot('newest@example.com', oldest)).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await forgot('newest@example.com', middle)).type).toBe('ok');
  });

  it('for a forgotten password takes the puzzle of who has signed in, too', async () => {
    const { token } = await house.newcomer('insider@example.com');
    const ask = { account: 'insider@example.com', purpose: 'forgot' };
    expect(await house.call('sendEmailCode', ask, { token })).toMatchObject(refusal('AUTH_PUZZLE_REQUIRED'));
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
      await house.call(
        'updatePassword',
        { kind: 'payment', password: newPassword, passwordAgain: newPassword, code, stepUpPassword: goodPassword },
        { token },
      ),
    ).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect(
      await house.call('bindEmail', { email: 'purpose@example.com', code, stepUpPassword: goodPassword }, { token }),
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
      answers.push((await askForgot('often@example.com', '10.96.1.1')).message);
    }
    expect(answers).toContain('AUTH_TOO_MANY_TRIES');
  });

  it('is not denied by a stranger who used up his own tries, nor for more than two minutes by a crowd of them', async () => {
    const { token } = await house.newcomer('denied@example.com');
    const ask = async (ip: string) => {
      house.clock.advance(60_000);
      return (await askForgot('denied@example.com', ip)).message;
    };
    const stranger = [];
    for (let n = 0; n < 11; n += 1) stranger.push(await ask('10.92.0.1'));
    expect(stranger[10]).toBe('AUTH_TOO_MANY_TRIES');
    expect(await ask('10.92.1.1')).toMatchObject({ resendAtMs: expect.any(Number) });
    const crowd = [];
    for (let n = 0; n < 16; n += 1) crowd.push(await ask(`10.91.${n}.1`));
    expect(crowd).toContain('AUTH_TOO_MANY_TRIES');
    // Who has signed in waits for none of them.
    const account = 'denied@example.com';
    expect((await house.call('sendEmailCode', { account, purpose: 'payment_password' }, { token })).type).toBe('ok');
    house.clock.advance(60_000);
    expect(await ask('10.90.0.1')).toMatchObject({ resendAtMs: expect.any(Number) });
  });

  it('that was sent stays good when more are asked for than are allowed, and none is made that nobody was sent', async () => {
    await house.newcomer('flooded@example.com');
    for (let n = 0; n < 10; n += 1) {
      house.clock.advance(60_000);
      await askForgot('flooded@example.com', '10.93.0.1');
    }
    const sent = house.lastCode();
    house.clock.advance(60_000);
    expect((await askForgot('flooded@example.com', '10.93.0.1')).message).toBe('AUTH_TOO_MANY_TRIES');
    const rows = await database.db
      .selectFrom('verificationCode')
      .selectAll()
      .where('account', '=', 'flooded@example.com')
      .execute();
    expect(rows).toHaveLength(10);
    expect((await forgot('flooded@example.com', sent, '10.93.21.1')).type).toBe('ok');
  });
});

describe('changing the login password', () => {
  it('needs the old one, ends all sessions within a second, and this one goes on under a new token', async () => {
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
    const { token } = (await change(goodPassword)).message as OpenedSession;
    expect([(await who(here.token)).type, (await who(there.token)).type, ended]).toEqual([
      '999',
      '999',
      [here.userId, here.userId],
    ]);
    expect((await who(token)).message).toMatchObject({ userId: here.userId, mode: 'real' });
    const messages = (await house.call('userMessages', {}, { token })).message as { items: { title: string }[] };
    expect(messages.items[0]?.title).toBe('Your login password was changed');
    stop();
  });

  it('leaves no session behind that a thief opens meanwhile with the old token', async () => {
    const { token, userId } = await house.newcomer('raced@example.com');
    const [changed, ...switched] = await Promise.all([
      house.call(
        'updatePassword',
        { kind: 'login', oldPassword: goodPassword, password: newPassword, passwordAgain: newPassword },
        { token: ((await house.login('raced@example.com', goodPassword)).message as OpenedSession).token },
      ),
      ...Array.from({ length: 30 }, () => house.call('switchAccount', { mode: 'demo' }, { token })),
    ]);
    const next = (changed.message as OpenedSession).token;
    expect(switched.filter(({ type }) => type === 'ok').length).toBeLessThanOrEqual(1);
    for (const { message } of switched.filter(({ type }) => type === 'ok'))
      expect((await who((message as OpenedSession).token)).type).toBe('999');
    expect((await who(next)).type).toBe('ok');
    const living = database.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', Number(userId))
      .where('revokedAtMs', 'is', null);
    expect(await living.execute()).toHaveLength(1);
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
      house.call(
        'updatePassword',
        { kind: 'payment', password: newPassword, passwordAgain: newPassword, code, stepUpPassword: goodPassword },
        { token },
      );
    const next = (await set(house.lastCode())).message as OpenedSession;
    expect((await who(next.token)).message).toMatchObject({ hasPaymentPassword: true });
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
  const ip = '10.94.0.1';
  const bind = (token: string, email: string, more: object = { stepUpPassword: goodPassword }) =>
    house.call('bindEmail', { email, code: house.lastCode(), ...more }, { token });
  const ask = (token: string, account: string) => house.call('sendEmailCode', { account, purpose: 'bind_email' }, { token, ip });

  it('a person with a phone binds one with its code and his password, and signs in with it from then on', async () => {
    const { token } = await house.newcomer('+4915112345678');
    await ask(token, 'bound@example.com');
    expect((await bind(token, 'Bound@example.com')).type).toBe('ok');
    expect((await house.login('bound@example.com', goodPassword)).type).toBe('ok');
  });

  it('a stolen session of a phone account binds nothing, and so takes nothing over', async () => {
    const { token } = await house.newcomer('+4915112345679');
    await ask(token, 'thief@example.com');
    expect(await bind(token, 'thief@example.com', {})).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    await askForgot('thief@example.com', ip);
    expect(await forgot('thief@example.com', house.lastCode())).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await house.login('+4915112345679', goodPassword)).type).toBe('ok');
  });

  it('an address is replaced, and an address of somebody else gets no code', async () => {
    const { token } = await house.newcomer('before@example.com');
    await ask(token, 'after@example.com');
    expect(await bind(token, 'after@example.com', { stepUpPassword: 'wrong tiles' })).toEqual({
      ...refusal('AUTH_WRONG_OLD_PASSWORD'),
      params: { left: '4' },
    });
    expect((await bind(token, 'after@example.com')).type).toBe('ok');
    expect((await house.login('before@example.com', goodPassword)).message).toBe('AUTH_WRONG_CREDENTIALS');
    expect((await house.login('after@example.com', goodPassword)).type).toBe('ok');
    const printed = house.printed.length;
    expect((await ask(token, 'payer@example.com')).type).toBe('ok');
    expect(house.printed.length).toBe(printed);
  });

  it('tells the ways the person had before, in the app too, and holds withdrawals and the new address for a day', async () => {
    const { token } = await house.newcomer('+4915112345680');
    await ask(token, 'first@example.com');
    await bind(token, 'first@example.com');
    expect(house.printed.at(-1)).toContain('[message to +4915112345680] Your e-mail address was changed. Codes and notices');
    await ask(token, 'second@example.com');
    await bind(token, 'second@example.com');
    expect(house.printed.slice(-2).map((line) => /to ([^\]]+)\]/.exec(line)?.[1])).toEqual([
      'first@example.com',
      '+4915112345680',
    ]);
    const messages = (await house.call('userMessages', {}, { token })).message as { items: { body: string }[] };
    expect(messages.items[0]?.body).toContain('For 24 hours nothing can be withdrawn');

    const untilMs = house.clock.now() + 86_400_000;
    expect((await who(token)).message).toMatchObject({ withdrawalsHeldUntilMs: untilMs, emailHeldUntilMs: untilMs });
    await askForgot('second@example.com', ip);
    expect(await forgot('second@example.com', house.lastCode())).toEqual({
      ...refusal('AUTH_NEW_WAY_HELD'),
      params: { hours: '24' },
    });
    house.clock.advance(86_400_000);
    expect((await who(token)).message).not.toHaveProperty('withdrawalsHeldUntilMs');
    await askForgot('second@example.com', ip);
    expect((await forgot('second@example.com', house.lastCode())).type).toBe('ok');
  });
});

describe('binding a phone', () => {
  const ip = '10.88.0.1';
  const ask = (token: string, account: string, phoneCountry?: string) =>
    house.call('sendPhoneCode', { account, phoneCountry, purpose: 'bind_phone' }, { token, ip });
  const bind = (token: string, phone: string, more: object = { stepUpPassword: goodPassword }) =>
    house.call('bindPhone', { phone, code: house.lastCode(), ...more }, { token });

  it('is as binding an address: code and step-up, the ways of before are told, and withdrawals and the number are held', async () => {
    const { token } = await house.newcomer('callable@example.com');
    expect((await ask(token, '079 555 11 22', 'CH')).type).toBe('ok');
    expect(house.printed.at(-1)).toContain('+41795551122');
    expect(await bind(token, '+41 79 555 11 22', {})).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    expect((await bind(token, '+41 79 555 11 22')).type).toBe('ok');
    expect(house.printed.at(-1)).toContain('[message to callable@example.com] Codes and notices now go to the new number too');
    const untilMs = house.clock.now() + 86_400_000;
    expect((await who(token)).message).toMatchObject({
      phone: '+41•••••122',
      withdrawalsHeldUntilMs: untilMs,
      phoneHeldUntilMs: untilMs,
    });
    expect((await house.login('0041 79 555 11 22', goodPassword)).type).toBe('ok');
    const own = { account: '+41795551122', purpose: 'payment_password' };
    expect(await house.call('sendPhoneCode', own, { token, ip })).toMatchObject(refusal('AUTH_NEW_WAY_HELD'));
    await house.call('sendPhoneCode', {
      account: '+41795551122',
      purpose: 'forgot',
      puzzleToken: await house.puzzleToken('code'),
    });
    expect(await forgot('+41795551122', house.lastCode())).toMatchObject(refusal('AUTH_NEW_WAY_HELD'));
  });

  it('is replaced, one of somebody else gets no code, and neither does one of a restricted region', async () => {
    const { token } = await house.newcomer('+41795551133');
    await house.newcomer('+41795551144');
    const printed = house.printed.length;
    expect((await ask(token, '079 555 11 44', 'CH')).type).toBe('ok');
    expect(house.printed).toHaveLength(printed);
    for (const [number, country] of [
      ['131 2345 6789', 'CN'],
      ['+86 131 2345 6789', 'CH'],
    ] as const)
      expect(await ask(token, number, country)).toEqual(refusal('AUTH_REGION_RESTRICTED'));
    const made = { code: '000000', stepUpPassword: goodPassword };
    expect(await bind(token, '0086 131 2345 6789', made)).toEqual(refusal('AUTH_REGION_RESTRICTED'));
    expect(await ask(token, 'somebody@example.com')).toMatchObject(refusal('AUTH_ACCOUNT_INVALID'));
    await ask(token, '+41795551155');
    expect((await bind(token, '+41795551155')).type).toBe('ok');
    expect((await house.login('+41795551133', goodPassword)).message).toBe('AUTH_WRONG_CREDENTIALS');
  });

  it('countries that share a code are told apart: a number of one is none of the other', async () => {
    const { token } = await house.newcomer('shared-code@example.com');
    // Both share their code with a larger country.
    expect((await ask(token, '07781 123456', 'GG')).type).toBe('ok');
    expect(house.printed.at(-1)).toContain('+447781123456');
    expect((await bind(token, '07781 123456', { phoneCountry: 'GG', stepUpPassword: goodPassword })).type).toBe('ok');
    house.clock.advance(60_000);
    expect((await ask(token, '(684) 733-4455', 'AS')).type).toBe('ok');
    expect(house.printed.at(-1)).toContain('+16847334455');
  });
});

describe('confirming that it is the person', () => {
  const change = (token: string, more: object) =>
    house.call('updatePassword', { kind: 'login', password: newPassword, passwordAgain: newPassword, ...more }, { token });
  const bind = (token: string, stepUpPassword: string) =>
    house.call('bindEmail', { email: 'stepped@example.com', code: '000000', stepUpPassword }, { token });
  const messagesOf = async (token: string) =>
    ((await house.call('userMessages', {}, { token })).message as { items: { title: string }[] }).items.map(({ title }) => title);

  it('five wrong tries lock that purpose for a quarter of an hour and tell the person; others stay open', async () => {
    const { token } = await house.newcomer('stepped-up@example.com');
    const answers = [];
    for (let n = 0; n < 5; n += 1) answers.push(await bind(token, `guess ${n}`));
    expect(answers.map(({ params }) => params?.['left'])).toEqual(['4', '3', '2', '1', undefined]);
    const locked = { ...refusal('AUTH_STEP_UP_LOCKED'), params: { minutes: '15' } };
    expect([answers[4], await bind(token, goodPassword)]).toEqual([locked, locked]);
    expect((await messagesOf(token))[0]).toBe('A change was not confirmed');
    expect((await change(token, { oldPassword: 'guess' })).params).toEqual({ left: '4' });
    house.clock.advance(900_000);
    expect((await bind(token, 'guess again')).params).toEqual({ left: '4' });
    expect(await bind(token, goodPassword)).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect((await bind(token, 'guess again')).params).toEqual({ left: '4' });
  });

  it('a thief who guesses at a stolen session locks nothing for who signs in anew, and gains no tries by changing it', async () => {
    const stolen = await house.newcomer('robbed@example.com');
    for (let n = 0; n < 4; n += 1) await change(stolen.token, { oldPassword: `guess ${n}` });
    const carriedOn = (await house.call('switchAccount', { mode: 'demo' }, { token: stolen.token })).message as OpenedSession;
    expect(await change(carriedOn.token, { oldPassword: 'guess 5' })).toMatchObject(refusal('AUTH_STEP_UP_LOCKED'));
    const own = (await house.login('robbed@example.com', goodPassword)).message as OpenedSession;
    expect((await change(own.token, { oldPassword: goodPassword })).type).toBe('ok');
    expect((await who(carriedOn.token)).type).toBe('999');
  });

  it('of many guesses at once five are judged', async () => {
    const { token } = await house.newcomer('burst@example.com');
    const before = house.checks();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => bind(token, `guess ${n}`)));
    expect(house.checks() - before).toBe(5);
    expect(answers.filter(({ message }) => message === 'AUTH_STEP_UP_LOCKED')).toHaveLength(16);
  });

  it('who has a payment password confirms with it: the login password opens nothing, and its change needs both', async () => {
    let { token } = await house.newcomer('both@example.com');
    const payment = 'paying tiles';
    await house.call('sendEmailCode', { account: 'both@example.com', purpose: 'payment_password' }, { token });
    const set = (more: object) =>
      house.call(
        'updatePassword',
        { kind: 'payment', password: payment, passwordAgain: payment, code: house.lastCode(), ...more },
        { token },
      );
    expect(await set({})).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    token = ((await set({ stepUpPassword: goodPassword })).message as OpenedSession).token;
    expect(await bind(token, goodPassword)).toMatchObject(refusal('AUTH_WRONG_PAYMENT_PASSWORD'));
    expect(await bind(token, payment)).toMatchObject(refusal('AUTH_WRONG_CODE'));
    const right = { oldPassword: goodPassword };
    expect(await change(token, right)).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    expect(await change(token, { ...right, stepUpPassword: 'wrong' })).toMatchObject(refusal('AUTH_WRONG_PAYMENT_PASSWORD'));
    // A right first proof gives nothing back: the count of the call goes on.
    expect((await change(token, { ...right, stepUpPassword: 'wrong' })).params).toEqual({ left: '3' });
    // After fifty wrong ones, over however many sign-ins, one a minute is judged.
    const key = `step-up-payment:${((await who(token)).message as { userId: string }).userId}`;
    await database.db.updateTable('throttle').set({ count: 60 }).where('key', '=', key).execute();
    expect((await change(token, { ...right, stepUpPassword: 'wrong' })).params).toEqual({ left: '2' });
    expect(await bind(token, payment)).toEqual({ ...refusal('AUTH_TOO_MANY_TRIES'), params: { seconds: '60' } });
    house.clock.advance(60_000);
    expect((await change(token, { ...right, stepUpPassword: payment })).type).toBe('ok');
  });
});

describe('a payment password', () => {
  const set = (token: string, more: object) =>
    house.call(
      'updatePassword',
      { kind: 'payment', password: 'paying tiles 2', passwordAgain: 'paying tiles 2', ...more },
      { token },
    );

  it('is changed with the present one, which is really checked; without one, or forgotten, by a code and the login password', async () => {
    const first = await house.newcomer('payer-by-old@example.com');
    expect(await set(first.token, { oldPassword: 'anything' })).toMatchObject(refusal('PARAMETER_MISSING'));
    await house.call(
      'sendEmailCode',
      { account: 'payer-by-old@example.com', purpose: 'payment_password' },
      { token: first.token },
    );
    const byCode = {
      code: house.lastCode(),
      password: 'paying tiles',
      passwordAgain: 'paying tiles',
      stepUpPassword: goodPassword,
    };
    const { token } = (await set(first.token, byCode)).message as OpenedSession;
    expect(await set(token, {})).toMatchObject({ ...refusal('PARAMETER_MISSING'), params: { field: 'oldPassword' } });
    expect(await set(token, { oldPassword: goodPassword })).toMatchObject({
      ...refusal('AUTH_WRONG_PAYMENT_PASSWORD'),
      params: { left: '4' },
    });
    const changed = (await set(token, { oldPassword: 'paying tiles' })).message as OpenedSession;
    expect((await who(token)).type).toBe('999');
    expect(await set(changed.token, { oldPassword: 'paying tiles' })).toMatchObject(refusal('AUTH_WRONG_PAYMENT_PASSWORD'));
    expect((await set(changed.token, { oldPassword: 'paying tiles 2' })).type).toBe('ok');
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
