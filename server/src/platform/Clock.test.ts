import { expect, test } from '@jest/globals';
import { createSystemClock } from './Clock';

function aMachine(epoch: number) {
  const machine = { wall: epoch, passed: 0 };
  const clock = createSystemClock({ epoch: () => machine.wall, monotonic: () => machine.passed });
  const pass = (ms: number) => {
    machine.wall += ms;
    machine.passed += ms;
  };
  return { machine, clock, pass };
}

test('time passes: the clock follows the wall clock', () => {
  const { clock, pass } = aMachine(1_000_000);
  pass(1234);
  expect(clock.now()).toBe(1_001_234);
});

test('the wall clock is set back an hour: the clock goes on, a little slowed, never backward', () => {
  const { machine, clock, pass } = aMachine(10_000_000);
  const before = clock.now();
  machine.wall -= 3_600_000;
  pass(10_000);
  expect(clock.now() - before).toBe(9_990);
});

test('the wall clock is set back one second: both meet again', () => {
  const { machine, clock, pass } = aMachine(10_000_000);
  clock.now();
  machine.wall -= 1000;
  for (let second = 0; second < 1001; second += 1) {
    pass(1000);
    clock.now();
  }
  expect(clock.now()).toBe(machine.wall);
});

test('the machine slept: the clock jumps forward with the wall clock', () => {
  const { machine, clock } = aMachine(10_000_000);
  machine.wall += 7_200_000;
  expect(clock.now()).toBe(17_200_000);
});
