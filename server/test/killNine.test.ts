/**
 * Transfers go on over HTTP while the server, its PostgreSQL, or both are killed with -9 and start again on the same data.
 * The client repeats a transfer with its key until somebody answers. Afterwards each key has moved money exactly once.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { amount, toText } from '@tessera/shared/money';
import { createLog } from '../src/platform/log';
import { sleep } from '../src/platform/timers';
import { openDatabase } from '../src/store/database';
import { findViolations, ledgerRules } from '../src/ledger/invariants';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deadlocksIn } from './deadlocks';
import { EmbeddedServer } from './EmbeddedServer';

let server: EmbeddedServer;
beforeAll(async () => {
  // Without a feed the server starts faster; transfers need no price.
  server = await EmbeddedServer.create({ ROLES: 'api,jobs' });
  await server.start();
});
afterAll(async () => {
  await server.remove();
});

const senders = 3;
const start = 5000;

test('killed again and again amid transfers: nothing lost, nothing doubled, the book whole', async () => {
  const { token, userId } = await server.openSession('demo');
  const acknowledged = new Set<string>();
  let repeats = 0;
  let isOver = false;
  /** Whoever asks gives up: nobody answers any more. */
  let isLost = false;

  async function send(): Promise<void> {
    while (!isOver) {
      const key = randomUUID();
      while (!isLost) {
        const answer = await server
          .call('wallet/transfer', token, { from: 'coin', to: 'contract', asset: 'USDT', amount: '0.25' }, key)
          .catch(() => undefined);
        if (answer?.type === 'ok') break;
        repeats += 1;
        await sleep(50);
      }
      acknowledged.add(key);
    }
  }
  const sending = Array.from({ length: senders }, send);

  const rounds: readonly (() => Promise<void>)[] = [
    () => server.kill(),
    () => server.killPostgres(),
    async () => {
      await server.killPostgres();
      await server.kill();
    },
  ];
  try {
    for (const strike of rounds) {
      await progress(acknowledged, 15);
      await strike();
      if (!server.isRunning()) await server.start();
    }
    await progress(acknowledged, 15);
  } catch (error) {
    isOver = isLost = true;
    throw error;
  }
  isOver = true;
  await Promise.all(sending);

  expect(repeats).toBeGreaterThan(0);
  const journals = await server.ask<{ idem: string }>(`select idem from journal where kind = 'transfer'`);
  expect(journals.map((journal) => journal.idem).sort()).toEqual(
    [...acknowledged].map((key) => `transfer:${userId}:${key}`).sort(),
  );
  const held = await server.ask<{ kind: string; balance: string }>(
    `select kind, balance from account where owner_id = $1 and mode = 'demo' order by kind`,
    [userId],
  );
  const moved = acknowledged.size * 0.25;
  expect(held.map((one) => [one.kind, toText(amount(one.balance))])).toEqual([
    ['coin', String(start - moved)],
    ['contract', String(start + moved)],
  ]);
  expect(await violations()).toEqual([]);
  expect(await deadlocksIn(join(server.dataDir, 'postgres/log'))).toEqual([]);
});

/** Waits until that many more were acknowledged. */
async function progress(acknowledged: ReadonlySet<string>, more: number): Promise<void> {
  const wanted = acknowledged.size + more;
  const deadline = performance.now() + 150_000;
  while (acknowledged.size < wanted) {
    if (performance.now() > deadline) throw new Error(`no progress: ${acknowledged.size} of ${wanted} acknowledged`);
    await sleep(20);
  }
}

async function violations(): Promise<unknown[]> {
  const password = await readFile(join(server.dataDir, 'postgres-secret'), 'utf8');
  const address = { host: join(server.dataDir, 'postgres/run'), user: 'tessera', password, database: 'tessera' };
  const database = openDatabase({ address, poolSize: 2, log: createLog({ logLevel: 'silent' }) });
  try {
    return (await findViolations(database.db, ledgerRules, 0)).filter((finding) => finding.subjects.length > 0);
  } finally {
    await database.close();
  }
}
