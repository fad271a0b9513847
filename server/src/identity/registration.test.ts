import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { balances } from '../ledger/Ledger';
import type { OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

const refusal = (code: string) => ({ type: 'error', message: code });

describe('registration', () => {
  it('makes an account with a session, a public number, an invitation code and a welcome message', async () => {
    const { token, userId, mode } = await house.newcomer('Ada@Example.com');
    expect(userId).toMatch(/^[1-9]\d{7}$/);
    expect(mode).toBe('real');
    const info = await house.call('userInfo', {}, { token });
    expect(info.message).toMatchObject({
      userId,
      account: 'ad•••@example.com',
      phone: null,
      creditScore: 100,
      primary: 'not_certified',
      hasPaymentPassword: false,
      isDemoOpen: false,
    });
    const messages = await house.call('userMessages', {}, { token });
    expect(messages.message).toMatchObject({
      total: 1,
      items: [{ category: 'news', title: 'Welcome to Tessera', isRead: false }],
    });
    expect((await house.call('userMessages', { lang: 'de' }, { token })).message).toMatchObject({ items: [{ isRead: false }] });
  });

  it('an account is one however it is written', async () => {
    await house.newcomer('same@example.com');
    expect(await house.register(' SAME@Example.COM ')).toMatchObject(refusal('AUTH_ACCOUNT_TAKEN'));
    await house.newcomer('+44 7700 900123');
    expect(await house.register('7700900123', { areaCode: '44' })).toMatchObject(refusal('AUTH_ACCOUNT_TAKEN'));
    expect(await house.register('07700 900123', { areaCode: '44' })).toMatchObject(refusal('AUTH_ACCOUNT_TAKEN'));
  });

  it('a phone written as at home is complete with its country, and the countries that share +1 are told apart', async () => {
    const { token } = (await house.register('(684) 733-1234', { phoneCountry: 'AS', country: 'AS' })).message as {
      token: string;
    };
    expect((await house.call('userInfo', {}, { token })).message).toMatchObject({ phone: '+16•••••234' });
    expect(await house.register('+1 684 733 1234', { phoneCountry: 'US' })).toMatchObject(refusal('AUTH_ACCOUNT_TAKEN'));
    expect(await house.register('131 2345 6789', { phoneCountry: 'CN' })).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
    expect(await house.register('0086 131 2345 6789', { phoneCountry: 'FR' })).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
  });

  it('of many that register one account at the same moment exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => house.register('race@example.com')));
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1);
    expect(answers.filter(({ message }) => message === 'AUTH_ACCOUNT_TAKEN')).toHaveLength(7);
  });

  it.each(['a@b', 'no at sign', '@example.com', 'a b@example.com', '12345', '+1'])('%j is not an account', async (account) => {
    expect(await house.register(account)).toMatchObject(refusal('AUTH_ACCOUNT_INVALID'));
  });

  it('a NUL byte in an account is refused before it is read', async () => {
    expect(await house.register('a@example.com\u0000')).toMatchObject(refusal('PARAMETER_WRONG'));
  });

  it('a phone number without its area code is not complete', async () => {
    expect(await house.register('900123', { areaCode: undefined })).toMatchObject(refusal('AUTH_ACCOUNT_INVALID'));
  });

  it.each([
    ['12345', 'AUTH_PASSWORD_LENGTH'],
    ['x1y2z', 'AUTH_PASSWORD_LENGTH'],
    ['12345678901234567', 'AUTH_PASSWORD_LENGTH'],
    ['123456', 'AUTH_PASSWORD_TOO_COMMON'],
    ['Password1', 'AUTH_PASSWORD_TOO_COMMON'],
    ['QWERTY123', 'AUTH_PASSWORD_TOO_COMMON'],
    ['aaaaaaaa', 'AUTH_PASSWORD_TOO_COMMON'],
    ['newcomer', 'AUTH_PASSWORD_TOO_COMMON'],
  ])('the password %s is refused with %s', async (password, code) => {
    expect(await house.register('newcomer@example.com', { password, passwordAgain: password })).toMatchObject(refusal(code));
  });

  it.each(['six6ch', 'exactly-16-chars', 'мозаика тихо', 'päß wörd 12'])(
    'the password %s is good, and every character of it counts',
    async (password) => {
      const account = `pw${Buffer.from(password).toString('hex').slice(0, 20)}@example.com`;
      expect((await house.register(account, { password, passwordAgain: password })).type).toBe('ok');
      expect((await house.login(account, password)).type).toBe('ok');
      expect(await house.login(account, password.slice(0, -1))).toMatchObject(refusal('AUTH_WRONG_CREDENTIALS'));
    },
  );

  it('two different passwords, no agreement and no puzzle are refused', async () => {
    expect(await house.register('no@example.com', { passwordAgain: 'other tiles' })).toMatchObject(
      refusal('AUTH_PASSWORDS_DIFFER'),
    );
    expect(await house.register('no@example.com', { acceptsAgreement: 'false' })).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'acceptsAgreement' },
    });
    expect(await house.register('no@example.com', { puzzleToken: '' })).toMatchObject(refusal('AUTH_PUZZLE_REQUIRED'));
    expect(await house.register('no@example.com', { puzzleToken: await house.puzzleToken('login') }, homeIp)).toMatchObject(
      refusal('AUTH_PUZZLE_REQUIRED'),
    );
  });

  it('refuses fields that only the server may set', async () => {
    for (const field of ['userId', 'creditScore', 'mode', 'frozen', 'inviterId']) {
      expect(await house.register('mass@example.com', { [field]: '1' })).toMatchObject({
        message: 'PARAMETER_WRONG',
        params: { field },
      });
    }
  });
});

describe('restricted regions', () => {
  it.each(['KP', 'IL', 'CN', 'VU', 'CU'])('the country %s is refused', async (country) => {
    expect(await house.register('somebody@example.com', { country })).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
  });

  it.each([
    ['850', '1921234567'],
    ['972', '501234567'],
    ['86', '13123456789'],
    ['678', '5912345'],
    ['53', '51234567'],
  ])('a phone of +%s is refused, whatever country is named', async (areaCode, number) => {
    expect(await house.register(number, { areaCode })).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
    expect(await house.register(`+${areaCode}${number}`)).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
    expect(await house.register(`+${areaCode} ${number}`, { areaCode: '33' })).toMatchObject(refusal('AUTH_REGION_RESTRICTED'));
  });

  it('a name instead of a country code is refused as well', async () => {
    for (const country of ['China', 'cn', 'NORTH KOREA', 'C N']) {
      expect((await house.register('somebody@example.com', { country })).message).toBe('PARAMETER_WRONG');
    }
  });

  it.each([
    ['852', '61234567', 'HK'],
    ['853', '66123456', 'MO'],
    ['886', '912345678', 'TW'],
  ])('+%s has a code of its own and is welcome', async (areaCode, number, country) => {
    expect((await house.register(number, { areaCode, country })).type).toBe('ok');
  });

  it('the list of area codes marks exactly the five', async () => {
    const { items } = (await house.call('areaCodes')).message as { items: { country: string; isRestricted: boolean }[] };
    expect(items.length).toBeGreaterThan(200);
    expect(
      items
        .filter(({ isRestricted }) => isRestricted)
        .map(({ country }) => country)
        .sort(),
    ).toEqual(['CN', 'CU', 'IL', 'KP', 'VU']);
  });
});

describe('invitation', () => {
  it('a valid code links the newcomer to his inviter, who sees him masked', async () => {
    const inviter = await house.newcomer('inviter@example.com');
    const { invitationCode } = (await house.call('userInfo', {}, { token: inviter.token })).message as { invitationCode: string };
    expect((await house.register('invited@example.com', { invitationCode: invitationCode.toLowerCase() })).type).toBe('ok');
    const list = await house.call('invite', {}, { token: inviter.token });
    expect(list.message).toMatchObject({ invitationCode, invited: { total: 1, items: [{ account: 'in•••@example.com' }] } });
  });

  it('codes cannot be tried out: after a few wrong ones each try has to wait', async () => {
    const answers: unknown[] = [];
    for (let n = 0; n < 40; n += 1)
      answers.push((await house.register('guess@example.com', { invitationCode: `WRONG${n}` }, homeIp)).message);
    expect(answers.filter((message) => message === 'AUTH_INVITATION_INVALID').length).toBeLessThanOrEqual(10);
    expect(answers).toContain('AUTH_TOO_MANY_TRIES');
  });

  it('where the setting demands one, registration without a code is refused', async () => {
    const strict = await openIdentity(database, { isInvitationRequired: true });
    expect(await strict.register('none@example.com')).toMatchObject(refusal('AUTH_INVITATION_INVALID'));
    await strict.close();
  });
});

describe('demo', () => {
  it('the demo login can be made twice and signs in to demo money', async () => {
    const login = await house.identity.seedDemoUser();
    expect(await house.identity.seedDemoUser()).toEqual(login);
    const answer = await house.login(login.account, login.password);
    expect(answer.message).toMatchObject({ mode: 'demo' });
    const { userId } = answer.message as { userId: string };
    expect((await balances(database.db, Number(userId), 'demo')).length).toBe(2);
  });

  it('the first switch opens the demo account once, ends the old session and answers a new one', async () => {
    const first = await house.newcomer('switcher@example.com');
    const demo = (await house.call('switchAccount', { mode: 'demo' }, { token: first.token })).message as {
      token: string;
      mode: string;
    };
    expect(demo.mode).toBe('demo');
    expect(demo.token).not.toBe(first.token);
    expect((await house.call('userInfo', {}, { token: first.token })).type).toBe('999');
    const real = (await house.call('switchAccount', { mode: 'real' }, { token: demo.token })).message as { token: string };
    const again = (await house.call('switchAccount', { mode: 'demo' }, { token: real.token })).message as { token: string };
    expect((await house.call('userInfo', {}, { token: again.token })).message).toMatchObject({ mode: 'demo', isDemoOpen: true });
    const owned = await balances(database.db, Number(first.userId), 'demo');
    expect(owned.map(({ kind, balance }) => [kind, balance.toString()]).sort()).toEqual([
      ['coin', '5000'],
      ['contract', '5000'],
    ]);
    expect((await house.login('switcher@example.com', goodPassword)).message).toMatchObject({ mode: 'demo' });
  });
});
