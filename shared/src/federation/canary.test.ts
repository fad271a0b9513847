import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { canaryBucket, isInCanary } from './canary';

const people = 20_000;
const ids = Array.from({ length: people }, (_, index) => `user-${index}`);
const marketSalt = 'market-1842';
/** Told once more by Node's own hash, which answers at once; that the product's buckets are these is tested below. */
const bucketOf = (salt: string, id: string): number =>
  createHash('sha256').update(`${salt}:${id}`).digest().readUInt32BE(0) % 10_000;
const bucketsOf = (salt: string): number[] => ids.map((id) => bucketOf(salt, id));
const shareBelow = (buckets: readonly number[], percent: number): number =>
  buckets.filter((bucket) => bucket < percent * 100).length / people;
/** Five standard errors of a share of this many people: the ids are fixed, so the test answers the same each time. */
const sampling = (share: number): number => 5 * Math.sqrt((share * (1 - share)) / people);

const tradeSalt = 'trade-1850';
const [market, trade] = [bucketsOf(marketSalt), bucketsOf(tradeSalt)];

test.each([
  [marketSalt, market],
  [tradeSalt, trade],
])('%s: everybody is in the bucket that is counted here', async (salt, buckets) => {
  const some = ids.slice(0, 500);
  expect(await Promise.all(some.map((id) => canaryBucket(salt, id)))).toEqual(buckets.slice(0, some.length));
});

test.each([1, 5, 10, 50])('%i %% of the people are in', (percent) => {
  expect(Math.abs(shareBelow(market, percent) - percent / 100)).toBeLessThan(sampling(percent / 100));
});

test.each([10, 50])('two remotes at %i %% each: being in one says nothing of the other', (percent) => {
  const joint = market.filter((bucket, index) => bucket < percent * 100 && (trade[index] ?? 0) < percent * 100).length / people;
  const product = shareBelow(market, percent) * shareBelow(trade, percent);
  expect(Math.abs(joint - product)).toBeLessThan(sampling(product));
});

test('the detector can tell: with one salt for both, being in one means being in the other', () => {
  const joint = shareBelow(market, 10);
  expect(Math.abs(joint - joint * joint)).toBeGreaterThan(sampling(joint * joint));
});

describe('a ramp', () => {
  const some = ids.slice(0, 500);
  const inAt = async (percent: number, frozen = false): Promise<string[]> => {
    const answers = await Promise.all(some.map((id) => isInCanary({ percent, salt: marketSalt, frozen }, id)));
    return some.filter((_, index) => answers[index]);
  };

  test('only adds', async () => {
    const [few, more, most] = await Promise.all([inAt(5), inAt(20), inAt(99)]);
    expect(few.length).toBeGreaterThan(0);
    expect(more.length).toBeGreaterThan(few.length);
    expect(more).toEqual(expect.arrayContaining(few));
    expect(most).toEqual(expect.arrayContaining(more));
  });

  test('halted: nobody is in', async () => {
    expect(await inAt(99, true)).toEqual([]);
  });

  test('the border: a share takes in exactly the buckets below it', async () => {
    const answers = await Promise.all(some.map((id) => isInCanary({ percent: 10, salt: marketSalt, frozen: false }, id)));
    expect(answers).toEqual(market.slice(0, some.length).map((bucket) => bucket < 1000));
  });
});

test.each([
  ['market-1842', '10000001', 6574],
  ['market-1842', '10000002', 3156],
  ['trade-7', '10000001', 2241],
  ['assets-3', '550e8400-e29b-41d4-a716-446655440000', 752],
])('%s:%s is in bucket %i, whatever computes it', async (salt, id, bucket) => {
  expect(await canaryBucket(salt, id)).toBe(bucket);
  expect(bucketOf(salt, id)).toBe(bucket);
});
