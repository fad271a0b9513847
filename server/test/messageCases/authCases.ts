/** What is answered about accounts, passwords, codes, wallets and sessions. */
import { Secret, TOTP } from 'otpauth';
import { quickPasswords } from '../quickPasswords';
import { testWallet } from '../testWallet';
import { testPassword, type Answer, type Person, type TradingExchange } from '../tradingExchange';
import type { MessageCase } from './MessageCase';

type Fields = Readonly<Record<string, unknown>>;
const newPassword = 'new tiles 2';
const registers = (situation: string, code: MessageCase['code'], account: string, more: Fields = {}): MessageCase => ({
  situation,
  code,
  act: (exchange) => exchange.register(account, more),
});

/** As the owner of the database: `change` is what is set. */
const change = (exchange: TradingExchange, { userId }: Person, what: string) =>
  exchange.database.owner.query(`update app_user set ${what} where id = $1 returning invitation_code as code`, [userId]);
async function invitationOf(exchange: TradingExchange, what: string): Promise<string> {
  const { rows } = await change(exchange, await exchange.newcomer(), what);
  return (rows[0] as { code: string }).code;
}

/** Changes the login password. */
const changePassword = (person: Person, more: Fields) =>
  person.ask('updatePassword', { kind: 'login', password: newPassword, passwordAgain: newPassword, ...more });
const bind = (person: Person, more: Fields = {}) =>
  person.ask('bindEmail', { email: 'another@example.com', code: '000000', ...more });
async function withPaymentPassword(exchange: TradingExchange): Promise<Person> {
  const person = await exchange.newcomer();
  const hashed = await quickPasswords.hash('for payments');
  await change(exchange, person, `payment_password_hash = '${hashed}'`);
  return person;
}
/** Somebody whose authenticator is on. */
async function withCodes(exchange: TradingExchange) {
  const person = await exchange.newcomer();
  const { secret } = await person.get<{ secret: string }>('totp', { action: 'get', stepUpPassword: testPassword });
  await person.get('sendEmailCode', { account: person.account, purpose: 'one_time_codes' });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: exchange.clock.now() });
  await person.get('totp', { action: 'set', code, accountCode: exchange.lastCode() });
  return person;
}
async function forgotten(exchange: TradingExchange, account: string): Promise<Answer> {
  const asked = { password: newPassword, passwordAgain: newPassword };
  return exchange.ask('forgot', { account, code: '000000', ...asked });
}
/** A text for a new wallet, signed by whom it is for. */
async function signed(exchange: TradingExchange, signer = testWallet(), wallet = signer) {
  const answer = await exchange.ask('addressText', { purpose: 'sign_in', address: wallet.address });
  const { nonce, text } = answer.message as { nonce: string; text: string };
  return { nonce, signature: signer.sign(text) };
}

const registration: readonly MessageCase[] = [
  registers('a new account', 'ok', 'first@example.com'),
  registers('an account that is registered', 'AUTH_ACCOUNT_TAKEN', 'first@example.com'),
  registers('neither e-mail nor phone', 'AUTH_ACCOUNT_INVALID', 'somebody'),
  registers('a country without service', 'AUTH_REGION_RESTRICTED', 'region@example.com', { country: 'CU' }),
  registers('a password that is too short', 'AUTH_PASSWORD_LENGTH', 'short@example.com', { password: 'abcde' }),
  registers('another repetition', 'AUTH_PASSWORDS_DIFFER', 'differ@example.com', { passwordAgain: newPassword }),
  registers('a common password', 'AUTH_PASSWORD_TOO_COMMON', 'common@example.com', {
    password: 'password',
    passwordAgain: 'password',
  }),
  registers('an invitation that nobody has', 'AUTH_INVITATION_INVALID', 'invited@example.com', { invitationCode: 'NOBODYS' }),
  {
    situation: 'an invitation of an account that was frozen',
    code: 'AUTH_INVITER_NOT_FOUND',
    act: async (exchange) =>
      exchange.register('invited@example.com', { invitationCode: await invitationOf(exchange, 'frozen_at_ms = 1') }),
  },
  {
    situation: 'an invitation of an account that is there',
    code: 'ok',
    act: async (exchange) =>
      exchange.register('invited@example.com', { invitationCode: await invitationOf(exchange, 'frozen_at_ms = null') }),
  },
  registers('no puzzle solved', 'AUTH_PUZZLE_REQUIRED', 'puzzle@example.com', { puzzleToken: '' }),
  {
    situation: 'a puzzle that is not solved',
    code: 'AUTH_PUZZLE_FAILED',
    async act(exchange) {
      const { puzzleId } = (await exchange.ask('puzzleNew', { purpose: 'login' })).message as { puzzleId: string };
      return exchange.ask('puzzleVerify', { puzzleId, x: '0', method: 'buttons', track: '[]' });
    },
  },
];

const signIn: readonly MessageCase[] = [
  { situation: 'the right password', code: 'ok', act: (exchange) => exchange.login('first@example.com') },
  {
    situation: 'an account that does not exist',
    code: 'AUTH_WRONG_CREDENTIALS',
    act: (exchange) => exchange.login('nobody@example.com'),
  },
  {
    situation: 'a wrong password',
    code: 'AUTH_WRONG_CREDENTIALS',
    act: (exchange) => exchange.login('first@example.com', { password: newPassword }),
  },
  {
    situation: 'wrong passwords, one after the other',
    code: 'AUTH_TOO_MANY_TRIES',
    params: { seconds: '2' },
    async act(exchange) {
      let answer: Answer | undefined;
      for (let tries = 0; tries < 6; tries += 1) answer = await exchange.login('guessed@example.com');
      return answer as Answer;
    },
  },
  ...(
    [
      ['frozen', 'AUTH_ACCOUNT_FROZEN'],
      ['locked', 'AUTH_ACCOUNT_LOCKED'],
    ] as const
  ).map(([mark, code]): MessageCase => ({
    situation: `an account that was ${mark}`,
    code,
    async act(exchange) {
      const person = await exchange.newcomer();
      await change(exchange, person, `${mark}_at_ms = 1`);
      return exchange.login(person.account);
    },
  })),
  {
    situation: 'the right password, where a one-time code is asked for too',
    code: 'AUTH_ONE_TIME_CODE_REQUIRED',
    act: async (exchange) => exchange.login((await withCodes(exchange)).account),
  },
  { situation: 'no session', code: 'AUTH_LOGIN_REQUIRED', act: (exchange) => exchange.ask('userInfo', {}) },
  {
    situation: 'a session that was signed out',
    code: 'AUTH_SESSION_ENDED',
    async act(exchange) {
      const person = await exchange.newcomer();
      await person.get('logout', {});
      return person.ask('userInfo', {});
    },
  },
  {
    situation: 'a person whom an operator asks for and nobody is',
    code: 'AUTH_USER_NOT_FOUND',
    act: (exchange) => exchange.operate('usersGet', { id: '99999999' }),
  },
];

const wallets: readonly MessageCase[] = [
  {
    situation: 'a wallet without an account',
    code: 'AUTH_WALLET_NOT_REGISTERED',
    act: async (exchange) => exchange.ask('addressRegister', await signed(exchange)),
  },
  {
    situation: 'the signature of another wallet',
    code: 'AUTH_WALLET_SIGNATURE_WRONG',
    act: async (exchange) => exchange.ask('addressRegister', await signed(exchange, testWallet(), testWallet())),
  },
  {
    situation: 'a text of more than five minutes ago',
    code: 'AUTH_WALLET_TEXT_EXPIRED',
    async act(exchange) {
      const proof = await signed(exchange);
      exchange.clock.advance(300_000);
      return exchange.ask('addressRegister', proof);
    },
  },
];

const changes: readonly MessageCase[] = [
  {
    situation: 'the right old password',
    code: 'ok',
    act: async (exchange) => changePassword(await exchange.newcomer(), { oldPassword: testPassword }),
  },
  {
    situation: 'a wrong old password',
    code: 'AUTH_WRONG_OLD_PASSWORD',
    params: { left: '4' },
    act: async (exchange) => changePassword(await exchange.newcomer(), { oldPassword: newPassword }),
  },
  {
    situation: 'a new password whose repetition is another',
    code: 'AUTH_PASSWORDS_DIFFER',
    act: async (exchange) =>
      changePassword(await exchange.newcomer(), { oldPassword: testPassword, passwordAgain: testPassword }),
  },
  {
    situation: 'a change that nobody confirmed',
    code: 'AUTH_STEP_UP_REQUIRED',
    act: async (exchange) => bind(await exchange.newcomer()),
  },
  {
    situation: 'a wrong payment password',
    code: 'AUTH_WRONG_PAYMENT_PASSWORD',
    params: { left: '4' },
    act: async (exchange) => bind(await withPaymentPassword(exchange), { stepUpPassword: testPassword }),
  },
  {
    situation: 'five wrong confirmations',
    code: 'AUTH_STEP_UP_LOCKED',
    params: { minutes: '15' },
    async act(exchange) {
      const person = await exchange.newcomer();
      for (let tries = 0; tries < 4; tries += 1) await bind(person, { stepUpPassword: newPassword });
      return bind(person, { stepUpPassword: newPassword });
    },
  },
  {
    situation: 'a wrong one-time code',
    code: 'AUTH_WRONG_ONE_TIME_CODE',
    params: { left: '4' },
    act: async (exchange) => bind(await withCodes(exchange), { stepUpPassword: testPassword, stepUpCode: '000000' }),
  },
  {
    situation: 'a wrong code to the new address',
    code: 'AUTH_WRONG_CODE',
    act: async (exchange) => bind(await exchange.newcomer(), { stepUpPassword: testPassword }),
  },
  {
    situation: 'a wrong code for who forgot his password',
    code: 'AUTH_WRONG_CODE',
    act: (exchange) => forgotten(exchange, 'first@example.com'),
  },
  {
    situation: 'a second code within a minute',
    code: 'AUTH_CODE_TOO_SOON',
    params: { seconds: '60' },
    async act(exchange) {
      const { get, ask, account } = await exchange.newcomer();
      await get('sendEmailCode', { account, purpose: 'one_time_codes' });
      return ask('sendEmailCode', { account, purpose: 'one_time_codes' });
    },
  },
  {
    situation: 'a code to an address that was bound just now',
    code: 'AUTH_NEW_WAY_HELD',
    params: { hours: '24' },
    async act(exchange) {
      const person = await exchange.newcomer();
      const account = `new-${person.account}`;
      await person.get('sendEmailCode', { account, purpose: 'bind_email' });
      await person.get('bindEmail', { email: account, code: exchange.lastCode(), stepUpPassword: testPassword });
      return person.ask('sendEmailCode', { account, purpose: 'payment_password' });
    },
  },
];

export const authCases: readonly MessageCase[] = [...registration, ...signIn, ...wallets, ...changes];
