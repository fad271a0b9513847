import { expect, test } from '@jest/globals';
import type { AddressKind } from '../networks/AssetNetwork';
import { addressOn } from './addressOn';
import { cardNumberOf } from './cardNumber';

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const oldBitcoin = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

test.each<[AddressKind, string, string]>([
  ['bitcoin', oldBitcoin, oldBitcoin],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['bitcoin', segwit, segwit],
  ['bitcoin', segwit.toUpperCase(), segwit],
  [
    'bitcoin',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ['tron', ` ${tron}\n`, tron],
  ['evm', evm, evm],
  ['evm', evm.toLowerCase(), evm],
])('%s: %s is read', async (kind, typed, read) => {
  expect(await addressOn(kind, typed)).toBe(read);
});

test.each<[AddressKind, string, string]>([
  ['bitcoin', 'a letter changed', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['bitcoin', 'letters of both cases', segwit.replace('w508', 'W508')],
  ['bitcoin', 'two letters swapped', segwit.replace('t4', '4t')],
  ['bitcoin', 'the newer checksum under the older version', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['bitcoin', 'a version that nobody spends from yet', 'BC1SW50QGDZ25J'],
  ['bitcoin', 'of the test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['bitcoin', 'of another chain', tron],
  ['bitcoin', 'a key that spends', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
  ['tron', 'of another chain', oldBitcoin],
  ['tron', 'letters lowered', tron.toLowerCase()],
  ['tron', 'cut off', tron.slice(0, -1)],
  ['evm', 'another sum in the case of its letters', evm.replace('aAeb', 'AAeb')],
  ['evm', 'without its 0x', evm.slice(2)],
  ['evm', 'cut off', evm.slice(0, -1)],
  ['evm', 'nothing', ''],
  ['evm', 'the zero address', `0x${'0'.repeat(40)}`],
  ['evm', 'a function of the chain', `0x${'0'.repeat(39)}9`],
  ['tron', 'of nothing', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['bitcoin', 'of nothing', '1111111111111111111114oLvT2'],
  ['tron', 'far too long', 'T'.repeat(120)],
])('%s: %s is refused', async (kind, _, typed) => {
  expect(await addressOn(kind, typed)).toBeUndefined();
});

test.each([
  ['4242 4242 4242 4242', '4242424242424242'],
  ['4111-1111-1111-1111', '4111111111111111'],
  ['４１１１１１１１１１１１１１１１', '4111111111111111'],
  ['4242424242424241', undefined],
  ['2424424242424242', undefined],
  ['0000000000000000', undefined],
  ['42424242424', undefined],
  ['4'.repeat(20), undefined],
  ['4242 4242 4242 424x', undefined],
])('a card number: %s', (typed, digits) => {
  expect(cardNumberOf(typed)).toBe(digits);
});
