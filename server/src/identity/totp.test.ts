/** One-time codes behind HTTP: turned on, asked for at every change and at sign-in, each code once, and off. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import { testWallet } from '../../test/testWallet';
import type { OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

const refusal = (code: string) => ({ type: 'error', message: code });
interface Codes {
  readonly isOn: boolean;
  readonly secret: string | null;
  readonly uri: string | null;
  readonly recoveryCodes: readonly string[] | null;
  readonly recoveryLeft: number;
}
const ask = (token: string, request: object, ip = homeIp) => house.call('totp', { ...request }, { token, ip });
const stepUp = { stepUpPassword: goodPassword };
/** The app on the person's phone. */
const appOf = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return (stepsAhead = 0) => totp.generate({ timestamp: house.clock.now() + stepsAhead * 30_000 });
};
const nextStep = () => house.clock.advance(30_000);

let networks = 0;
/** A code to the e-mail address, asked for from an address of its own: those of one address are counted. */
async function accountCode(token: string, account: string) {
  const ip = `10.66.${(networks += 1)}.1`;
  await house.call('sendEmailCode', { account, purpose: 'one_time_codes' }, { token, ip });
  return { code: house.lastCode(), ip };
}
/** Somebody with codes on. The step in which they were turned on is used up. */
async function person(account: string) {
  const { token } = await house.newcomer(account);
  const { secret } = (await ask(token, { action: 'get', ...stepUp })).message as Codes;
  const codeOf = appOf(secret ?? '');
  const sent = await accountCode(token, account);
  const set = { action: 'set', code: codeOf(), accountCode: sent.code };
  const { recoveryCodes } = (await ask(token, set, sent.ip)).message as Codes;
  return { token, codeOf, secret: secret ?? '', recoveryCodes: recoveryCodes ?? [] };
}
const login = async (account: string, oneTimeCode?: string, puzzleToken?: string) =>
  house.call('login', {
    account,
    password: goodPassword,
    puzzleToken: puzzleToken ?? (await house.puzzleToken('login')),
    oneTimeCode,
  });
const bind = (token: string, more: object) =>
  house.call('bindEmail', { email: 'another@example.com', code: '000000', ...more }, { token });

it('the secret is shown until a code of it was shown back; then never again, and ten recovery codes once', async () => {
  const { token } = await house.newcomer('codes@example.com');
  const get = async () => (await ask(token, { action: 'get', ...stepUp })).message as Codes;
  const first = await get();
  const second = await get();
  expect(first.secret).not.toBe(second.secret);
  expect(second).toMatchObject({ isOn: false, recoveryCodes: null, recoveryLeft: 0 });
  expect(second.uri).toBe(
    `otpauth://totp/Tessera:codes%40example.com?issuer=Tessera&secret=${second.secret}&algorithm=SHA1&digits=6&period=30`,
  );
  const sent = await accountCode(token, 'codes@example.com');
  const set = (secret: string | null) =>
    ask(token, { action: 'set', code: appOf(secret ?? '')(), accountCode: sent.code }, sent.ip);
  expect(await set(first.secret)).toMatchObject({ ...refusal('AUTH_WRONG_CODE'), params: { field: 'code' } });
  const on = (await set(second.secret)).message as Codes;
  expect(on).toMatchObject({ isOn: true, secret: null, uri: null, recoveryLeft: 10 });
  expect(new Set(on.recoveryCodes).size).toBe(10);
  expect((await ask(token, { action: 'get' })).message).toMatchObject({ isOn: true, secret: null, recoveryCodes: null });
  expect((await house.call('userInfo', {}, { token })).message).toMatchObject({ isTotpOn: true });
  expect(await set(second.secret)).toMatchObject(refusal('STATUS_ABNORMAL'));
});

it('a stolen session draws no secret: whoever asks for one confirms that it is he', async () => {
  const { token, userId } = await house.newcomer('drawn@example.com');
  expect(await ask(token, { action: 'get' })).toEqual(refusal('AUTH_STEP_UP_REQUIRED'));
  expect(await ask(token, { action: 'get', stepUpPassword: 'wrong' })).toMatchObject(refusal('AUTH_WRONG_OLD_PASSWORD'));
  expect((await database.owner.query('select 1 from one_time_code where user_id = $1', [userId])).rowCount).toBe(0);
});

it('who knows the password cannot lock the owner out: codes are turned on with a code to what he has on file', async () => {
  const account = 'locked-out@example.com';
  const { token } = await house.newcomer(account);
  const { secret } = (await ask(token, { action: 'get', ...stepUp })).message as Codes;
  const set = (more: object, ip?: string) => ask(token, { action: 'set', code: appOf(secret ?? '')(), ...stepUp, ...more }, ip);
  const field = 'accountCode';
  expect(await set({})).toMatchObject({ ...refusal('PARAMETER_MISSING'), params: { field } });
  expect(await set({ accountCode: '000000' })).toMatchObject({ ...refusal('AUTH_WRONG_CODE'), params: { field } });
  // Neither does an address help that the thief himself has bound a moment ago.
  await house.call('sendEmailCode', { account: 'thief@example.com', purpose: 'bind_email' }, { token, ip: '10.67.0.1' });
  const bound = { email: 'thief@example.com', code: house.lastCode(), ...stepUp };
  expect((await house.call('bindEmail', bound, { token })).type).toBe('ok');
  const own = { account: 'thief@example.com', purpose: 'one_time_codes' };
  expect(await house.call('sendEmailCode', own, { token, ip: '10.67.0.1' })).toMatchObject(refusal('AUTH_NEW_WAY_HELD'));
  expect(await set({ accountCode: '000000' })).toMatchObject({ ...refusal('AUTH_NEW_WAY_HELD'), params: { hours: '24' } });
  expect((await house.call('userInfo', {}, { token })).message).toMatchObject({ isTotpOn: false });
});

it('a secret that was drawn a quarter of an hour ago cannot be confirmed any more', async () => {
  const { token } = await house.newcomer('slow@example.com');
  const { secret } = (await ask(token, { action: 'get', ...stepUp })).message as Codes;
  house.clock.advance(900_000);
  expect(await ask(token, { action: 'set', code: appOf(secret ?? '')(), ...stepUp })).toMatchObject(refusal('AUTH_WRONG_CODE'));
});

it('once on, a change asks for a code beside the password; each code is good once, one step early or late', async () => {
  const { token, codeOf } = await person('each@example.com');
  expect(await bind(token, stepUp)).toMatchObject(refusal('AUTH_STEP_UP_REQUIRED'));
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf() })).toMatchObject({
    ...refusal('AUTH_WRONG_ONE_TIME_CODE'),
    params: { left: '4' },
  });
  // Behind the step-up the code by mail is judged, so the one-time code was right.
  const passed = refusal('AUTH_WRONG_CODE');
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf(1) })).toMatchObject(passed);
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf(1) })).toMatchObject(refusal('AUTH_WRONG_ONE_TIME_CODE'));
  nextStep();
  nextStep();
  nextStep();
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf(2) })).toMatchObject(refusal('AUTH_WRONG_ONE_TIME_CODE'));
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf(-1) })).toMatchObject(passed);
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf() })).toMatchObject(passed);
  // A wrong password does not use a code up.
  nextStep();
  expect(await bind(token, { stepUpPassword: 'wrong', stepUpCode: codeOf() })).toMatchObject(refusal('AUTH_WRONG_OLD_PASSWORD'));
  expect(await bind(token, { ...stepUp, stepUpCode: codeOf() })).toMatchObject(passed);
});

it('of twenty calls with one code at once, one passes', async () => {
  const { token, codeOf } = await person('parallel@example.com');
  nextStep();
  const code = codeOf();
  const tokens = [token];
  for (let n = 0; n < 4; n += 1) {
    // Tries are counted by sign-in: more of them, so that the count is not what refuses.
    nextStep();
    tokens.push(((await login('parallel@example.com', codeOf())).message as { token: string }).token);
  }
  nextStep();
  const used = codeOf();
  expect(used).not.toBe(code);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => bind(tokens[n % tokens.length] ?? '', { ...stepUp, stepUpCode: used })),
  );
  expect(answers.filter(({ message }) => message === 'AUTH_WRONG_CODE')).toHaveLength(1);
});

it('signing in asks for a code after the right password, by the same puzzle; an old code opens nothing', async () => {
  const { codeOf } = await person('door@example.com');
  expect(await house.login('door@example.com', 'wrong')).toMatchObject(refusal('AUTH_WRONG_CREDENTIALS'));
  const puzzleToken = await house.puzzleToken('login');
  expect(await login('door@example.com', undefined, puzzleToken)).toMatchObject(refusal('AUTH_ONE_TIME_CODE_REQUIRED'));
  expect(await login('door@example.com', codeOf(), puzzleToken)).toMatchObject(refusal('AUTH_WRONG_CODE'));
  nextStep();
  const code = codeOf();
  expect((await login('door@example.com', code, puzzleToken)).type).toBe('ok');
  expect(await login('door@example.com', code, puzzleToken)).toMatchObject(refusal('AUTH_PUZZLE_REQUIRED'));
  expect(await login('door@example.com', code)).toMatchObject(refusal('AUTH_WRONG_CODE'));
});

it('who knows the password guesses ten codes, from however many addresses, and then ever more slowly', async () => {
  await person('guessed@example.com');
  const answers = [];
  for (let n = 0; n < 12; n += 1) {
    const ip = `10.77.${n}.1`;
    const request = { account: 'guessed@example.com', password: goodPassword, oneTimeCode: String(100_000 + n) };
    answers.push(await house.call('login', { ...request, puzzleToken: await house.puzzleToken('login', ip) }, { ip }));
  }
  expect(answers.slice(0, 10).every(({ message }) => message === 'AUTH_WRONG_CODE')).toBe(true);
  expect(answers[11]?.message).toBe('AUTH_TOO_MANY_TRIES');
});

it('the owner is told, in the app and by mail, that somebody past his password guesses at his codes: once an hour', async () => {
  const { token } = await person('warned@example.com');
  const told = async () =>
    ((await house.call('userMessages', {}, { token })).message as { items: { title: string }[] }).items.filter(
      ({ title }) => title === 'Somebody enters wrong codes for your account',
    ).length;
  for (let n = 0; n < 4; n += 1) await login('warned@example.com', '000000');
  expect(await told()).toBe(0);
  const printed = house.printed.length;
  for (let n = 0; n < 5; n += 1) await login('warned@example.com', '000000');
  expect(await told()).toBe(1);
  expect(house.printed.slice(printed)).toEqual([expect.stringContaining('warned@example.com')]);
  house.clock.advance(3_600_000);
  await login('warned@example.com', '000000');
  expect(await told()).toBe(2);
});

it('a recovery code stands in for a code, once, however it is typed', async () => {
  const { token, recoveryCodes } = await person('recovery@example.com');
  const typed = ` ${(recoveryCodes[0] ?? '').toLowerCase().replace('-', ' ')} `;
  expect((await login('recovery@example.com', typed.trim())).type).toBe('ok');
  expect(await login('recovery@example.com', recoveryCodes[0])).toMatchObject(refusal('AUTH_WRONG_CODE'));
  const renewed = (await ask(token, { action: 'recovery', ...stepUp, stepUpCode: recoveryCodes[1] })).message as Codes;
  expect(renewed).toMatchObject({ isOn: true, recoveryLeft: 10 });
  expect(await login('recovery@example.com', recoveryCodes[2])).toMatchObject(refusal('AUTH_WRONG_CODE'));
  expect((await login('recovery@example.com', renewed.recoveryCodes?.[2])).type).toBe('ok');
});

it('codes are turned off by password and code only; that holds withdrawals and is told', async () => {
  const { token, codeOf } = await person('off@example.com');
  expect(await ask(token, { action: 'remove', ...stepUp })).toMatchObject(refusal('AUTH_STEP_UP_REQUIRED'));
  nextStep();
  expect((await ask(token, { action: 'remove', ...stepUp, stepUpCode: codeOf() })).message).toMatchObject({ isOn: false });
  expect((await house.call('userInfo', {}, { token })).message).toMatchObject({
    isTotpOn: false,
    withdrawalsHeldUntilMs: house.clock.now() + 86_400_000,
  });
  const { items } = (await house.call('userMessages', {}, { token })).message as { items: { title: string }[] };
  expect(items.slice(0, 2).map(({ title }) => title)).toEqual([
    'Authenticator codes were turned off',
    'Authenticator codes are on',
  ]);
  expect((await house.login('off@example.com', goodPassword, homeIp)).type).toBe('ok');
  expect(await ask(token, { action: 'remove', ...stepUp })).toMatchObject(refusal('STATUS_ABNORMAL'));
});

it('neither secret nor recovery code is in the database or the log', async () => {
  const { secret, recoveryCodes } = await person('sealed@example.com');
  const { rows } = await database.owner.query<{ row: string }>(
    'select t::text as row from one_time_code t union all select t::text from recovery_code t',
  );
  const kept = `${rows.map(({ row }) => row).join('\n')}\n${house.logged.join('\n')}`;
  const plain = Buffer.from(Secret.fromBase32(secret).bytes).toString('hex');
  for (const form of [secret, plain, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
    expect(kept).not.toContain(form);
});

it('a code is read in the wide digits of another keyboard; six characters that are none are a wrong code, not a fault', async () => {
  const { token, codeOf } = await person('wide@example.com');
  nextStep();
  for (const odd of ['éééééé', '٣٣٣٣٣٣', "' or 1"]) {
    expect(await login('wide@example.com', odd)).toMatchObject(refusal('AUTH_WRONG_CODE'));
    expect(await ask(token, { action: 'recovery', ...stepUp, stepUpCode: odd })).toMatchObject(
      refusal('AUTH_WRONG_ONE_TIME_CODE'),
    );
  }
  const wide = codeOf().replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  expect((await login('wide@example.com', wide)).type).toBe('ok');
});

it('who guesses at the codes keeps nobody out: a recovery code is judged all the same', async () => {
  const { recoveryCodes } = await person('kept-in@example.com');
  for (let n = 0; n < 10; n += 1) await login('kept-in@example.com', '000000');
  expect(await login('kept-in@example.com', '000000')).toMatchObject(refusal('AUTH_TOO_MANY_TRIES'));
  expect((await login('kept-in@example.com', recoveryCodes[0])).type).toBe('ok');
});

it('wrong codes at step-ups are counted by account, over sign-ins and purposes; a sign-in is not delayed by them', async () => {
  const { token, codeOf, recoveryCodes } = await person('slowly@example.com');
  const other = ((await login('slowly@example.com', recoveryCodes[0])).message as { token: string }).token;
  const wrong = { ...stepUp, stepUpCode: '000000' };
  for (const at of [token, other, token, other, token])
    for (const guess of [() => bind(at, wrong), () => ask(at, { action: 'recovery', ...wrong })])
      expect(await guess()).toMatchObject(refusal('AUTH_WRONG_ONE_TIME_CODE'));
  expect(await bind(other, wrong)).toMatchObject(refusal('AUTH_TOO_MANY_TRIES'));
  const password = 'another mosaic';
  const change = { kind: 'login', oldPassword: goodPassword, password, passwordAgain: password };
  expect(await house.call('updatePassword', { ...change, stepUpCode: '000000' }, { token })).toMatchObject(
    refusal('AUTH_TOO_MANY_TRIES'),
  );
  nextStep();
  expect((await login('slowly@example.com', codeOf())).type).toBe('ok');
});

it('codes that are turned on while somebody signs in are asked of him', async () => {
  const { userId } = await house.newcomer('meanwhile@example.com');
  const turningOn = await database.owner.connect();
  await turningOn.query('begin');
  await turningOn.query('select 1 from app_user where id = $1 for no key update', [userId]);
  const signingIn = login('meanwhile@example.com');
  const isWaiting = async () =>
    (await turningOn.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rowCount;
  for (let n = 0; n < 200 && (await isWaiting()) === 0; n += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  await turningOn.query("insert into one_time_code values ($1, 'sealed', 1, 1, 0)", [userId]);
  await turningOn.query('commit');
  turningOn.release();
  expect(await signingIn).toMatchObject(refusal('AUTH_ONE_TIME_CODE_REQUIRED'));
});

it('under another ACCOUNT_KEY a code cannot be judged, which is said and logged; a recovery code gets in and turns codes off', async () => {
  const { codeOf, recoveryCodes } = await person('other-key@example.com');
  await database.owner.query(
    "update one_time_code set sealed = set_byte(sealed, 0, get_byte(sealed, 0) # 1) where user_id = (select id from app_user where email = 'other-key@example.com')",
  );
  nextStep();
  expect(await login('other-key@example.com', codeOf())).toMatchObject(refusal('FEATURE_UNAVAILABLE'));
  expect(house.logged.join('\n')).toContain('ACCOUNT_KEY');
  const { token } = (await login('other-key@example.com', recoveryCodes[0])).message as { token: string };
  expect(await ask(token, { action: 'remove', ...stepUp, stepUpCode: codeOf() })).toMatchObject(refusal('FEATURE_UNAVAILABLE'));
  expect((await ask(token, { action: 'remove', ...stepUp, stepUpCode: recoveryCodes[1] })).message).toMatchObject({
    isOn: false,
  });
});

it('a wallet: it signs for the secret, needs no code to what it has not on file, and is asked for a code by the same signature', async () => {
  const wallet = testWallet();
  const sign = async (purpose: string, token?: string) => {
    const asked = await house.call('addressText', { purpose, address: wallet.address }, token === undefined ? {} : { token });
    const { nonce, text } = asked.message as { nonce: string; text: string };
    return { nonce, signature: wallet.sign(text) };
  };
  const newcomer = { country: 'FR', acceptsAgreement: 'true', puzzleToken: await house.puzzleToken('register') };
  const opened = await house.call('addressRegister', { ...(await sign('sign_in')), ...newcomer });
  const { token } = opened.message as { token: string };
  const { nonce, signature } = await sign('one_time_codes', token);
  const drawn = await ask(token, { action: 'get', stepUpNonce: nonce, stepUpSignature: signature });
  const codeOf = appOf((drawn.message as Codes).secret ?? '');
  expect((await ask(token, { action: 'set', code: codeOf() })).message).toMatchObject({ isOn: true });
  const proof = await sign('sign_in');
  expect(await house.call('addressRegister', proof)).toEqual(refusal('AUTH_ONE_TIME_CODE_REQUIRED'));
  expect(await house.call('addressRegister', { ...proof, oneTimeCode: codeOf() })).toEqual(refusal('AUTH_WRONG_CODE'));
  nextStep();
  expect((await house.call('addressRegister', { ...proof, oneTimeCode: codeOf() })).type).toBe('ok');
});
