import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { verify, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPointer, aRemotePointer } from '../testing/aRelease';
import { temporaryRelease, type TemporaryRelease } from '../testing/temporaryRelease';
import { keys, keysText, rotateKeys } from './keys';

let release: TemporaryRelease;
beforeEach(async () => {
  release = await temporaryRelease();
});
afterEach(() => release.remove());

/** What a page does that was opened when the host trusted these keys. */
function accepts(trusted: readonly string[]): boolean {
  const path = join(release.context.dataDir, 'releases/pointer/prod.json');
  const [body, signatures] = [readFileSync(path), readFileSync(`${path}.sig`, 'utf8').trim().split('\n')];
  return trusted.some((spki) => {
    const key = createPublicKey({ key: Buffer.from(spki, 'base64'), format: 'der', type: 'spki' });
    return signatures.some((signature) =>
      verify('sha256', body, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64')),
    );
  });
}

test('a page of before accepts the pointer after one rotation and refuses it after two; one opened in between accepts both', async () => {
  const { context } = release;
  await context.store.swapPointer('prod', aPointer(1, { remotes: { market: aRemotePointer('market', '1.0.0+00000001') } }));
  const opened = context.keys.trusted;

  expect(await rotateKeys(context, { channel: 'prod' })).toMatchObject({ outcome: 'changed', serial: 2 });
  expect(await context.store.readPointer('prod')).toMatchObject({
    serial: 2,
    by: 'ada',
    reason: 'keys rotated',
    remotes: { market: { stable: { version: '1.0.0+00000001' } } },
  });
  const openedBetween = context.keys.trusted;
  expect([accepts(opened), accepts(openedBetween)]).toEqual([true, true]);

  await rotateKeys(context, { channel: 'prod' });
  expect([accepts(opened), accepts(openedBetween), accepts(context.keys.trusted)]).toEqual([false, true, true]);
});

test('the log of before the rotation stays verified, and a change of another process goes on with the new key', async () => {
  const other = await release.another('grace');
  await other.store.swapPointer('prod', aPointer(1));
  await rotateKeys(release.context, { channel: 'prod', reason: 'yearly' });
  await other.store.swapPointer('prod', aPointer(3));
  expect(
    (await release.context.store.readLog(9)).map(({ pointer, isSigned }) => [pointer.serial, pointer.reason, isSigned]),
  ).toEqual([
    [3, 'change 3', true],
    [2, 'yearly', true],
    [1, 'change 1', true],
  ]);
  expect(accepts(release.context.keys.trusted)).toBe(true);
});

test('the tool dies after signing with the next key: hosts of both pairs accept it, changes go on, and the verb can be repeated', async () => {
  const { context } = release;
  await context.store.swapPointer('prod', aPointer(1));
  const opened = context.keys.trusted;
  await context.store.swapPointer('prod', aPointer(2), 'next');
  expect(accepts(opened)).toBe(true);
  await context.store.swapPointer('prod', aPointer(3));
  expect(await rotateKeys(context, { channel: 'prod' })).toMatchObject({ serial: 4 });
  expect([accepts(opened), accepts(context.keys.trusted)]).toEqual([true, true]);
});

test("a colleague's change falls between the new signature and the new keys: it is signed anew, so that hosts of the new pair accept it", async () => {
  const { context } = release;
  await context.store.swapPointer('prod', aPointer(1));
  const store = {
    ...context.store,
    async swapPointer(...change: Parameters<typeof context.store.swapPointer>) {
      await context.store.swapPointer(...change);
      if (change[2] === 'next') await context.store.swapPointer('prod', aPointer(3, { by: 'grace', reason: 'blank page' }));
    },
  };
  expect(await rotateKeys({ ...context, store }, { channel: 'prod' })).toMatchObject({ serial: 4 });
  expect(accepts(context.keys.trusted)).toBe(true);
});

test('a dry run tells which key would sign and changes nothing; nothing promoted yet: there is no pointer to sign', async () => {
  const before = keys(release.context);
  expect(await rotateKeys(release.context, { channel: 'prod', dryRun: true })).toMatchObject({
    outcome: 'would-change',
    serial: null,
  });
  expect(keys(release.context)).toEqual(before);
  expect(await rotateKeys(release.context, { channel: 'prod' })).toMatchObject({
    outcome: 'changed',
    serial: null,
    after: { current: before.next, retired: [before.current] },
  });
  expect(keysText(keys(release.context)).split('\n')).toEqual([
    `${before.next}  signs`,
    expect.stringMatching(/^[0-9a-f]{16} {2}next/),
    `${before.current}  retired`,
  ]);
});
