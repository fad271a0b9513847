/** As `npm start` runs it: traders in one process, feed and deciding in another and operators in a third, which the first one keeps alive. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { operatorRole, operations } from '@tessera/shared/operations';
import { connectionStringOf } from '../src/store/connectionString';
import { isAlive } from '../src/platform/processMark';
import { sleep } from '../src/platform/timers';
import { anOperator } from './anOperator';
import { startServerProcess, type ServerProcess } from './serverProcess';
import { giveShortPast } from './shortPast';
import { useTestDatabase } from './testDatabase';

const database = useTestDatabase();
const slowMs = 180_000;
/** One start for both tests; the second one ends it. */
let server: ServerProcess;
beforeAll(async () => {
  await database.owner.query(`delete from symbol where id <> 'BTC-USDT'`);
  await giveShortPast(database.db);
  const loginAs = (user: string, password: string) => connectionStringOf({ ...database.address, user, password });
  server = await startServerProcess(database.address, {
    ROLES: '',
    OPS_PUBLIC: 'true',
    RATE_LIMIT_FACTOR: '1',
    DATABASE_URL: loginAs('tessera_app', 'server'),
    DATABASE_STAFF_URL: loginAs('tessera_staff', 'staff'),
  });
}, slowMs);
afterAll(() => server.kill());

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
  'operators are answered by a process that alone has their login: also on the public port, there as who asked; killed, it answers again where it was',
  async () => {
    const running = server;
    const { token, name } = await anOperator(database, operatorRole.options, { nowMs: Date.now() });
    const ask = async (
      base: string | URL,
      call: keyof typeof operations,
      body: object = {},
      headers: Readonly<Record<string, string>> = { authorization: `Bearer ${token}` },
    ) => {
      const answer = await fetch(new URL(operations[call].path, base), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, ...((await answer.json()) as { type: string; message: Record<string, unknown> | string }) };
    };
    const isAnswered = async (base: string | URL) => (await ask(base, 'sessionMe').catch(() => undefined))?.type === 'ok';
    const publicUrl = new URL('/ops/api/', running.apiUrl);
    const ownUrl = new URL(running.operationsUrl ?? 'none: it does not answer operators');
    for (const base of [ownUrl, publicUrl]) expect(await ask(base, 'sessionMe')).toMatchObject({ type: 'ok', message: { name } });
    const pageOf = async (base: string | URL) => (await fetch(new URL('/ops/', base))).text();
    expect(await pageOf(publicUrl)).toBe(await pageOf(ownUrl));
    // What is wrong with the exchange is told by who knows it.
    await until(async () => 'feed' in ((await ask(publicUrl, 'booksHealth')).message as { checks?: object }).checks!);
    // A caller says himself neither who he is nor that somebody passes him on.
    const guesses = [];
    for (let tries = 0; tries < 40; tries += 1) {
      const headers = {
        'x-tessera-forward': 'guessed',
        'x-tessera-caller': `192.0.2.${tries}`,
        'x-forwarded-for': `192.0.2.${tries}`,
      };
      guesses.push((await ask(publicUrl, 'sessionBegin', { name: 'nobody', password: 'x', code: '000000' }, headers)).message);
    }
    expect(guesses.at(-1)).not.toBe('AUTH_WRONG_CREDENTIALS');

    const children = (await readFile(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8')).trim().split(' ');
    const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')));
    const operators = Number(children[commands.findIndex((command) => command.includes('operators'))]);
    process.kill(operators, 'SIGKILL');
    await until(async () => !isAlive(operators));
    await until(() => isAnswered(ownUrl));
    await until(() => isAnswered(publicUrl));
  },
  slowMs,
);

test(
  'the feed leads in a process of its own: killed, it is said and started again; when the main process is killed it ends and gives the lease back',
  async () => {
    const running = server;
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
