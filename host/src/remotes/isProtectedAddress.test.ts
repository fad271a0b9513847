import { expect, test } from '@jest/globals';
import { isProtectedAddress } from './isProtectedAddress';

const own = 'http://127.0.0.1:8080';
test.each([
  ['https://cdn.example/r/market/remoteEntry.js', true],
  ['http://127.0.0.1:8080/r/market/remoteEntry.js', true],
  ['http://127.0.0.1:8081/r/market/remoteEntry.js', false],
  ['http://cdn.example/r/market/remoteEntry.js', false],
  ['data:text/javascript,alert(1)', false],
  ['blob:http://127.0.0.1:8081/1', false],
])('%s: %s', (address, isAllowed) => {
  expect(isProtectedAddress(address, own)).toBe(isAllowed);
});
