import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import { createMetrics } from '../platform/metrics';
import { addHealthPages, type Checks } from './healthPages';

test('many who ask whether it is ready cost one look, and who asks afterwards the next one', async () => {
  const ends: ((found: Checks) => void)[] = [];
  const http = fastify();
  addHealthPages(http, {
    config: { metricsToken: undefined },
    metrics: createMetrics({ collectProcess: false }),
    figures: async () => '',
    problems: () => new Promise((end) => ends.push(end)),
  });
  const crowd = Array.from({ length: 20 }, () => http.inject('/readyz'));
  for (const end of await begun()) end({ feed: 'no price' });
  expect((await Promise.all(crowd)).map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(503));
  const later = http.inject('/readyz');
  for (const end of await begun()) end({ feed: undefined });
  expect((await later).json()).toEqual({ status: 'ready', checks: { feed: 'ok' } });
  await http.close();

  /** The looks that are under way; all who asked have come in. */
  async function begun() {
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(ends).toHaveLength(1);
    return ends.splice(0);
  }
});
