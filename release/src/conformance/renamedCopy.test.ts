import { expect, test } from '@jest/globals';
import { integrityOf } from '../integrity';
import { otherHashThan, renamedCopy } from '@tessera/shared/build/renamedCopy';

test('a renamed copy says its new hash, and the integrity of every changed file is filled in up to the entry', () => {
  const files = (hash: string): ReadonlyMap<string, Uint8Array> => {
    const deep = Buffer.from(`chunk of ${hash}`);
    const app = Buffer.from(`app ${integrityOf(deep)}`);
    const entry = Buffer.from(`self.promo_${hash} = ['${integrityOf(app)}', '${integrityOf(picture)}']`);
    return new Map([
      ['entry.js', entry],
      ['app.js', app],
      ['deep.js', deep],
      ['a.png', picture],
    ]);
  };
  const picture = Buffer.from('0a1b2c3d is no text here');
  const other = otherHashThan('0a1b2c3d');
  expect(other).toMatch(/^[0-9a-f]{8}$/);
  expect(renamedCopy(files('0a1b2c3d'), '0a1b2c3d', other)).toEqual(files(other));
});
