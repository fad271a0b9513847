import { describe, expect, it } from '@jest/globals';
import { useTestDatabase } from '../../test/testDatabase';
import { createTestClock } from '../platform/Clock';
import { countOf, countsFrom, createThrottle, throttleRules } from './throttle';

const database = useTestDatabase();
const { loginByIp, loginByAccount } = throttleRules;

function open() {
  const clock = createTestClock(1_800_000_000_000);
  const throttle = createThrottle({ db: database.db, clock });
  const isOpen = async (ip: string) =>
    throttle.attempt(...countsFrom(loginByIp, ip)).then(
      () => true,
      () => false,
    );
  const succeed = async (ip: string) => (await throttle.attempt(...countsFrom(loginByIp, ip))).succeeded();
  const count = async (key: string) =>
    (await database.db.selectFrom('throttle').select('count').where('key', '=', key).executeTakeFirst())?.count;
  return { clock, throttle, isOpen, succeed, count };
}
async function howMany(tries: number, attempt: (n: number) => Promise<boolean>): Promise<number> {
  let passed = 0;
  for (let n = 0; n < tries; n += 1) if (await attempt(n)) passed += 1;
  return passed;
}

describe('attempts from an address', () => {
  it('that turn out to be no guesses are given back: 70 good ones leave the whole allowance', async () => {
    const { isOpen, succeed } = open();
    for (let n = 0; n < 70; n += 1) await succeed('198.51.100.1');
    expect(await howMany(60, () => isOpen('198.51.100.1'))).toBe(50);
  });

  it('a success between two failures buys a guesser nothing', async () => {
    const { isOpen, succeed } = open();
    const passed = await howMany(60, async () => {
      const isPassed = await isOpen('198.51.101.1');
      await succeed('198.51.101.1').catch(() => undefined);
      return isPassed;
    });
    expect(passed).toBe(50);
  });

  it('successes do not keep old failures from being forgotten', async () => {
    const { clock, isOpen, succeed } = open();
    expect(await howMany(49, () => isOpen('198.51.102.1'))).toBe(49);
    for (let minute = 0; minute < 31; minute += 1) {
      clock.advance(60_000);
      await succeed('198.51.102.1');
    }
    expect(await howMany(60, () => isOpen('198.51.102.1'))).toBe(50);
  });

  it('of one IPv6 network share one allowance; a network of networks has some, and not one for each', async () => {
    const { isOpen } = open();
    expect(await howMany(70, (n) => isOpen(`2001:db8:1:1::${n + 1}`))).toBe(50);
    expect(await isOpen('2001:db8:1:2::1')).toBe(true);
    expect(await howMany(250, (n) => isOpen(`2001:db8:2:${(n + 1).toString(16)}::1`))).toBe(200);
    expect(await isOpen('2001:db8:3:1::1')).toBe(true);
  });

  it('that are refused by one count leave the others as they were', async () => {
    const { throttle, isOpen, count } = open();
    await howMany(50, () => isOpen('198.51.103.1'));
    const byAccount = countOf(loginByAccount, 'anna@example.com|198.51.103.1');
    await expect(throttle.attempt(byAccount, ...countsFrom(loginByIp, '198.51.103.1'))).rejects.toThrow('AUTH_TOO_MANY_TRIES');
    expect(await count('login-account:anna@example.com|198.51.103.1')).toBe(0);
    expect(await count('login-ip:198.51.103.0/24')).toBe(50);
  });
});
