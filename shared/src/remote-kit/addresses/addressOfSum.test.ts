import { describe, expect, it } from '@jest/globals';
import { addressOfSum } from './addressOfSum';

// m/44'/60'/0'/0 of the phrase "test test test test test test test test test test test junk", and its first two places.
const point = '03b93015e4ada498248da1ed7041e749ccb07a4489e2e33b38405f5c93d44703e9';
const places = [
  ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'cee5aa6a29024cb060a38bc91bc48c850daa46948cf32d26c30542e22b7db51c'],
  ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '7ca2cf09fef7cc7295032e7b3a1fe07a9e9c18f6a99248ae278155a1a2031ea9'],
] as const;

describe('the address of a published point', () => {
  it.each(places)('is the one that a wallet shows: %s', (address, tweak) => {
    expect(addressOfSum(point, tweak)).toBe(address.toLowerCase());
  });

  it('is another with another number or another point, and none where they are no such things', () => {
    const [[address, tweak]] = places;
    const other = `${tweak.slice(0, -1)}${tweak.endsWith('0') ? '1' : '0'}`;
    expect(addressOfSum(point, other)).not.toBe(address.toLowerCase());
    expect(addressOfSum(`03${point.slice(2)}`, tweak)).not.toBe(addressOfSum(`02${point.slice(2)}`, tweak));
    for (const [wrongPoint, wrongTweak] of [
      [`02${'f'.repeat(64)}`, tweak],
      ['02', tweak],
      [point, 'f'.repeat(64)],
      [point, '0'.repeat(64)],
      [point, ''],
    ] as const)
      expect(addressOfSum(wrongPoint, wrongTweak)).toBeUndefined();
  });
});
