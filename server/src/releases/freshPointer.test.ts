import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSigningKeys, servedFreshnessMs, type SigningKeys } from '@tessera/release';
import { freshnessText, readSignatureLines } from '@tessera/shared/federation';
import { createTestClock, type TestClock } from '../platform/Clock';
import { createFreshSignatures, type FreshSignatures } from './freshPointer';

let folder: string;
let keys: SigningKeys;
let clock: TestClock;
let fresher: FreshSignatures;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-fresh-'));
  keys = openSigningKeys(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  clock = createTestClock(1_800_000_000_000);
  fresher = createFreshSignatures({ keys, clock });
});

const aPointer = (serial: number) =>
  JSON.stringify({ schema: 1, channel: 'prod', serial, issuedAtMs: 1, by: 'ada', reason: 'test', remotes: {} });
/** Until when the text is called live, by words of the installation's keys. */
const liveUntil = (body: string, text: string) =>
  readSignatureLines(text).freshness.flatMap(({ untilMs, signature }) =>
    keys.isSignedBy(freshnessText('prod', untilMs, body), signature) ? [untilMs - clock.now()] : [],
  );

test('the pointer is called live for a day, by each key, whatever word lay beside it; its signatures stay', () => {
  const body = aPointer(2);
  const lines = [keys.sign(body), keys.sign(aPointer(1))];
  const text = fresher('prod', body, `${[...lines, 'fresh:1:QUJD'].join('\n')}\n`);
  expect(readSignatureLines(text).signatures).toEqual(lines);
  expect(liveUntil(body, text)).toEqual([servedFreshnessMs, servedFreshnessMs]);
  expect(liveUntil(aPointer(1), text)).toEqual([]);
});

test('a quiet night: signed anew while somebody asks, and not for each who does', () => {
  const body = aPointer(2);
  const first = fresher('prod', body, keys.sign(body));
  const again = createFreshSignatures({ keys, clock });
  const line = keys.sign(body);
  expect(again('prod', body, line)).toBe(again('prod', body, line));
  clock.advance(10 * 3_600_000);
  expect(liveUntil(body, first)[0]).toBeLessThan(servedFreshnessMs);
  expect(liveUntil(body, fresher('prod', body, keys.sign(body)))).toEqual([servedFreshnessMs, servedFreshnessMs]);
});

test('an older pointer in the place of the newest, and one that no key of ours signed, are not called live', () => {
  const [older, newest] = [aPointer(2), aPointer(3)];
  fresher('prod', newest, keys.sign(newest));
  expect(liveUntil(older, fresher('prod', older, keys.sign(older)))).toEqual([]);
  expect(liveUntil(aPointer(9), fresher('prod', aPointer(9), keys.sign(newest)))).toEqual([]);
});
