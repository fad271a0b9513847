import { createServerClock } from './ServerClock';

const server = 1_000_000;
const started = () => {
  const local = { at: 0 };
  const clock = createServerClock({ monotonic: () => local.at, epoch: () => 7 });
  clock.add({ sentAt: 0, receivedAt: 100, serverMs: server + 50 });
  local.at = 1000;
  return { clock, local };
};

it('keeps the sample with the shortest round trip', () => {
  const { clock } = started();
  clock.add({ sentAt: 0, receivedAt: 400, serverMs: server + 300 });
  expect([clock.now(), clock.errorMs()]).toEqual([server + 1000, 50]);
});

it('a worse sample that contradicts the best one replaces it: the clocks have parted', () => {
  const { clock, local } = started();
  // Asleep for a minute, in which the device's own clock stood still.
  clock.add({ sentAt: 800, receivedAt: 1000, serverMs: server + 60_900 });
  expect([clock.now(), clock.errorMs()]).toEqual([server + 61_000, 100]);
  local.at = 1100;
  expect(clock.now()).toBe(server + 61_100);
});
