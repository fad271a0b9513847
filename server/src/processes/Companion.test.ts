import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { createLog } from '../platform/log';
import type { FromCompanion, ToCompanion } from './messages';
import { createCompanion, type Companion } from './Companion';

/** A process that does what the test says. */
class PlayedProcess extends EventEmitter {
  readonly pid = 1;
  readonly heard: ToCompanion[] = [];
  readonly killed: unknown[] = [];
  send(message: unknown): boolean {
    this.heard.push(message as ToCompanion);
    return true;
  }
  kill(signal: unknown): boolean {
    this.killed.push(signal);
    return true;
  }
  say(message: FromCompanion): void {
    this.emit('message', message);
  }
  end(code: number | null, signal: string | null = null): void {
    this.emit('exit', code, signal);
  }
}

let processes: PlayedProcess[];
let heard: string[];
let worker: Companion;
const last = (): PlayedProcess => {
  const one = processes.at(-1);
  if (one === undefined) throw new Error('a process was started');
  return one;
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers();
  processes = [];
  heard = [];
  worker = createCompanion({
    name: 'worker',
    says: 'the process of feed and deciding',
    spawn() {
      processes.push(new PlayedProcess());
      return last() as never;
    },
    log: createLog({ logLevel: 'silent' }),
    onTicks: () => heard.push('ticks'),
    onOutbox: () => heard.push('outbox'),
    onPort: (port) => heard.push(`port ${port}`),
    nowMs: () => Date.now(),
  });
});
afterEach(() => {
  jest.useRealTimers();
});

async function started(): Promise<void> {
  const starting = worker.start();
  last().say({ kind: 'started' });
  await starting;
}

test('it works once it says so; what it wrote is passed on, what it says of itself is shown', async () => {
  expect(worker.problems()).toEqual({ worker: 'not started' });
  const starting = worker.start();
  expect(worker.problems()).toEqual({ worker: 'starting' });
  last().say({ kind: 'started' });
  await starting;
  last().say({ kind: 'written', what: ['ticks', 'outbox'] });
  expect([heard, worker.problems()]).toEqual([['ticks', 'outbox'], {}]);
  last().say({ kind: 'health', problems: { invariants: 'broken' } });
  expect(worker.problems()).toEqual({ invariants: 'broken' });
});

test('one that ends before it works: the start fails, and it is not tried again', async () => {
  const starting = worker.start();
  last().end(1);
  await expect(starting).rejects.toThrow(/ended with status 1 before it had begun/);
  await pass(120_000);
  expect(processes).toHaveLength(1);
});

test('one that is killed: said, started again at once, and again ever more slowly', async () => {
  await started();
  last().end(null, 'SIGKILL');
  await pass(1);
  expect(worker.problems()).toEqual({ worker: 'ended with SIGKILL, is started again' });
  await pass(199);
  expect(processes).toHaveLength(2);
  last().say({ kind: 'started' });
  expect(worker.problems()).toEqual({});
  const pauses: number[] = [];
  for (let ends = 0; ends < 5; ends += 1) {
    const before = processes.length;
    last().end(1);
    const sinceMs = Date.now();
    while (processes.length === before) await pass(100);
    pauses.push(Date.now() - sinceMs);
  }
  expect(pauses).toEqual([600, 1_800, 5_400, 16_200, 30_000]);
});

test('its port is known for as long as it listens there: another program may have it afterwards', async () => {
  const starting = worker.start();
  last().say({ kind: 'started', port: 4001 });
  await starting;
  last().end(null, 'SIGKILL');
  await pass(200);
  expect([heard, processes.length]).toEqual([['port 4001', 'port undefined'], 2]);
  last().say({ kind: 'started', port: 4001 });
  expect(heard.at(-1)).toBe('port 4001');
});

test('one that says nothing: not ready after some seconds, ended and started anew after half a minute', async () => {
  await started();
  await pass(6_000);
  expect(worker.problems()).toEqual({ worker: 'has said nothing for 6 s' });
  await pass(26_000);
  expect(last().killed).toContain('SIGKILL');
  last().end(null, 'SIGKILL');
  await pass(1_000);
  expect(processes).toHaveLength(2);
});

test('jobs to wake go out together; figures come back, or none within a limit', async () => {
  await started();
  for (const job of ['spot', 'spot', 'leverage']) worker.wakeJob(job);
  await pass(1);
  expect(last().heard).toEqual([{ kind: 'wake', jobs: ['spot', 'leverage'] }]);
  const answered = worker.metrics();
  last().say({ kind: 'metrics', id: 1, figures: [] });
  expect(await answered).toEqual([]);
  const silent = worker.metrics();
  await pass(2_000);
  expect(await silent).toEqual([]);
});

test('stopped: asked first, ended when it takes too long, and not started again', async () => {
  await started();
  const stopping = worker.stop();
  await pass(1);
  expect(last().killed).toEqual(['SIGTERM']);
  await pass(12_000);
  expect(last().killed).toEqual(['SIGTERM', 'SIGKILL']);
  last().end(null, 'SIGKILL');
  await stopping;
  await pass(60_000);
  expect(processes).toHaveLength(1);
});
