import { expect, test } from '@jest/globals';
import { addressPrefixes, visitorOf } from './addressPrefixes';

test('IPv4: the address, and its /24 with eight allowances; an IPv4 address in IPv6 clothes is the same', () => {
  const expected = [
    { prefix: '192.0.2.77', share: 1 },
    { prefix: '192.0.2.0/24', share: 8 },
  ];
  expect(addressPrefixes('192.0.2.77')).toEqual(expected);
  expect(addressPrefixes('::ffff:192.0.2.77')).toEqual(expected);
});

test('IPv6: a new address of one /64 is no new visitor, and a new /64 of one /48 has no new allowance for ever', () => {
  expect(addressPrefixes('2001:db8:1:2ff::1')).toEqual([
    { prefix: '2001:0db8:0001:02ff::/64', share: 1 },
    { prefix: '2001:0db8:0001:0200::/56', share: 4 },
    { prefix: '2001:0db8:0001::/48', share: 16 },
  ]);
  expect(visitorOf('2001:DB8:1:2ff:a:b:c:d')).toBe(visitorOf('2001:db8:1:2ff::1'));
  expect(visitorOf('2001:db8:1:2fe::1')).not.toBe(visitorOf('2001:db8:1:2ff::1'));
  expect(visitorOf('::1')).toBe('0000:0000:0000:0000::/64');
});

test('nobody is where a connection was: refused by name, not by accident', () => {
  expect(() => visitorOf(undefined)).toThrow(expect.objectContaining({ code: 'REQUEST_ILLEGAL' }));
});
