import { beforeEach, expect, test } from '@jest/globals';
import { keepPreviewTicket, keptPreviewTicket } from './keptPreviewTicket';

beforeEach(() => window.sessionStorage.clear());

test('a ticket in the address: kept for the session and gone from the address, which is otherwise as it was', () => {
  window.history.replaceState({ depth: 3 }, '', '/h5/?mobile=1&preview=body.signature#/pages/market/index?symbol=BTC-USDT');
  keepPreviewTicket(window);
  expect(window.location.href).toMatch(/\/h5\/\?mobile=1#\/pages\/market\/index\?symbol=BTC-USDT$/);
  expect(window.history.state).toEqual({ depth: 3 });
  expect(keptPreviewTicket(window).read()).toBe('body.signature');
});

test('no ticket in the address: the one of this session stays, until it is forgotten', () => {
  window.sessionStorage.setItem('tessera.preview', 'body.signature');
  window.history.replaceState(null, '', '/h5/#/');
  keepPreviewTicket(window);
  const kept = keptPreviewTicket(window);
  expect(kept.read()).toBe('body.signature');
  kept.forget();
  expect(kept.read()).toBeUndefined();
});
