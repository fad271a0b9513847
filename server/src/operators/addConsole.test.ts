import { afterEach, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { addConsole } from './addConsole';
import { isOwnName } from './isOwnName';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(files: Readonly<Record<string, string>>): Promise<FastifyInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-console-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const app = fastify();
  closing.push(
    () => app.close(),
    () => rm(folder, { recursive: true }),
  );
  await addConsole(app, folder);
  return app;
}

test('the page is there for everybody, may run only what it brings and show pictures of its own origin, in no frame', async () => {
  const app = await open({ 'index.html': 'console', 'main.js': 'draw()' });
  expect((await app.inject('/ops')).headers.location).toBe('/ops/');
  for (const [path, body] of [
    ['', 'console'],
    ['main.js', 'draw()'],
  ]) {
    const { statusCode, body: sent, headers } = await app.inject(`/ops/${path}`);
    expect([statusCode, sent, headers['cache-control'], headers['x-frame-options'], headers['referrer-policy']]).toEqual([
      200,
      body,
      'no-store',
      'DENY',
      'no-referrer',
    ]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:|blob:|\*/);
  }
});

test('a page that is not built is 404', async () => {
  expect((await (await open({})).inject('/ops/')).statusCode).toBe(404);
});

test.each([
  ['127.0.0.1:8081', true],
  ['[::1]:8081', true],
  ['192.0.2.7', true],
  ['LocalHost:8081', true],
  ['console.example:443', true],
  ['evil.example', false],
  ['console.example.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['', false],
  [undefined, false],
])('asked by the name %p: one of its own %p', (host, isOwn) => {
  expect(isOwnName(host, ['console.example'])).toBe(isOwn);
});
