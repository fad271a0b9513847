import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReleaseProblem, type HistoryEntry, type StatusReport } from '@tessera/release';
import fastify, { type FastifyInstance } from 'fastify';
import { openHttp } from '../../../test/openHttp';
import { createTestClock } from '../../platform/Clock';
import { createLog } from '../../platform/log';
import { addBoard, type BoardVerbs } from './boardRoutes';

const opsToken = 'a-token-of-some-length-01';
const api = '/ops/release/api';
const operator = { authorization: `Bearer ${opsToken}` };

let asked: unknown[];
let answer: () => Promise<unknown>;
const verbs: BoardVerbs = {
  status: async () => ({ serial: 7 }) as StatusReport,
  history: async (request) => [{ reason: JSON.stringify(request) } as HistoryEntry],
  change: async (request, by) => {
    asked.push([request, by]);
    return answer();
  },
};

const opened: FastifyInstance[] = [];
let folder: string;
beforeEach(async () => {
  asked = [];
  answer = async () => ({ outcome: 'changed' });
  folder = await mkdtemp(join(tmpdir(), 'tessera-board-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  await rm(folder, { recursive: true });
});

const clock = createTestClock(1_800_000_000_000);
async function open(token = opsToken, app: FastifyInstance = fastify(), logged: string[] = []): Promise<FastifyInstance> {
  opened.push(app);
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void logged.push(line) });
  await addBoard(app, { opsToken: token, verbs, clock, log, folder });
  return app;
}
const post = (app: FastifyInstance, verb: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: `${api}/${verb}`,
    headers: { ...operator, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });

test.each([
  ['is not set', ''],
  ['is too short', 'a-token-of-some-length'],
])('the token %s: nothing below /ops is there, whatever token is sent', async (_, token) => {
  await writeFile(join(folder, 'index.html'), 'board');
  const app = await open(token);
  for (const url of ['/ops', '/ops/release', '/ops/release/', `${api}/status`, `${api}/history`]) {
    expect([url, (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode]).toEqual([url, 404]);
  }
  expect((await post(app, 'halt', { remote: 'market', reason: 'test' })).statusCode).toBe(404);
  expect(asked).toEqual([]);
});

describe('the page', () => {
  test('is there without a token, may run only what it brings, in no frame, and is kept by nobody', async () => {
    await writeFile(join(folder, 'index.html'), 'board');
    await writeFile(join(folder, 'board.js'), 'draw()');
    const app = await open();
    expect((await app.inject('/ops/release')).headers.location).toBe('/ops/release/');
    for (const [path, body] of [
      ['', 'board'],
      ['board.js', 'draw()'],
    ]) {
      const page = await app.inject(`/ops/release/${path}`);
      expect([page.statusCode, page.body, page.headers['cache-control'], page.headers['x-frame-options']]).toEqual([
        200,
        body,
        'no-store',
        'DENY',
      ]);
      const policy = String(page.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test('is not built: 404', async () => {
    expect((await (await open()).inject('/ops/release/')).statusCode).toBe(404);
  });
});

describe('the token', () => {
  test('is asked for by every answer, and cookies carry nothing', async () => {
    const app = await open();
    for (const headers of [
      {},
      { authorization: 'Bearer ' },
      { cookie: `authorization=${opsToken}; token=${opsToken}` },
      { authorization: `Bearer ${opsToken}x` },
    ]) {
      expect((await app.inject({ url: `${api}/status`, headers })).json()).toEqual({
        kind: 'token',
        message: 'the token is missing or wrong',
      });
    }
    expect(asked).toEqual([]);
  });

  test('is written into no log, nor is a wrong one', async () => {
    const http = await openHttp();
    const app = await open(opsToken, http.app, http.logged);
    answer = () => Promise.reject(new Error('disk full'));
    await post(app, 'halt', { remote: 'market', reason: 'test' });
    answer = async () => ({});
    await post(app, 'halt', { remote: 'market', reason: 'test' });
    await app.inject({ url: `${api}/status`, headers: { authorization: 'Bearer wrong-token-of-some-length' } });
    expect(http.logged.join('\n')).toContain('disk full');
    expect(http.logged.join('\n')).not.toMatch(/token-of-some-length/);
  });
});

describe('questions and changes', () => {
  test('status and history', async () => {
    const app = await open();
    const ask = (path: string) => app.inject({ url: `${api}/${path}`, headers: operator });
    expect((await ask('status')).json()).toEqual({ serial: 7 });
    expect((await ask('history?remote=market&limit=3')).json()).toEqual([{ reason: '{"remote":"market","limit":3}' }]);
    for (const wrong of ['limit=0', 'limit=9999', 'remote=..%2F', 'sort=by'])
      expect((await ask(`history?${wrong}`)).statusCode).toBe(400);
    expect((await ask('status')).headers['cache-control']).toBe('no-store');
  });

  test('a change is by the board, or by the operator who says a name', async () => {
    const app = await open();
    expect((await post(app, 'canary', { remote: 'market', percent: 5, reason: 'try it' })).json()).toEqual({
      outcome: 'changed',
    });
    await post(
      app,
      'rollback',
      { remote: 'market', to: '1.0.0+0000000a', reason: 'blank page', dryRun: true },
      { 'x-operator': 'Ada L.' },
    );
    expect(asked).toEqual([
      [
        { verb: 'canary', remote: 'market', percent: 5, reason: 'try it', now: false, despiteRunningHosts: false, dryRun: false },
        'board',
      ],
      [
        {
          verb: 'rollback',
          remote: 'market',
          to: '1.0.0+0000000a',
          reason: 'blank page',
          now: false,
          despiteRunningHosts: false,
          dryRun: true,
        },
        'Ada L.',
      ],
    ]);
  });

  test.each([
    ['no reason', 'halt', { remote: 'market' }],
    ['an empty reason', 'halt', { remote: 'market', reason: ' ' }],
    ['a misspelt option', 'halt', { remote: 'market', reason: 'test', dryrun: true }],
    ['a path for a remote', 'halt', { remote: '../keys', reason: 'test' }],
    ['a share of everybody', 'canary', { remote: 'market', percent: 100, reason: 'test' }],
    ['a share as text', 'canary', { remote: 'market', percent: '5', reason: 'test' }],
    ['no version', 'promote', { remote: 'market', version: 'latest', reason: 'test' }],
    ['no words', 'disable', { remote: 'market', reason: 'test', message: {} }],
    ['a list', 'halt', [{ remote: 'market', reason: 'test' }]],
    ['nothing', 'halt', null],
  ])('%s: 400, nothing is asked', async (_, verb, body) => {
    const done = await post(await open(), verb, body);
    expect([done.statusCode, done.json()]).toEqual([400, { kind: 'usage', message: expect.any(String) }]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['a verb that is not for the board', 'publish', {}, 404],
    ['a name of Object', 'constructor', {}, 404],
    ['a page of another site', 'halt', { origin: 'https://elsewhere.example' }, 403],
    ['a form', 'halt', { 'content-type': 'text/plain' }, 415],
    ["the guard's name", 'halt', { 'x-operator': 'guard' }, 400],
    ['a name with markup', 'halt', { 'x-operator': '<b>' }, 400],
  ])('%s: refused', async (_, verb, headers, status) => {
    const done = await post(await open(), verb, { remote: 'market', reason: 'test' }, headers);
    expect([done.statusCode, done.json()]).toEqual([status, { kind: expect.any(String), message: expect.any(String) }]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['refused', 409],
    ['conflict', 409],
    ['usage', 400],
    ['unreachable', 503],
  ] as const)('the tool says %s: %i', async (kind, status) => {
    const app = await open();
    answer = () => Promise.reject(new ReleaseProblem(kind, 'market is locked'));
    const done = await post(app, 'halt', { remote: 'market', reason: 'test' });
    expect([done.statusCode, done.json()]).toEqual([status, { kind, message: 'market is locked' }]);
  });

  test('an unexpected fault: 500 with what the log calls it, and nothing of its inside', async () => {
    const app = await open();
    answer = () => Promise.reject(new Error('password of the store'));
    const done = await post(app, 'halt', { remote: 'market', reason: 'test' });
    expect([done.statusCode, done.body.includes('password')]).toEqual([500, false]);
  });
});
