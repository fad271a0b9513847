import { expect, test } from '@jest/globals';
import fastify from 'fastify';
import type { Pool } from 'pg';
import { createMetrics } from '../platform/metrics';
import { readMigrations } from '../store/migrate';
import { addHealthPages, createProblemFinder, type Checks } from './healthPages';

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

test('a look each second asks the database for migrations alone, and not again once all are applied; its watch says the rest', async () => {
  let asked = 0;
  let applied: readonly { readonly id: string }[] = [];
  const told: { database?: string } = {};
  const query = async (text: string) => {
    asked += 1;
    return { rows: text.includes('to_regclass') ? [{ is: true }] : applied };
  };
  const look = createProblemFinder({
    pool: { query } as unknown as Pool,
    databaseWatch: { problem: () => told.database },
    invariants: { problem: () => undefined },
    feedProblem: () => undefined,
  });
  expect((await look())['migrations']).toMatch(/^pending: 0001-/);
  applied = await readMigrations();
  expect(await look()).toEqual({ database: undefined, migrations: undefined, feed: undefined, invariants: undefined });
  const until = asked;
  told.database = 'does not answer';
  expect(await look()).toMatchObject({ database: 'does not answer', migrations: undefined });
  expect(asked).toBe(until);
});
