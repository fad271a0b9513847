/** Whose allowance a call uses up. */
import { expect, test } from '@jest/globals';
import { endpoints, type EndpointName } from '@tessera/shared/contract';
import { createLimits, limitGroupOf, spendingOf, type LimitGroup } from './limits';

test('what writes orders counts as an order, also when it moves no money', () => {
  const writes: EndpointName[] = ['leverageSetStop', 'leverageSubmit', 'spotCancel', 'transfer'];
  expect(writes.map(limitGroupOf)).toEqual(writes.map(() => 'orders'));
});

const person = { userId: '10000001', sessionId: '7' };

test('whoever is signed in uses up his own allowance, and a wide one of the address for histories', () => {
  expect(spendingOf('secondsOrders', person, '192.0.2.1')).toEqual([
    ['history', '10000001'],
    ['histories', '192.0.2.1'],
  ]);
  expect(spendingOf('timeshare', undefined, '192.0.2.1')).toEqual([['history', '192.0.2.1']]);
  expect(spendingOf('statistics', person, '192.0.2.1')).toEqual([['heavy', '10000001']]);
  expect(spendingOf('clientReport', person, '192.0.2.1')).toEqual([['reports', '192.0.2.1']]);
});

test('what is public and long has its own allowance, beside which a day is drawn again', async () => {
  const long: EndpointName[] = ['anchors', 'witnessed', 'feedDays', 'publicRecord', 'catalogTerms'];
  expect(long.map(limitGroupOf)).toEqual(long.map(() => 'published'));
  const limits = createLimits(1);
  for (let n = 0; n < 480; n += 1) await limits.spend('published', '192.0.2.1');
  await expect(limits.spend('published', '192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  expect(limitGroupOf('tickRange')).toBe('log');
  await limits.spend('log', '192.0.2.1');
});

test('a page of any list, and everything that proves an order, has an allowance', () => {
  const shapes = Object.entries(endpoints).filter(([name, { path, request }]) => {
    const isList = Object.hasOwn((request as unknown as { shape: object }).shape, 'page');
    const isOpen = !/^(lh|chargelist|cashlist|wallet\/my|news)/.test(path);
    return (isList && isOpen) || name.endsWith('Prove');
  });
  expect(shapes.length).toBeGreaterThan(8);
  for (const [name] of shapes) expect([name, limitGroupOf(name as EndpointName)]).not.toContain(undefined);
});

test('an account is switched twenty times a minute at most', async () => {
  const limits = createLimits(1);
  for (let n = 0; n < 20; n += 1) await limits.spend('switches', '10000001');
  await expect(limits.spend('switches', '10000001')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await limits.spend('switches', '10000002');
  expect(limitGroupOf('switchAccount')).toBe('switches');
});

test('who sits at a stolen session does not use up what its owner ends devices with', async () => {
  const limits = createLimits(1);
  const [[group, key]] = spendingOf('endDevices', person, '192.0.2.1') as readonly [readonly [LimitGroup, string]];
  for (let n = 0; n < 20; n += 1) await limits.spend(group, key);
  await expect(limits.spend(group, key)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  for (const [again, own] of spendingOf('endDevices', { ...person, sessionId: '8' }, '192.0.2.1')) await limits.spend(again, own);
});
