import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { toHex } from './bytes';
import { sha256 } from './sha256';

it('gives the published digest of "abc" and of the empty message', () => {
  expect(toHex(sha256(Uint8Array.of(97, 98, 99)))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(toHex(sha256(new Uint8Array(0)))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('agrees with the platform on messages of every length around the block borders', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toHex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
    { numRuns: 400 },
  );
});
