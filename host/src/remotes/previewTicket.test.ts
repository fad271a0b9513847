import { expect, test } from '@jest/globals';
import { readPreviewTicket } from './previewTicket';
import { aRelease, aTicket } from './testing/remotesOnTheBench';

const release = aRelease('1.2.0+00000003');
const read = (expiresAtMs: number, nowMs: number) =>
  readPreviewTicket(aTicket('market', release, expiresAtMs), { isSigned: () => Promise.resolve(true), now: () => nowMs });

test('a ticket counts until the moment that it names', async () => {
  expect(await read(2000, 1999)).toEqual({ schema: 1, remote: 'market', release, expiresAtMs: 2000 });
  expect(await read(2000, 2000)).toBeUndefined();
});
