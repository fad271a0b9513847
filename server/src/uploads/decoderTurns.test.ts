import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createTestClock, type TestClock } from '../platform/Clock';
import { createDecoderTurns, type DecoderTurns } from './decoderTurns';

let clock: TestClock;
let turns: DecoderTurns;
let begun: string[];
/** In the order in which they began. */
let running: { readonly name: string; end(): void }[];
beforeEach(() => {
  clock = createTestClock(1_800_000_000_000);
  turns = createDecoderTurns({ clock, atOnce: 2, waitLimitMs: 60_000, shareMs: 90_000, refill: 0.1 });
  begun = [];
  running = [];
});
afterEach(async () => {
  while (running.length > 0) await take(0);
});

const send = (person: string, name = person): Promise<string> =>
  turns.run(person, () => {
    begun.push(name);
    return new Promise((resolve) => running.push({ name, end: () => resolve(name) }));
  });
/** The picture that began first takes that long, and is done. */
async function take(ms: number): Promise<void> {
  clock.advance(ms);
  running.shift()?.end();
  await new Promise((resolve) => setImmediate(resolve));
}
const answer = (work: Promise<unknown>) =>
  work.catch(({ code, params }: { code: string; params: Record<string, string> }) => [code, params['seconds']]);

test('two who send one slow picture after the other: a third person is next', async () => {
  const crowd = ['a', 'b'];
  for (const person of crowd) void send(person);
  await take(5000);
  await take(0);
  for (const person of [...crowd, ...crowd, ...crowd]) void send(person, `${person} again`);
  void send('c');
  expect(begun).toEqual(['a', 'b', 'a again', 'b again']);
  await take(5000);
  expect(begun.at(-1)).toBe('c');
});

test('twelve who do so keep nobody waiting for longer than one picture', async () => {
  const crowd = Array.from({ length: 12 }, (_, n) => `one of many ${n}`);
  for (const person of crowd) void send(person);
  for (let done = 0; done < crowd.length; done += 1) await take(5000);
  for (const person of [...crowd, ...crowd]) void send(person);
  void send('c');
  await take(5000);
  expect(begun.at(-1)).toBe('c');
});

test('of those who had as much, whoever waits longer is next', async () => {
  for (const person of ['a', 'b', 'c', 'd', 'e']) void send(person);
  await take(0);
  await take(0);
  await take(0);
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a share that is used up refills; until then nothing of that person is decoded, and the others are', async () => {
  for (let pictures = 0; pictures < 10; pictures += 1) {
    void send('a');
    await take(10_000);
  }
  expect(await answer(send('a'))).toEqual(['TOO_MANY_REQUESTS', '11']);
  void send('b');
  expect(begun.at(-1)).toBe('b');
  clock.advance(11_000);
  void send('a');
  expect(begun.at(-1)).toBe('a');
});

test('a picture that fails gives its place on; a wait that is too long is refused and keeps none', async () => {
  turns = createDecoderTurns({ clock, atOnce: 1, waitLimitMs: 5, shareMs: 90_000, refill: 0.1 });
  const failing = turns.run('a', () => new Promise((_, reject) => setTimeout(() => reject(new Error('broken')), 30)));
  expect(await answer(send('b'))).toEqual(['TOO_MANY_REQUESTS', '1']);
  await expect(failing).rejects.toThrow('broken');
  void send('c');
  expect(begun).toEqual(['c']);
});
