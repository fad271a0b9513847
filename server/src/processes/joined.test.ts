import { expect, test } from '@jest/globals';
import { createMetrics } from '../platform/metrics';
import { figuresOf, joinedProblems } from './joined';

test('a check fails when it fails in one of the two processes', () => {
  const own = { database: undefined, feed: 'no tick yet', invariants: undefined };
  expect(joinedProblems(own, {})).toEqual({ ...own, worker: undefined });
  expect(joinedProblems(own, { worker: 'starting' })).toEqual({ ...own, worker: 'starting' });
  expect(joinedProblems(own, { invariants: 'broken', feed: 'last tick 20000 ms ago' })).toEqual({
    database: undefined,
    feed: 'no tick yet',
    invariants: 'broken',
    worker: undefined,
  });
});

test('one name in both processes: two figures, each with its process', async () => {
  const [main, worker] = ['main', 'worker'].map((process) => createMetrics({ collectProcess: false, process }));
  if (main === undefined || worker === undefined) throw new Error('two were made');
  main.counter('calls_total', 'Calls').inc(2);
  worker.counter('calls_total', 'Calls').inc(5);
  const text = await figuresOf(main, [{ metrics: () => worker.registry.getMetricsAsJSON() }]);
  expect(text).toContain('calls_total{process="main"} 2');
  expect(text).toContain('calls_total{process="worker"} 5');
});
