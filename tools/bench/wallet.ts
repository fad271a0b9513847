/**
 * What a long history costs its owner: each call of the wallet's pages for an account with 200,000 entries of a year against one
 * with 200 of the same year. Then a year of 100,000 entries as a file: entries a second against a bare read of the same rows, and
 * the memory of the server's process.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { call, makeTraders, startExchange, type Trader } from './exchange';
import { median, pairedRatios, report } from './pairedRatios';
import { writeYear } from './writeYear';

const entriesOf = { short: 200, long: 200_000, file: 100_000 } as const;
const callsOfRound = 40;
/** Each leaves an entry: few of them, or the short history would grow long. */
const transfersOfRound = 4;
const filesSent = 5;
const dayMs = 86_400_000;

const untilMs = Date.now();
const fromMs = untilMs - 365 * dayMs;
/** With what is booked while the bench runs. */
const year = { account: 'coin', asset: 'USDT', fromMs, untilMs: untilMs + dayMs };

/** One call to the end of its answer; what is needed to ask it is found first. */
type Prepare = (trader: Trader) => Promise<(turn: number) => Promise<unknown>>;
const get =
  (path: string, request: Parameters<typeof call>[4]): Prepare =>
  async (trader) =>
  () =>
    call(url, trader, 'GET', path, request);
const post =
  (path: string, request: Parameters<typeof call>[4]): Prepare =>
  async (trader) =>
  () =>
    call(url, trader, 'POST', path, request);

// No jobs: beside the calls only the feed runs.
const { url, pool, pid, stop } = await startExchange({ ROLES: 'api,feed', SEED_DEMO_USER: 'false' });
try {
  const [short, long, file] = (await makeTraders(pool, 3, { openedAtMs: fromMs })) as [Trader, Trader, Trader];
  for (const [{ userId }, entries] of [
    [short, entriesOf.short],
    [long, entriesOf.long],
    [file, entriesOf.file],
  ] as const)
    await writeYear(pool, { userId, entries, fromMs, untilMs });
  await pool.query('vacuum analyze entry, journal, account, account_tally');

  const calls: Readonly<Record<string, Prepare>> = {
    'wallet/list': post('wallet/list', {}),
    'wallet/get_info': post('wallet/get_info', { asset: 'USDT' }),
    'wallet/history': get('wallet/history', {}),
    'wallet/detail, the newest': post('wallet/detail', { account: 'coin' }),
    'wallet/detail, the newest of one kind': post('wallet/detail', { account: 'coin', kind: 'seconds_open' }),
    'wallet/statement, a year': get('wallet/statement', year),
    // Long enough that both have a whole page of it.
    'wallet/statement, the last 90 days': get('wallet/statement', { ...year, fromMs: untilMs - 90 * dayMs }),
    'wallet/statement, a page in the middle of the year': pageInTheMiddle,
    'wallet/statement_file, its address': get('wallet/statement_file', year),
  };
  for (const [name, prepare] of Object.entries(calls))
    await compare(name, callsOfRound, await prepare(short), await prepare(long));
  await compare('wallet/transfer', transfersOfRound, transfer(short), transfer(long));

  const ratios = await pairedRatios(
    () => readBare(file),
    () => loadFile(file),
    filesSent,
  );
  report(`A year of ${entriesOf.file} entries as a file`, 'entries/s', ratios, 'told only');
  await showMemory(file, long);
} finally {
  await stop();
}

async function compare(
  name: string,
  times: number,
  ofShort: (turn: number) => Promise<unknown>,
  ofLong: (turn: number) => Promise<unknown>,
): Promise<void> {
  const timed = (ask: (turn: number) => Promise<unknown>) => async (): Promise<number> => {
    const tookMs: number[] = [];
    for (let turn = 0; turn < times; turn += 1) {
      const sinceMs = performance.now();
      await ask(turn);
      tookMs.push(performance.now() - sinceMs);
    }
    return median(tookMs);
  };
  await timed(ofShort)();
  await timed(ofLong)();
  report(name, 'ms', await pairedRatios(timed(ofShort), timed(ofLong)), '1.5 or less');
}

async function pageInTheMiddle(trader: Trader): ReturnType<Prepare> {
  const { closing } = await call<{ closing: { version: number } }>(url, trader, 'GET', 'wallet/statement', year);
  return get('wallet/statement', { ...year, cursor: `${Math.floor(closing.version / 2)}.${closing.version}` })(trader);
}

/** There and back. */
function transfer(trader: Trader): (turn: number) => Promise<unknown> {
  return (turn) => {
    const [from, to] = turn % 2 === 0 ? ['coin', 'contract'] : ['contract', 'coin'];
    return call(url, trader, 'POST', 'wallet/transfer', { from, to, asset: 'USDT', amount: '1' }, randomUUID());
  };
}

/** Entries a second; nothing of the text is kept. */
async function loadFile(trader: Trader): Promise<number> {
  const { address } = await call<{ address: string }>(url, trader, 'GET', 'wallet/statement_file', year);
  const sinceMs = performance.now();
  const response = await fetch(new URL(address, url), { signal: AbortSignal.timeout(120_000) });
  if (!response.ok || response.body === null) throw new Error(`the file was answered with ${response.status}`);
  let lines = 0;
  let tail = '';
  for await (const chunk of response.body) {
    const text = Buffer.from(chunk).toString('latin1');
    lines += text.split('\n').length - 1;
    tail = (tail + text).slice(-200);
  }
  if (!/,closing,[^\n]*\n$/.test(tail)) throw new Error('the file has no last line');
  return (lines - 3) / ((performance.now() - sinceMs) / 1000);
}

/** The same rows by one statement over a connection of the bench's own. */
async function readBare({ userId }: Trader): Promise<number> {
  const sinceMs = performance.now();
  const { rows } = await pool.query(
    `select e.account_version, e.at_ms, e.kind, e.amount, e.balance_after, j.ref
     from account a join entry e on e.account_id = a.id join journal j on j.id = e.journal_id
     where a.owner_id = $1 and a.mode = 'demo' and a.kind = 'coin' order by e.account_version`,
    [userId],
  );
  return rows.length / ((performance.now() - sinceMs) / 1000);
}

/** The same number of entries in one file and in two: what is kept of a file would be seen. Linux tells the highest since it was asked to forget it. */
async function showMemory(file: Trader, long: Trader): Promise<void> {
  const peakOf = async (work: () => Promise<unknown>): Promise<number> => {
    await writeFile(`/proc/${pid}/clear_refs`, '5');
    await work();
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const inTwo = async () => {
    await loadFile(file);
    await loadFile(file);
  };
  // The heap grows with the first files to what collecting garbage now and then needs.
  for (let turn = 0; turn < filesSent; turn += 1) await loadFile(long);
  const ratios = await pairedRatios(
    () => peakOf(inTwo),
    () => peakOf(() => loadFile(long)),
    filesSent,
  );
  report(
    `Highest memory of the server's process, ${entriesOf.long} entries in one file against two`,
    'MB',
    ratios,
    '1.1 or less',
  );
}
