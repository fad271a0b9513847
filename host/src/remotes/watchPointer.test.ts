import { beforeEach, expect, test } from '@jest/globals';
import { succeed } from '@tessera/shared/errors';
import type { ReleasePointer } from '@tessera/shared/federation';
import { aRelease, aRemotePointer, remotesOnTheBench, type Bench } from './testing/remotesOnTheBench';
import { watchPointer } from './watchPointer';

const one = aRelease('1.0.0+00000001');
const two = aRelease('1.1.0+00000002');
const three = aRelease('1.2.0+00000003');

let bench: Bench;
let stop: () => void;
const shown = (): string => {
  const { value } = bench.remotes.state('market');
  return value.kind === 'ready' ? value.release.version : value.kind;
};

beforeEach(async () => {
  bench = remotesOnTheBench();
  bench.point(aRemotePointer(one));
  stop = bench.remotes.start();
  void bench.remotes.load('market');
  await bench.clock.turn(0);
});

test('start and first load share one look', () => {
  expect(bench.looks).toBe(1);
});

test('a serial that is known already, or of another channel: no look', async () => {
  await bench.announce();
  bench.point(aRemotePointer(two));
  bench.remotes.pointerAnnounced({ channel: 'beta', serial: 9 });
  await bench.clock.turn(0);
  expect(bench.looks).toBe(1);
  expect(shown()).toBe(one.version);
});

test('a cache answers with less than was announced: looked again until it has caught up, then no more', async () => {
  bench.point(aRemotePointer(two));
  bench.cached = 1;
  await bench.announce();
  expect([bench.looks, shown()]).toEqual([2, one.version]);
  await bench.clock.turn(1000);
  expect([bench.looks, shown()]).toEqual([3, one.version]);
  bench.cached = undefined;
  await bench.clock.turn(3000);
  expect([bench.looks, shown()]).toEqual([4, two.version]);
  await bench.clock.turn(30_000);
  expect(bench.looks).toBe(4);
});

test('the cache does not catch up in time: the look of the minute finds it', async () => {
  bench.point(aRemotePointer(two));
  bench.cached = 1;
  await bench.announce();
  await bench.clock.turn(59_000);
  expect([bench.looks, shown()]).toEqual([5, one.version]);
  bench.cached = undefined;
  await bench.clock.turn(1000);
  expect(shown()).toBe(two.version);
});

test('announced while a look is under way that began before: looked again', async () => {
  bench.point(aRemotePointer(two));
  const announced = bench.announce();
  bench.point(aRemotePointer(three));
  bench.remotes.pointerAnnounced({ channel: 'prod', serial: 3 });
  await announced;
  await bench.clock.turn(1000);
  expect(shown()).toBe(three.version);
});

test('hidden: the minute passes without a look; seen again: looked at once', async () => {
  bench.isHidden = true;
  bench.point(aRemotePointer(two));
  await bench.clock.turn(120_000);
  expect(bench.looks).toBe(1);
  bench.isHidden = false;
  bench.pageChanged();
  await bench.clock.turn(0);
  expect(shown()).toBe(two.version);
});

test('stopped: nothing is looked at any more', async () => {
  stop();
  await bench.clock.turn(120_000);
  expect(bench.looks).toBe(1);
});

test('a pointer that comes late is taken up when it comes, without asking for it again', async () => {
  let loads = 0;
  let arrive: (pointer: ReleasePointer) => void = () => undefined;
  const [kept, newer] = [1, 2].map((serial) => ({ serial }) as ReleasePointer) as [ReleasePointer, ReleasePointer];
  const accepted: number[] = [];
  const watch = watchPointer({
    pointers: {
      async load() {
        loads += 1;
        return succeed(kept);
      },
      late: new Promise((resolve) => (arrive = (pointer) => resolve(succeed(pointer)))),
    },
    clock: bench.clock,
    isPageHidden: () => false,
    onAccepted: async ({ serial }) => void accepted.push(serial),
    onMissing: () => undefined,
  });
  await watch.read();
  arrive(newer);
  await bench.clock.turn(0);
  expect([loads, accepted]).toEqual([1, [1, 2]]);
});
