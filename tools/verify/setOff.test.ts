/** A refund that is kept as set off, beside what its holder won. */
import { expect, test } from '@jest/globals';
import { setOffCheck, type SecondsOfAccount } from './setOff';

const incident = { id: '3', symbol: 'BTC-USDT', fromMs: 1000, toMs: 2000 };
const order = {
  ...{ id: '7', symbol: 'BTC-USDT', asset: 'USDT', stake: '100', fee: '1', acceptedAtMs: 500, expiresAtMs: 1500 },
  ...{ outcome: 'void', voidReason: 'incident', returned: '0', profit: '-101' },
};
const voided = (change: Partial<SecondsOfAccount['order']> = {}): SecondsOfAccount => ({
  order: { ...order, ...change },
  proofs: [{ incident }],
});
const won = (profit: string, change: Partial<SecondsOfAccount['order']> = {}): SecondsOfAccount => ({
  order: { ...order, id: '8', outcome: 'won', voidReason: null, returned: '180', profit, ...change },
  proofs: [{ incident: null }],
});

test.each<readonly [string, SecondsOfAccount, readonly SecondsOfAccount[], boolean, string | undefined]>([
  ['nothing was won', voided(), [], true, 'failed'],
  ['contracts are left out', voided(), [], false, 'partial'],
  ['as much was won', voided(), [won('101')], true, 'ok'],
  ['more was won', voided(), [won('400')], true, 'ok'],
  ['less was won', voided(), [won('80')], true, 'failed'],
  ['the rest came back', voided({ returned: '21' }), [won('80')], true, 'ok'],
  ['won in another asset', voided(), [won('400', { asset: 'BTC' })], true, 'failed'],
  ['won in another market', voided(), [won('400', { symbol: 'ETH-USDT' })], true, 'failed'],
  ['won at another time', voided(), [won('400', { acceptedAtMs: 2001, expiresAtMs: 3000 })], true, 'failed'],
  ['another one brought the rest', voided(), [won('101'), voided({ id: '9', returned: '101' })], true, 'ok'],
  ['the same winner, set off twice', voided(), [won('101'), voided({ id: '9' })], true, 'failed'],
  ['all came back', voided({ returned: '101' }), [], true, undefined],
])('set off: %s', (_, one, others, isWhole, state) => {
  expect(setOffCheck(one, [one, ...others], isWhole)?.state).toBe(state);
});
