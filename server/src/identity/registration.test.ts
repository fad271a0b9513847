import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { testWallet, type TestWallet } from '../../test/testWallet';
import { balances } from '../ledger/Ledger';
import type { OpenedSession, OpenIdentity } from '../../test/openIdentity';

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

describe('a wallet', () => {
  const ownIp = '10.54.0.1';
  interface WalletText {
    readonly nonce: string;
    readonly text: string;
    readonly address: string;
    readonly chainId: number;
    readonly expiresAtMs: number;
  }
  const textFor = async ({ address }: { address: string }, ip = ownIp) =>
    (await house.call('addressText', { purpose: 'sign_in', address }, { ip })).message as WalletText;
  const send = (signed: object, more: object = {}, ip = ownIp) => house.call('addressRegister', { ...signed, ...more }, { ip });
  const signed = async (wallet: TestWallet, ip = ownIp) => {
    const { nonce, text } = await textFor(wallet, ip);
    return { nonce, signature: wallet.sign(text) };
  };
  const newcomer = async () => ({
    country: 'FR',
    acceptsAgreement: 'true',
    puzzleToken: await house.puzzleToken('register', ownIp),
  });
  const registered = async () => {
    const wallet = testWallet();
    const { token, userId } = (await send(await signed(wallet), await newcomer())).message as OpenedSession;
    return { wallet, token, userId };
  };
  const stepUpOf = async (wallet: TestWallet, token: string, purpose: string) => {
    const { nonce, text } = (await house.call('addressText', { purpose }, { token, ip: ownIp })).message as WalletText;
    return { stepUpNonce: nonce, stepUpSignature: wallet.sign(text) };
  };

  it('is shown the text of EIP-4361: this place, its address with checksum, one network, a nonce and five minutes', async () => {
    // The address and key of the standard's own test vectors of EIP-55.
    const { text, nonce, address, chainId, expiresAtMs } = await textFor({
      address: '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    });
    expect([address, chainId, expiresAtMs]).toEqual([
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      1,
      house.clock.now() + 300_000,
    ]);
    expect(text.split('\n')).toEqual([
      'localhost wants you to sign in with your Ethereum account:',
      address,
      '',
      expect.stringMatching(/^Log in to Tessera\./),
      '',
      'URI: http://localhost/h5/',
      'Version: 1',
      'Chain ID: 1',
      `Nonce: ${nonce}`,
      'Issued At: 2027-01-15T08:00:00.000Z',
      'Expiration Time: 2027-01-15T08:05:00.000Z',
    ]);
    const headers = { host: '127.0.0.1:99999', 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({ purpose: 'sign_in', address }).toString();
    const elsewhere = await house.http.inject({ method: 'POST', url: '/api/user/address_text', headers, payload });
    expect(elsewhere.json()).toEqual(refusal('FEATURE_UNAVAILABLE'));
    for (const wrong of ['0xFb6916095ca1df60bB79Ce92cE3Ea74c37c5d359', '0x12', 'anna@example.com', ''])
      expect([wrong, await textFor({ address: wrong })]).toEqual([wrong, 'AUTH_ACCOUNT_INVALID']);
  });

  it('registers with country, agreement and puzzle, and signs in after that; nobody else is that person', async () => {
    const wallet = testWallet();
    const proof = await signed(wallet);
    expect(await send(proof)).toEqual(refusal('AUTH_WALLET_NOT_REGISTERED'));
    expect(await send(proof, { country: 'FR', acceptsAgreement: 'true' })).toEqual(refusal('AUTH_PUZZLE_REQUIRED'));
    expect(await send(proof, { ...(await newcomer()), country: 'KP' })).toEqual(refusal('AUTH_REGION_RESTRICTED'));
    expect(await send(proof, { ...(await newcomer()), invitationCode: 'WRONG' })).toEqual(refusal('AUTH_INVITATION_INVALID'));
    expect(await send(proof, { ...(await newcomer()), acceptsAgreement: 'false' })).toMatchObject(refusal('PARAMETER_WRONG'));
    // What was asked for besides needs no second signature; what was signed opens one session.
    const { token, userId } = (await send(proof, await newcomer())).message as OpenedSession;
    expect(await send(proof, await newcomer())).toEqual(refusal('AUTH_WALLET_TEXT_EXPIRED'));
    expect((await house.call('userInfo', {}, { token })).message).toMatchObject({
      userId,
      account: `${wallet.address.slice(0, 6)}•••${wallet.address.slice(-4)}`,
      email: null,
      phone: null,
      isWithoutPassword: true,
    });
    expect((await send(await signed(wallet))).message).toMatchObject({ userId, mode: 'real' });
    expect((await house.login(wallet.address, '')).message).toBe('PARAMETER_WRONG');
    expect((await house.login(wallet.address, 'anything')).message).toBe('AUTH_WRONG_CREDENTIALS');
    expect(await house.register(wallet.address)).toEqual(refusal('AUTH_ACCOUNT_INVALID'));
  });

  it('a replayed, late, foreign or made-up signature opens nothing, and a nonce is of its neighbourhood', async () => {
    const { wallet } = await registered();
    const used = await signed(wallet);
    expect((await send(used)).type).toBe('ok');
    expect(await send(used)).toEqual(refusal('AUTH_WALLET_TEXT_EXPIRED'));
    const other = await textFor(wallet);
    expect(await send({ ...used, nonce: other.nonce })).toEqual(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
    // A wrong one has used the nonce up: there is no second guess.
    expect(await send({ nonce: other.nonce, signature: wallet.sign(other.text) })).toEqual(refusal('AUTH_WALLET_TEXT_EXPIRED'));
    // The right one, its last byte written in another way than wallets do.
    const again = await signed(wallet);
    const renamed = again.signature.replace(/1[bc]$/, (last) => (Number.parseInt(last, 16) + 27).toString(16));
    expect(await send({ ...again, signature: renamed })).toEqual(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
    for (const forge of [
      (text: string) => testWallet().sign(text),
      (text: string) => wallet.sign(text.replace('localhost', 'evil.example')),
      () => `0x${'00'.repeat(65)}`,
      () => `0x${'ff'.repeat(64)}1b`,
      () => '0x1234',
    ]) {
      const { nonce, text } = await textFor(wallet, '10.55.0.1');
      expect(await send({ nonce, signature: forge(text) }, {}, '10.55.0.1')).toEqual(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
    }
    expect(await send(await signed(wallet), {}, '10.56.0.1')).toEqual(refusal('AUTH_WALLET_TEXT_EXPIRED'));
    const late = await signed(wallet);
    house.clock.advance(300_000);
    expect(await send(late)).toEqual(refusal('AUTH_WALLET_TEXT_EXPIRED'));
    const twice = await signed(wallet);
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(twice)));
    expect(answers.filter(({ type }) => type === 'ok')).toHaveLength(1);
  });

  it('guesses are throttled as those at a password are', async () => {
    const { wallet } = await registered();
    const answers = [];
    for (let n = 0; n < 6; n += 1) {
      const { nonce } = await textFor(wallet, '10.57.0.1');
      answers.push((await send({ nonce, signature: '0x00' }, {}, '10.57.0.1')).message);
    }
    expect(answers).toEqual([...Array<string>(5).fill('AUTH_WALLET_SIGNATURE_WRONG'), 'AUTH_TOO_MANY_TRIES']);
  });

  it('frozen and locked accounts stay shut, which only the wallet is told', async () => {
    const { wallet, userId } = await registered();
    for (const [column, code] of [
      ['frozen_at_ms', 'AUTH_ACCOUNT_FROZEN'],
      ['locked_at_ms', 'AUTH_ACCOUNT_LOCKED'],
    ]) {
      await database.owner.query(`update app_user set ${column} = 1 where id = $1`, [userId]);
      expect(await send(await signed(wallet))).toEqual(refusal(code ?? ''));
      const { nonce, text } = await textFor(wallet);
      expect(await send({ nonce, signature: testWallet().sign(text) })).toEqual(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
      await database.owner.query(`update app_user set ${column} = null where id = $1`, [userId]);
    }
  });

  it('who has no password confirms with a fresh signature for that purpose; the first password and e-mail come so', async () => {
    const { wallet, token } = await registered();
    const bind = (more: object) =>
      house.call('bindEmail', { email: 'walleted@example.com', code: house.lastCode(), ...more }, { token, ip: ownIp });
    await house.call('sendEmailCode', { account: 'walleted@example.com', purpose: 'bind_email' }, { token, ip: '10.58.0.1' });
    expect(await bind({})).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    expect(await bind({ stepUpPassword: 'anything' })).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    expect(await bind(await stepUpOf(wallet, token, 'phone'))).toMatchObject(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
    const signIn = await signed(wallet);
    expect(await bind({ stepUpNonce: signIn.nonce, stepUpSignature: signIn.signature })).toMatchObject(
      refusal('AUTH_WALLET_SIGNATURE_WRONG'),
    );
    expect(await bind(await stepUpOf(testWallet(), token, 'email'))).toMatchObject(refusal('AUTH_WALLET_SIGNATURE_WRONG'));
    const right = await stepUpOf(wallet, token, 'email');
    expect(await bind(right)).toEqual({ type: 'ok', message: {} });
    expect(await bind(right)).toMatchObject(refusal('AUTH_WALLET_SIGNATURE_WRONG'));

    const set = (more: object) =>
      house.call('updatePassword', { password: goodPassword, passwordAgain: goodPassword, ...more }, { token, ip: ownIp });
    expect(await set({ kind: 'login' })).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
    const changed = await set({ kind: 'login', ...(await stepUpOf(wallet, token, 'login_password')) });
    expect(changed.type).toBe('ok');
    expect((await house.login(wallet.address, goodPassword)).type).toBe('ok');
    const { token: next } = changed.message as OpenedSession;
    expect((await house.call('userInfo', {}, { token: next })).message).not.toHaveProperty('isWithoutPassword');
    // From now on the password is what confirms.
    expect(
      await house.call('bindEmail', { email: 'other@example.com', code: '000000', stepUpPassword: 'wrong' }, { token: next }),
    ).toMatchObject(refusal('AUTH_WRONG_OLD_PASSWORD'));
  });

  it('a text is written for nobody who has not this wallet, and in production for the public address alone', async () => {
    const { token } = await house.newcomer('no-wallet@example.com');
    expect(await house.call('addressText', { purpose: 'email' }, { token })).toEqual(refusal('DATA_NOT_FOUND'));
    expect((await house.call('addressText', { purpose: 'email' })).message).toBe('AUTH_LOGIN_REQUIRED');
    const { address } = testWallet();
    const closed = await openIdentity(database, { isProduction: true });
    expect(await closed.call('addressText', { purpose: 'sign_in', address })).toEqual(refusal('FEATURE_UNAVAILABLE'));
    const open = await openIdentity(database, { isProduction: true, publicOrigin: 'https://trade.example' });
    expect((await open.call('addressText', { purpose: 'sign_in', address })).message).toMatchObject({
      text: expect.stringMatching(/^trade\.example wants[^]*\nURI: https:\/\/trade\.example\/h5\/\n/),
    });
    await Promise.all([closed.close(), open.close()]);
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
