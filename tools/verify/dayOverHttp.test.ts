/** A day file over http and https, as a stranger asks for it: whole, damaged, cut short, and led elsewhere. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bytesAt } from './askFor';
import { sha256, zeros } from './bytes';
import { readDayLog } from './dayLog';
import { rootHash, tickHash } from './log';
import type { Root, Tick } from './shapes';

const [symbol, day] = ['BTC-USDT', '2026-01-05'];
const dayAtMs = Date.UTC(2026, 0, 5);
const ticks: Tick[] = [];
for (let seq = 1; seq <= 40; seq += 1) {
  const previousHash = ticks.at(-1)?.hash ?? zeros;
  const tick = { symbol, seq, atMs: dayAtMs + seq * 1000, price: `${64_000 + seq}`, previousHash, hash: zeros };
  ticks.push({ ...tick, hash: tickHash(previousHash, tick) });
}
const last = ticks.at(-1) as Tick;
const unsealed: Root = {
  ...{ minuteMs: dayAtMs + 60_000, root: zeros, previousRoot: zeros },
  heads: { [symbol]: { seq: last.seq, hash: last.hash } },
};
const root: Root = { ...unsealed, root: rootHash(unsealed) };

const header = { symbol, day, previousHash: zeros, firstSeq: 1, lastSeq: 40 };
const fileOf = (shown: readonly Tick[]): Buffer =>
  gzipSync([header, ...shown].map((line) => `${JSON.stringify(line)}\n`).join(''));
const whole = fileOf(ticks);
const files: Readonly<Record<string, Buffer>> = {
  whole,
  damaged: fileOf(ticks.map((tick) => (tick.seq === 20 ? { ...tick, price: '1' } : tick))),
  shortened: fileOf(ticks.slice(0, 30)),
  cut: whole.subarray(0, whole.length - 40),
};
const answers: Readonly<Record<string, unknown>> = {
  'fairness/days': { days: [] },
  'fairness/anchors': { anchors: [root] },
  'fairness/record': { entries: [], hasMore: false },
  'fairness/witness': { roots: [] },
  'fairness/logdays': { days: [{ day, firstSeq: 1, lastSeq: 40, hash: last.hash, sha256: sha256(whole) }] },
};
const refused = new Set<string>();
const answer: RequestListener = (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://exchange');
  // Each call is refused once: whoever asks waits, and asks again.
  if (pathname.startsWith('/api/') && !refused.has(pathname)) {
    refused.add(pathname);
    response.end(JSON.stringify({ type: 'error', message: 'TOO_MANY_REQUESTS', params: { seconds: '0.1' } }));
    return;
  }
  const file = files[/^\/log-days\/(\w+)\.ndjson\.gz$/.exec(pathname)?.[1] ?? ''];
  const message = answers[pathname.replace('/api/', '')];
  if (file !== undefined) response.end(file);
  else if (pathname.includes('elsewhere')) response.writeHead(302, { location: '/log-days/whole.ndjson.gz' }).end();
  else if (message === undefined) response.writeHead(404).end();
  else {
    const isAfter = Number(searchParams.get('fromMs') ?? 0) > root.minuteMs;
    response.end(
      JSON.stringify({ type: 'ok', message: isAfter && 'anchors' in (message as object) ? { anchors: [] } : message }),
    );
  }
};

let folder: string;
let certificate: string;
const servers: Server[] = [];
async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
let http: string;
let https: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-verify-'));
  certificate = join(folder, 'own.pem');
  const key = join(folder, 'own.key');
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=exchange',
  ];
  execFileSync('openssl', [...made, '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  http = `http://127.0.0.1:${await listen(createServer(answer))}`;
  const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, answer);
  https = `https://127.0.0.1:${await listen(secure as unknown as Server)}`;
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

const fileAt = (origin: string, name: string): string => `${origin}/log-days/${name}.ndjson.gz`;

function verify(...args: readonly string[]): Promise<{ readonly status: number | null; readonly said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'main.ts'), ...args], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((done) => child.once('close', (status) => done({ status, said })));
}

test('whole files over https and http, with what exchanges of either kind show', async () => {
  const [one, other] = await Promise.all([
    verify(fileAt(https, 'whole'), fileAt(http, 'whole'), '--from', http),
    verify(fileAt(http, 'whole'), fileAt(https, 'damaged'), fileAt(https, 'shortened'), '--from', https),
  ]);
  expect(one).toEqual({ status: 0, said: expect.stringMatching(/ok +whole[^]*ok +anchored[^]*ok +anchored[^]*nothing failed/) });
  expect(other).toEqual({
    status: 1,
    said: expect.stringMatching(/ok +chain[^]*failed +whole[^]*failed +chain[^]*failed +run[^]*failed +whole/),
  });
});

test.each<readonly [string, string, RegExp]>([
  ['led elsewhere', 'elsewhere', /leads to \/log-days\/whole/],
  ['not there', 'nowhere', /answers 404/],
])('%s: said, and nothing else is believed', async (_, name, words) => {
  await expect(bytesAt(fileAt(http, name))).rejects.toThrow(words);
});

test('cut on the way: no ticks are taken from it', async () => {
  const bytes = await bytesAt(fileAt(http, 'cut'));
  expect(() => readDayLog(bytes)).toThrow('unexpected end of file');
});
