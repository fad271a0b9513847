/** Where a person is signed in: listed, told when new, ended one by one or all others. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { goodPassword, homeIp, openIdentity } from '../../test/openIdentity';
import { useTestDatabase } from '../../test/testDatabase';
import type { OpenedSession, OpenIdentity } from '../../test/openIdentity';

const database = useTestDatabase();
let house: OpenIdentity;
beforeAll(async () => {
  house = await openIdentity(database);
});
afterAll(() => house.close());

const phone =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const laptop =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15';
interface Device {
  readonly id: string;
  readonly device: string;
  readonly isLive: boolean;
  readonly isThisOne: boolean;
}
const devicesOf = async (token: string) =>
  ((await house.call('devices', {}, { token })).message as { items: Device[]; total: number }).items;
const signIn = async (account: string, userAgent = '', ip = homeIp) =>
  (
    await house.call(
      'login',
      { account, password: goodPassword, puzzleToken: await house.puzzleToken('login', ip) },
      { userAgent, ip },
    )
  ).message as OpenedSession;
/** Registered at the place where the person then signs in. */
const register = (account: string, userAgent: string) => house.register(account, {}, homeIp, userAgent);
const isOver = async (token: string) => (await house.call('userInfo', {}, { token })).type === '999';
const titles = async (token: string) =>
  ((await house.call('userMessages', {}, { token })).message as { items: { title: string; body: string }[] }).items;

it('each sign-in is a device; the other account mode is the same one; what ended stays in the list', async () => {
  await house.register('devices@example.com', {}, undefined, phone);
  const own = await signIn('devices@example.com', laptop);
  const demo = (await house.call('switchAccount', { mode: 'demo' }, { token: own.token })).message as OpenedSession;
  house.clock.advance(1000);
  const other = await signIn('devices@example.com', phone);
  expect((await devicesOf(demo.token)).map(({ device, isLive, isThisOne }) => [device, isLive, isThisOne])).toEqual([
    ['Chrome, Android', true, false],
    ['Safari, macOS', true, true],
    ['Chrome, Android', true, false],
  ]);
  await house.call('logout', {}, { token: other.token });
  expect((await devicesOf(demo.token)).map(({ device, isLive }) => [device, isLive])).toEqual([
    ['Safari, macOS', true],
    ['Chrome, Android', true],
    ['Chrome, Android', false],
  ]);
});

it('one device is signed out, or all others; its token ends at once, and the own one stays', async () => {
  await house.register('ending@example.com');
  const [first, second, own] = [
    await signIn('ending@example.com', phone),
    await signIn('ending@example.com', laptop),
    await signIn('ending@example.com', phone),
  ];
  const listed = await devicesOf(own.token);
  const mac = listed.find(({ device }) => device.startsWith('Safari'));
  expect((await house.call('endDevices', { id: mac?.id }, { token: own.token })).type).toBe('ok');
  expect([await isOver(first.token), await isOver(second.token), await isOver(own.token)]).toEqual([false, true, false]);
  expect((await house.call('endDevices', {}, { token: own.token })).type).toBe('ok');
  expect([await isOver(first.token), await isOver(own.token)]).toEqual([true, false]);
  expect((await devicesOf(own.token)).filter(({ isLive }) => isLive)).toHaveLength(1);
  expect(await house.call('endDevices', { id: mac?.id }, { token: own.token })).toMatchObject({ message: 'DATA_NOT_FOUND' });
});

it("a stranger's device is not found, and is not ended", async () => {
  const { token } = await house.newcomer('victim@example.com');
  const stranger = await house.newcomer('stranger@example.com');
  const id = (await devicesOf(token))[0]?.id;
  expect(await house.call('endDevices', { id }, { token: stranger.token })).toMatchObject({ message: 'DATA_NOT_FOUND' });
  expect(await isOver(token)).toBe(false);
});

it('mail is in the language that was chosen last, on whatever device', async () => {
  await register('spoken@example.com', phone);
  const { token } = await signIn('spoken@example.com', phone);
  expect(await house.call('setLanguage', { language: 'de' }, { token })).toMatchObject({ type: 'ok' });
  expect((await house.call('userInfo', {}, { token })).message).toMatchObject({ language: 'de' });
  const printed = house.printed.length;
  await signIn('spoken@example.com', laptop);
  expect(house.printed.slice(printed).join('\n')).toContain('Wenn Sie das nicht waren');
});

it('a sign-in from a device that the person never used is told, in the app and by mail; a known one is not', async () => {
  await register('told@example.com', phone);
  const known = await signIn('told@example.com', phone);
  expect((await titles(known.token)).map(({ title }) => title)).toEqual(['Welcome to Tessera']);
  const printed = house.printed.length;
  await signIn('told@example.com', laptop);
  const [newest] = await titles(known.token);
  expect(newest?.title).toBe('Somebody logged in on a new device');
  expect(newest?.body).toContain('Safari, macOS · 192.0.2.•');
  expect(house.printed.slice(printed).join('\n')).toContain('told@example.com');
  expect((await signIn('told@example.com', laptop)).token).toBeDefined();
  expect(await titles(known.token)).toHaveLength(2);
  // Many have a browser of that name: in another network it is another device.
  await signIn('told@example.com', phone, '203.0.113.9');
  expect((await titles(known.token))[0]?.body).toContain('Chrome, Android · 203.0.113.•');
  await signIn('told@example.com', phone, '203.0.113.77');
  expect(await titles(known.token)).toHaveLength(3);
});

const newDevices = async (token: string) =>
  (await titles(token)).filter(({ title }) => title === 'Somebody logged in on a new device');

it('a browser that nobody knows puts none of its words into the list, a message or a mail', async () => {
  const { token } = await house.newcomer('forged@example.com');
  await signIn('forged@example.com', laptop);
  const printed = house.printed.length;
  for (const forged of [
    'Pay at http://evil.example/1 (now',
    '<b>Pay at evil.example</b>/1 ',
    `${'evil.example '.repeat(300)}/1 (x`,
  ])
    await signIn('forged@example.com', forged);
  const seen = JSON.stringify([await devicesOf(token), await titles(token), house.printed.slice(printed)]);
  expect(seen).toContain('Safari, macOS');
  expect(seen).not.toContain('evil');
});

it('of the new devices of a day five are told by mail, and all in the app; the next day is told again', async () => {
  await register('buried@example.com', phone);
  const { token } = await signIn('buried@example.com', phone);
  const printed = house.printed.length;
  const systems = ['Windows NT 10.0', 'X11; Linux x86_64', 'Macintosh; Intel Mac OS X 10.15', 'Android 14; Mobile'];
  for (const system of systems) {
    await signIn('buried@example.com', `Mozilla/5.0 (${system}; rv:127.0) Gecko/20100101 Firefox/127.0`);
    await signIn('buried@example.com', `Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0`);
  }
  expect(await newDevices(token)).toHaveLength(2 * systems.length);
  expect(house.printed).toHaveLength(printed + 5);
  house.clock.advance(86_400_000);
  await signIn('buried@example.com', laptop);
  expect(house.printed).toHaveLength(printed + 6);
});

it('an account whose devices are forgotten is told of the next one; a new account is not told of its first', async () => {
  const { token, userId } = await house.newcomer('dormant@example.com');
  const forget = () => database.owner.query('delete from sign_in where user_id = $1', [userId]);
  await forget();
  expect(await newDevices((await signIn('dormant@example.com', phone)).token)).toEqual([]);
  await forget();
  await database.owner.query('update app_user set created_at_ms = created_at_ms - 91 * 86400000::bigint where id = $1', [userId]);
  expect(await isOver(token)).toBe(false);
  expect(await newDevices((await signIn('dormant@example.com', phone)).token)).toHaveLength(1);
});

it('a sign-in is over after thirty days, however often the account mode was changed in it', async () => {
  let { token } = await house.newcomer('renewed@example.com');
  const untilMs = house.clock.now() + 30 * 86_400_000;
  for (const mode of ['demo', 'real', 'demo', 'real', 'demo', 'real']) {
    house.clock.advance(4.9 * 86_400_000);
    const answer = (await house.call('switchAccount', { mode }, { token })).message as OpenedSession & { expiresAtMs: number };
    expect(answer.expiresAtMs).toBe(untilMs);
    token = answer.token;
  }
  expect(await isOver(token)).toBe(false);
  house.clock.advance(0.7 * 86_400_000);
  expect(await isOver(token)).toBe(true);
});

interface SignIn {
  readonly atMs: number;
  readonly way: string;
  readonly device: string;
  readonly network: string;
}
const signInsOf = async (token: string, pageSize = '100') =>
  (await house.call('signIns', { pageSize }, { token })).message as { items: SignIn[]; total: number };

it('the login history: when, how, with what and where from, without the whole address; ninety days, a hundred at most', async () => {
  await register('history@example.com', phone);
  const { token } = await signIn('history@example.com', laptop, '2001:db8:7:1::5');
  const { token: strangers } = await house.newcomer('other-history@example.com');
  expect((await signInsOf(token)).items).toMatchObject([
    { atMs: house.clock.now(), way: 'password', device: 'Safari, macOS', network: '2001:0db8:0007:•' },
    { way: 'registration', device: 'Chrome, Android', network: '192.0.2.•' },
  ]);
  expect((await signInsOf(strangers)).total).toBe(1);
  await database.owner.query(
    `insert into sign_in (user_id, at_ms, way, device, network) select user_id, at_ms, way, device, network
       from sign_in, generate_series(1, 120) where way = 'registration' and device = 'Chrome, Android' and user_id =
       (select id from app_user where email = 'history@example.com')`,
  );
  const again = await signIn('history@example.com', laptop);
  expect((await signInsOf(again.token)).total).toBe(100);
  house.clock.advance(90 * 86_400_000);
  await house.identity.forgetOldRows();
  const { rowCount } = await database.owner.query('select from sign_in where at_ms < $1', [house.clock.now() - 90 * 86_400_000]);
  expect(rowCount).toBe(0);
});

it('a mail service that does not answer keeps nobody from signing in', async () => {
  const slow = await openIdentity(database, { isDeliveryStuck: true });
  await slow.register('stuck@example.com', {}, homeIp, phone);
  const request = { account: 'stuck@example.com', password: goodPassword };
  const puzzleToken = await slow.puzzleToken('login');
  expect((await slow.call('login', { ...request, puzzleToken }, { userAgent: laptop })).type).toBe('ok');
  await slow.close();
});
