import { expect, test } from '@jest/globals';
import { createTestClock } from '../../platform/Clock';
import { createOperatorDoor } from './operatorDoor';

const token = 'a-token-of-some-length-01';

function openDoor() {
  const clock = createTestClock(1_800_000_000_000);
  const waited: number[] = [];
  const late: (() => void)[] = [];
  const door = createOperatorDoor(token, clock, (ms) => {
    waited.push(ms);
    return new Promise((go) => late.push(go));
  });
  const knock = async (tried: string, address = '192.0.2.1') => {
    const answer = door.knock(tried, address);
    for (const go of late.splice(0)) go();
    return answer;
  };
  return { clock, waited, late, door, knock };
}

test("wrong tokens make the answers of their address late, the right one's too, and never lock it out", async () => {
  const { waited, knock } = openDoor();
  for (let tries = 0; tries < 10; tries++) expect(await knock(`guess ${tries}`)).toEqual({ is: 'wrong' });
  expect(waited).toEqual([250, 500, 1000, 2000, 4000]);
  expect(await knock(token, '192.0.2.2')).toEqual({ is: 'admitted' });
  expect(waited).toHaveLength(5);
  expect(await knock(token)).toEqual({ is: 'admitted' });
  expect(waited.at(-1)).toBe(4000);
  await knock('a slip');
  await knock(token);
  expect(waited).toHaveLength(6);
});

test('of a flood few answers are held back, and the right token is one of them at most', async () => {
  const { late, door, knock } = openDoor();
  for (let tries = 0; tries < 5; tries++) await knock(`guess ${tries}`);
  const flood = Array.from({ length: 20 }, (_, tries) => door.knock(`flood ${tries}`, '192.0.2.1'));
  const right = door.knock(token, '192.0.2.1');
  expect(late).toHaveLength(9);
  for (const go of late.splice(0)) go();
  const answers = (await Promise.all(flood)).map(({ is }) => is);
  expect(answers.filter((is) => is === 'flooding')).toHaveLength(12);
  expect(await right).toEqual({ is: 'admitted' });
});

test('another address of the same IPv6 network is the same guesser; an hour of peace forgives', async () => {
  const { clock, waited, knock } = openDoor();
  for (let tries = 0; tries < 6; tries++) await knock('a guess', `2001:db8::${tries}`);
  expect(waited).toEqual([250]);
  clock.advance(3_600_000);
  await knock('a guess', '2001:db8::77');
  expect(waited).toHaveLength(1);
});
