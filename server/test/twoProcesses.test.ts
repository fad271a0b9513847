/** As `npm start` runs it: requests in one process, feed and deciding in another that the first one keeps alive. */
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { isAlive } from '../src/platform/processMark';
import { sleep } from '../src/platform/timers';
import { startServerProcess, type ServerProcess } from './serverProcess';
import { useTestDatabase } from './testDatabase';

const database = useTestDatabase();
const slowMs = 180_000;
beforeAll(async () => {
  // One symbol's past is filled in quickly.
  await database.owner.query(`delete from symbol where id <> 'BTC-USDT'`);
});

let server: ServerProcess | undefined;
afterEach(async () => {
  await server?.kill();
});

const readLease = () =>
  database.db.selectFrom('lease').select(['holder', 'untilMs']).where('name', '=', 'feed').executeTakeFirst();
/** The process that leads the feed names itself in the lease. */
const leader = async (): Promise<number> => Number.parseInt((await readLease())?.holder ?? '', 10);
const lastSeq = async (): Promise<number> =>
  (await database.db.selectFrom('tickHead').select('seq').where('symbolId', '=', 'BTC-USDT').executeTakeFirst())?.seq ?? 0;

async function until(claim: () => Promise<boolean>): Promise<void> {
  while (!(await claim())) await sleep(50);
}

test(
  'the feed leads in a process of its own: killed, it is said and started again; when the main process is killed it ends and gives the lease back',
  async () => {
    const running = (server = await startServerProcess(database.address, { ROLES: '' }));
    const ready = async () =>
      (await (await fetch(new URL('/readyz', running.apiUrl))).json()) as { status: string; checks: Record<string, string> };
    await until(async () => (await ready()).status === 'ready');
    expect((await ready()).checks).toMatchObject({ feed: 'ok', worker: 'ok' });
    const first = await leader();
    expect(first).not.toBe(running.pid);
    const figures = await (await fetch(new URL('/metrics', running.apiUrl))).text();
    expect(figures).toMatch(/^feed_ticks_total\{process="worker"\} [1-9]/m);

    process.kill(first, 'SIGKILL');
    await until(async () => (await ready()).checks['worker'] !== 'ok');
    expect((await ready()).status).toBe('not ready');
    await until(async () => (await ready()).status === 'ready' && (await leader()) !== first);
    const seq = await lastSeq();
    await until(async () => (await lastSeq()) > seq);

    const second = await leader();
    await running.kill();
    await until(async () => !isAlive(second));
    expect(await readLease()).toMatchObject({ untilMs: 0 });
  },
  slowMs,
);
