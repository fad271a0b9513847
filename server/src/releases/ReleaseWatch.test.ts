import { afterEach, expect, test } from '@jest/globals';
import { ReleaseProblem } from '@tessera/release';
import type { Repeating } from '../platform/timers';
import type { Outage } from './outage';
import { watchReleases } from './ReleaseWatch';

let watch: Repeating | undefined;
afterEach(() => watch?.stop());

const pointer = (serial: number): string =>
  JSON.stringify({ schema: 1, channel: 'prod', serial, issuedAtMs: 1, by: 'ada', reason: 'test', remotes: {} });

/** One look at each thing that the store holds in turn; resolves when the last one was looked at. */
async function looksAt(contents: readonly (string | undefined | 'down')[]) {
  const told: number[] = [];
  const failures: unknown[] = [];
  let isOver = () => undefined as void;
  const over = new Promise<void>((resolve) => (isOver = resolve));
  const left = [...contents];
  const outage: Outage = { failed: (error) => failures.push(error), ended: () => undefined };
  const read = async () => {
    if (left.length === 0) isOver();
    const content = left.shift();
    if (content === 'down') throw new ReleaseProblem('unreachable', 'the store does not answer');
    return content === undefined ? undefined : Buffer.from(content);
  };
  watch = watchReleases({ read }, { lookMs: 1, outage, onPointer: ({ serial }) => told.push(serial) });
  await over;
  return { told, failures: failures.length };
}

test('no pointer yet, then one, the same again, then a new one: each is told once, also the first', async () => {
  expect(await looksAt([undefined, pointer(4), pointer(4), pointer(5)])).toEqual({ told: [4, 5], failures: 0 });
});

test('the store is out of reach or holds no pointer: reported, and the next pointer is told', async () => {
  expect(await looksAt([pointer(4), 'down', '{"serial":5', '{"serial":"x"}', pointer(6)])).toEqual({ told: [4, 6], failures: 3 });
});

test('a store that never answers: stopping does not wait for it', async () => {
  let isAsked = () => undefined as void;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const read = () => {
    isAsked();
    return new Promise<never>(() => undefined);
  };
  const outage: Outage = { failed: () => undefined, ended: () => undefined };
  const hanging = watchReleases({ read }, { lookMs: 1, outage, onPointer: () => undefined });
  await asked;
  await hanging.stop();
});
