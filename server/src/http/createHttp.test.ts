import { afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { endpoints, idempotencyHeader } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { goodToken, openHttp, otherToken, signedIn } from '../../test/openHttp';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '@tessera/shared/contract';
import type { OpenHttp, OpenHttpOptions } from '../../test/openHttp';
import type { Handlers } from './handler';

const opened: FastifyInstance[] = [];
async function open(handlers: Handlers = {}, options: OpenHttpOptions = {}): Promise<OpenHttp> {
  const http = await openHttp(handlers, options);
  opened.push(http.app);
  return http;
}
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const token = { authorization: goodToken };

describe('a call that waits for its turn', () => {
  it('is not done when its session ended meanwhile', async () => {
    const done: string[] = [];
    let finish = (): void => undefined;
    const { app, ended } = await open({
      demoRefill: async ({ idempotencyKey = '' }) => {
        done.push(idempotencyKey);
        await new Promise<void>((resolve) => (finish = resolve));
        throw new AppError('PLEASE_RETRY');
      },
    });
    const call = (key: string) =>
      app.inject({
        method: endpoints.demoRefill.method,
        url: `/api/${endpoints.demoRefill.path}`,
        headers: { ...token, [idempotencyHeader]: key },
        payload: {},
      });
    const [first, second] = [call('00000000-0000-4000-8000-000000000001'), call('00000000-0000-4000-8000-000000000002')];
    while (done.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setTimeout(resolve, 20));
    ended.add(goodToken);
    finish();
    expect((await first).json()).toMatchObject({ message: 'PLEASE_RETRY' });
    const guard = setInterval(() => finish(), 20);
    expect((await second).json()).toEqual({ type: '999', message: 'AUTH_SESSION_ENDED' });
    clearInterval(guard);
    expect(done).toHaveLength(1);
  });
});

describe('envelope', () => {
  it('an answered call is 200 with type ok and the data as message', async () => {
    const { app, clock } = await open({ serverTime: async ({ nowMs }) => ({ serverMs: nowMs }) });
    const answer = await app.inject('/api/time?lang=de');
    expect([answer.statusCode, answer.json()]).toEqual([200, { type: 'ok', message: { serverMs: clock.now() } }]);
  });

  it('a refusal is 200 with its code and params', async () => {
    const { app } = await open({
      serverTime: async () => {
        throw new AppError('AUTH_CODE_TOO_SOON', { params: { seconds: '42' } });
      },
    });
    const answer = await app.inject('/api/time');
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { type: 'error', message: 'AUTH_CODE_TOO_SOON', params: { seconds: '42' } },
    ]);
  });

  it('an unexpected error tells the caller only a trace id that the log explains', async () => {
    const { app, logged } = await open({
      serverTime: async () => {
        throw Object.assign(new Error('relation is broken'), { detail: 'Key (account)=(a@b.example)' });
      },
    });
    const { message, params } = (await app.inject('/api/time')).json<{ message: string; params: { trace: string } }>();
    expect(message).toBe('REQUEST_EXCEPTION');
    const line = logged.find((text) => text.includes(params.trace));
    expect(line).toContain('relation is broken');
    expect(line).not.toContain('a@b.example');
  });

  it('an answer that breaks its schema is a fault while developing, and loses fields that the schema does not name', async () => {
    const wrong = await open({ serverTime: async () => ({ serverMs: 1.5 }) });
    expect((await wrong.app.inject('/api/time')).json()).toMatchObject({ message: 'REQUEST_EXCEPTION' });
    const wide = await open({ serverTime: async () => ({ serverMs: 1, passwordHash: 'x' }) });
    expect((await wide.app.inject('/api/time')).json()).toEqual({ type: 'ok', message: { serverMs: 1 } });
  });

  it('an unknown path is a real 404, below /api and elsewhere', async () => {
    const { app } = await open();
    for (const path of ['/api/user/nothing', '/nothing', '/h5/missing.js', '/r/market/x/remoteEntry.js', '/api/user/login']) {
      expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404]);
    }
  });

  it.each(['/api/%ZZ', '/%ZZ', '/h5/%E0%A4%A', '/api/user/%ff?lang=%'])(
    '%s: what is no path is refused in the envelope like any path that is not known',
    async (path) => {
      const { app } = await open();
      const [asked, unknown] = [await app.inject(path), await app.inject(path.startsWith('/api/') ? '/api/none' : '/none')];
      expect([asked.statusCode, asked.json()]).toEqual([404, { type: 'error', message: 'DATA_NOT_FOUND' }]);
      // With all headers of an answer.
      expect(Object.keys(asked.headers)).toEqual(Object.keys(unknown.headers));
      expect(asked.headers['cache-control']).toBe('no-store');
    },
  );
});

describe('session', () => {
  it('a call that needs a session answers 999 without a token and with a dead one', async () => {
    const { app } = await open();
    const none = await app.inject('/api/user/info');
    const dead = await app.inject({ url: '/api/user/info', headers: { authorization: 'Bearer gone' } });
    expect([none.statusCode, none.json()]).toEqual([200, { type: '999', message: 'AUTH_LOGIN_REQUIRED' }]);
    expect(dead.json()).toEqual({ type: '999', message: 'AUTH_SESSION_ENDED' });
  });

  it('the token is taken with and without the word Bearer, and hands the user to the handler', async () => {
    const seen: unknown[] = [];
    const { app } = await open({
      logout: async ({ user }) => {
        seen.push(user);
        return {};
      },
    });
    for (const authorization of [goodToken, `Bearer ${goodToken}`]) {
      await app.inject({ method: 'POST', url: '/api/user/logout', headers: { authorization }, payload: {} });
    }
    expect(seen).toEqual([signedIn, signedIn]);
  });

  it('a public call ignores a token, an optional one uses it', async () => {
    const { app } = await open({
      serverTime: async ({ nowMs }) => ({ serverMs: nowMs }),
      serviceContacts: async ({ user }) => ({ contacts: [{ name: user?.userId ?? 'visitor', url: '/' }] }),
    });
    expect((await app.inject({ url: '/api/time', headers: { authorization: 'gone' } })).json()).toMatchObject({ type: 'ok' });
    expect((await app.inject('/api/news/getkf')).json()).toMatchObject({ message: { contacts: [{ name: 'visitor' }] } });
    expect((await app.inject({ url: '/api/news/getkf', headers: token })).json()).toMatchObject({
      message: { contacts: [{ name: signedIn.userId }] },
    });
  });

  it('cookies carry nothing: none is set and one that holds the token signs nobody in', async () => {
    const { app } = await open();
    const answer = await app.inject({
      url: '/api/user/info',
      headers: { cookie: `token=${goodToken}; authorization=${goodToken}` },
    });
    expect(answer.json()).toMatchObject({ type: '999' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('the endpoint table', () => {
  it('every row is registered; one that nobody answers is not open, after session and schema', async () => {
    const { app } = await open();
    for (const { method, path, auth, body } of Object.values<Endpoint>(endpoints)) {
      const kind = body === 'form' ? form : body === 'multipart' ? { 'content-type': 'multipart/form-data; boundary=x' } : {};
      const headers = { ...(auth === 'required' ? token : {}), ...kind };
      const answer = await app.inject({
        method,
        url: `/api/${path}`,
        headers,
        ...(method === 'POST' ? { payload: body === 'form' ? '' : body === 'multipart' ? '--x--\r\n' : {} } : {}),
      });
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect([path, ['FEATURE_NOT_OPEN', 'PARAMETER_MISSING']]).toEqual([
        path,
        expect.arrayContaining([answer.json<{ message: string }>().message]),
      ]);
    }
  });

  it('the OpenAPI document lists every path with its method', async () => {
    const { app } = await open();
    const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>();
    expect(Object.keys(paths).sort()).toEqual(
      Object.values(endpoints)
        .map(({ path }) => `/api/${path}`)
        .sort(),
    );
    for (const { path, method } of Object.values(endpoints)) expect(paths[`/api/${path}`]?.[method.toLowerCase()]).toBeDefined();
  });

  it('the OpenAPI document is kept by who has it, compressed for who takes that, and has an allowance', async () => {
    const { app } = await open({}, { rateLimitFactor: 0.13 });
    const ask = (headers = {}) => app.inject({ url: '/api/openapi.json', headers });
    const plain = await ask();
    expect(plain.headers).toMatchObject({ 'content-type': expect.stringContaining('json'), etag: expect.stringMatching(/^"/) });
    const small = await ask({ 'accept-encoding': 'gzip, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    const known = await ask({ 'if-none-match': String(plain.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await ask()).headers['cache-control']).toBe('no-cache, must-revalidate');
    // Four a minute at this factor.
    expect((await ask()).json()).toMatchObject({ message: 'TOO_MANY_REQUESTS' });
  });

  it('a call that moves money gets the sent key, or one that is the same for the same call within three seconds', async () => {
    const keys: (string | undefined)[] = [];
    const { app, clock } = await open({
      demoRefill: async ({ idempotencyKey }) => {
        keys.push(idempotencyKey);
        throw new AppError('WALLET_DEMO_REFILL_NOT_NEEDED');
      },
    });
    const refill = (headers = {}) =>
      app.inject({ method: 'POST', url: '/api/wallet/demo_refill', headers: { ...token, ...headers }, payload: {} });
    await refill({ 'idempotency-key': 'abcdefgh-1' });
    await refill();
    await refill();
    clock.advance(3000);
    await refill();
    expect(keys[0]).toBe('abcdefgh-1');
    expect(keys[1]).toBe(keys[2]);
    expect(keys[3]).not.toBe(keys[2]);
    expect((await refill({ 'idempotency-key': 'no spaces' })).json()).toMatchObject({
      message: 'PARAMETER_WRONG',
      params: { field: 'idempotency-key' },
    });
  });
});

describe('limits of requests', () => {
  it('a body above 16 KB, broken JSON and prototype keys are refused by name', async () => {
    const { app } = await open();
    const post = (payload: string, contentType = 'application/json') =>
      app.inject({ method: 'POST', url: '/api/wallet/transfer', headers: { ...token, 'content-type': contentType }, payload });
    for (const payload of [
      '{',
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"a":1}}}',
      `{"asset":"${'A'.repeat(300_000)}"}`,
    ]) {
      expect((await post(payload)).json()).toMatchObject({ type: 'error', message: 'PARAMETER_WRONG' });
    }
    expect((await post('{}', 'text/xml')).json()).toMatchObject({ message: 'REQUEST_ILLEGAL' });
    expect((await post('asset=USDT', 'application/x-www-form-urlencoded')).json()).toMatchObject({ message: 'REQUEST_ILLEGAL' });
  });

  it('JSON that is nested deep is refused before anything walks it, however long', async () => {
    const { app, logged } = await open({ serverTime: async ({ nowMs }) => ({ serverMs: nowMs }) });
    const nested = (depth: number, inside = '') => `{"code":${'['.repeat(depth)}${inside}${']'.repeat(depth)}}`;
    const bodies = [nested(33), nested(8000), nested(100_000), nested(5500, `${'0,'.repeat(120_000)}0`)];
    for (const payload of bodies) {
      const deep = await app.inject({
        method: 'POST',
        url: '/api/client/report',
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect(deep.json()).toEqual({ type: 'error', message: 'PARAMETER_WRONG', params: { field: 'body' } });
    }
    expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
    expect((await app.inject('/api/time')).json()).toMatchObject({ type: 'ok' });
  });

  it('a compressed body is not unpacked', async () => {
    const { app } = await open({ clientReport: async () => ({}) });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const payload = gzipSync(JSON.stringify({ message: 'x' }));
    const answer = await app.inject({ method: 'POST', url: '/api/client/report', headers, payload });
    expect(answer.json()).toEqual({ type: 'error', message: 'PARAMETER_WRONG', params: { field: 'body' } });
  });

  it('the longest puzzle track and the longest report pass', async () => {
    const { app } = await open({ clientReport: async () => ({}) });
    const report = { message: '\u0001'.repeat(500), where: '\u0001'.repeat(200), release: '\u0001'.repeat(200) };
    expect((await app.inject({ method: 'POST', url: '/api/client/report', payload: report })).json()).toMatchObject({
      type: 'ok',
    });
    const fields = { puzzleId: 'p', x: '1', method: 'drag', track: '1:1,'.repeat(2000) };
    const payload = new URLSearchParams(fields).toString();
    const verify = await app.inject({ method: 'POST', url: '/api/puzzle/verify', headers: form, payload });
    expect(verify.json()).toMatchObject({ message: 'FEATURE_NOT_OPEN' });
  });

  it('files have an allowance of the address; probes and calls do not use it up', async () => {
    const { app } = await open({}, { rateLimitFactor: 0.001 });
    const statusOf = async (url: string) => (await app.inject(url)).statusCode;
    const files = ['/robots.txt', '/h5/', '/nothing', '/pc/', '/h5/a.js', '/'];
    for (const url of files) expect([url, await statusOf(url)]).not.toContain(429);
    const refused = await app.inject('/robots.txt');
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
      expect.objectContaining({ message: 'TOO_MANY_REQUESTS' }),
    ]);
    expect([await statusOf('/healthz'), await statusOf('/api/time')]).toEqual([404, 200]);
  });

  it('an address that asks too often is told how long to wait, in the envelope', async () => {
    const { app } = await open({ serverTime: async ({ nowMs }) => ({ serverMs: nowMs }) }, { rateLimitFactor: 0.01 });
    const types: string[] = [];
    for (let n = 0; n < 20; n += 1)
      types.push((await app.inject('/api/time')).json<{ message: unknown }>().message === 'TOO_MANY_REQUESTS' ? 'late' : 'ok');
    expect(types.filter((type) => type === 'ok')).toHaveLength(15);
    expect((await app.inject('/api/time')).json()).toMatchObject({
      message: 'TOO_MANY_REQUESTS',
      params: { seconds: expect.stringMatching(/^\d+$/) },
    });
  });

  it('one person who moves money in parallel waits for himself: one call is worked at a time, another person and a read go on', async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const { app } = await open({
      async transfer({ user, request }) {
        begun.push(`${user.userId} ${request.amount}`);
        if (user.userId === signedIn.userId) await new Promise<void>((end) => ends.push(end));
        throw new AppError('WALLET_BELOW_MIN');
      },
      userInfo: async ({ user }) => {
        begun.push(`${user.userId} reads`);
        throw new AppError('DATA_NOT_FOUND');
      },
    });
    const transfer = async (authorization: string, amount: string) =>
      await app.inject({
        method: 'POST',
        url: `/api/${endpoints.transfer.path}`,
        headers: { authorization, 'idempotency-key': `0000000000000000${amount}` },
        payload: { from: 'coin', to: 'contract', asset: 'USDT', amount },
      });
    const all = ['11', '12', '13'].map((amount) => transfer(goodToken, amount));
    expect((await transfer(otherToken, '21')).json()).toMatchObject({ message: 'WALLET_BELOW_MIN' });
    await app.inject({ method: endpoints.userInfo.method, url: `/api/${endpoints.userInfo.path}`, headers: token });
    expect(begun).toEqual(['10000001 11', '10000002 21', '10000001 reads']);
    for (let turn = 0; turn < all.length; turn += 1) {
      ends.shift()?.();
      await all[turn];
    }
    expect(begun.slice(3)).toEqual(['10000001 12', '10000001 13']);
  });

  it('a forwarded address counts only when proxies are trusted', async () => {
    const seen: string[] = [];
    const handlers: Handlers = {
      serverTime: async ({ ip, nowMs }) => {
        seen.push(ip);
        return { serverMs: nowMs };
      },
    };
    for (const trustedProxies of [0, 1]) {
      const { app } = await open(handlers, { trustedProxies });
      await app.inject({ url: '/api/time', headers: { 'x-forwarded-for': '203.0.113.9' } });
    }
    expect(seen).toEqual(['127.0.0.1', '203.0.113.9']);
  });
});

describe('headers', () => {
  it('every answer carries the policies, and answers of the API are never stored', async () => {
    const { app } = await open({ serverTime: async ({ nowMs }) => ({ serverMs: nowMs }) });
    for (const url of ['/api/time', '/pc/', '/nothing', '/robots.txt']) {
      const { headers } = await app.inject(url);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toMatch(/microphone=\(\).*camera=\(self\)/);
      const policy = String(headers['content-security-policy']);
      for (const part of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
      ])
        expect(policy).toContain(part);
      expect(policy).not.toContain('unsafe');
      expect(headers['strict-transport-security']).toBeUndefined();
      expect(headers['x-powered-by']).toBeUndefined();
    }
    expect((await app.inject('/api/time')).headers['cache-control']).toBe('no-store');
  });

  it('text becomes markup or a script address only through named policies', async () => {
    const { app } = await open();
    const policy = String((await app.inject('/pc/')).headers['content-security-policy']);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/trusted-types [^;*]+;?/);
  });

  it('workers and the manifest come from our origin; releases may also come from the origin of artifacts', async () => {
    const { app } = await open({}, { artifactOrigin: 'https://cdn.example' });
    const policy = String((await app.inject('/pc/')).headers['content-security-policy']);
    const sources = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ');
    for (const directive of ['script-src', 'style-src', 'connect-src'])
      expect([directive, sources(directive)]).toEqual([directive, expect.arrayContaining(["'self'", 'https://cdn.example'])]);
    for (const directive of ['worker-src', 'manifest-src', 'default-src'])
      expect([directive, sources(directive)]).toEqual([directive, ["'self'"]]);
    expect(policy).not.toContain('unsafe');
  });

  it('behind TLS the browser is told to stay there', async () => {
    const { app } = await open({}, { trustedProxies: 1 });
    const { headers } = await app.inject({ url: '/robots.txt', headers: { 'x-forwarded-proto': 'https' } });
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });
});

describe('static sites', () => {
  async function openWithFiles(): Promise<FastifyInstance> {
    return (await openWithPage('<title>shell</title>')).app;
  }
  async function openWithPage(page: string): Promise<OpenHttp> {
    const dataDir = mkdtempSync(join(tmpdir(), 'tessera-sites-'));
    folders.push(dataDir);
    const put = (path: string, text: string) => {
      mkdirSync(join(dataDir, path, '..'), { recursive: true });
      writeFileSync(join(dataDir, path), text);
    };
    put('host/current/index.html', page);
    put('host/current/main.0123abcd.js', 'shell()');
    put('host/current/main.0123abcd.js.br', 'compressed');
    put('host/current/serviceWorker.js', 'worker()');
    put('host/current/sw.js', 'worker()');
    put('host/current/main.0123abcd.css', 'body{}');
    put('host/current/app.webmanifest', '{}');
    put('secret.txt', 'secret');
    return open({}, { dataDir });
  }

  it('the shell is asked for anew each time, its hashed files never again', async () => {
    const app = await openWithFiles();
    const page = await app.inject('/h5/');
    expect([page.body, page.headers['cache-control']]).toEqual(['<title>shell</title>', 'no-cache, must-revalidate']);
    const script = await app.inject('/h5/main.0123abcd.js');
    expect([script.body, script.headers['cache-control']]).toEqual(['shell()', 'public, max-age=31536000, immutable']);
    const small = await app.inject({ url: '/h5/main.0123abcd.js', headers: { 'accept-encoding': 'br' } });
    expect([small.body, small.headers['content-encoding'], small.headers['cache-control']]).toEqual([
      'compressed',
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(String(small.headers['content-type'])).toContain('javascript');
  });

  it('service worker and manifest are asked for anew each time, with their own types', async () => {
    const app = await openWithFiles();
    for (const [path, type] of [
      ['sw.js', 'text/javascript'],
      ['app.webmanifest', 'application/manifest+json'],
    ]) {
      const { headers } = await app.inject(`/h5/${path}`);
      expect([path, headers['cache-control'], headers['content-type']]).toEqual([
        path,
        'no-cache, must-revalidate',
        expect.stringContaining(String(type)),
      ]);
    }
  });

  it('HEAD answers the headers alone; what is missing is a 404 that nobody keeps, never the page, also for HEAD and folders', async () => {
    const app = await openWithFiles();
    const head = await app.inject({ method: 'HEAD', url: '/h5/main.0123abcd.css' });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '6']);
    for (const path of ['/h5/main.ffffffff.js', '/h5/main.ffffffff.css', '/h5/pages/', '/h5/pages/market/index']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode, headers, body } = await app.inject({ method, url: path });
        expect([method, path, statusCode, headers['cache-control']]).toEqual([method, path, 404, 'no-store']);
        expect(String(headers['content-type'])).not.toContain('html');
        expect(body).not.toContain('<title>');
      }
    }
  });

  it('a page whose every script carries integrity forbids scripts without; a page of an older build does not', async () => {
    const { dataDir, app } = await openWithPage('<script defer src="main.js" integrity="sha384-abc"></script>');
    const page = () => app.inject('/h5/');
    expect((await page()).headers['integrity-policy']).toBe('blocked-destinations=(script)');
    expect((await app.inject('/h5/sw.js')).headers['integrity-policy']).toBeUndefined();
    writeFileSync(join(dataDir, 'host/current/index.html.br'), 'compressed');
    const small = await app.inject({ url: '/h5/', headers: { 'accept-encoding': 'br' } });
    expect([small.body, small.headers['content-encoding'], small.headers['integrity-policy']]).toEqual([
      'compressed',
      'br',
      'blocked-destinations=(script)',
    ]);
    expect(String(small.headers['content-type'])).toContain('text/html');
    rmSync(join(dataDir, 'host/current/index.html.br'));
    rmSync(join(dataDir, 'host/current/index.html'));
    writeFileSync(
      join(dataDir, 'host/current/index.html'),
      '<script src="theme.js" integrity="sha384-abc"></script><script src="main.js" data-integrity="sha384-abc"></script>',
    );
    expect((await page()).headers['integrity-policy']).toBeUndefined();
  });

  it('nothing outside the folders is reachable, and what is missing is a 404; the log of faults is not for strangers to fill', async () => {
    const { app, logged } = await openWithPage('<title>shell</title>');
    for (const path of [
      '/h5/../secret.txt',
      '/h5/..%2f..%2fsecret.txt',
      '/h5/..%5c..%5csecret.txt',
      '/h5//secret.txt',
      '/h5/.hidden',
      '/h5/main.ffffffff.js',
      '/h5/%00',
      '/log-days/BTC-USDT/%2e%2e/secret.txt',
    ]) {
      const answer = await app.inject(path);
      // The same words for all of them, and no trace that no log explains.
      expect([path, answer.statusCode, answer.json()]).toEqual([path, 404, { type: 'error', message: 'DATA_NOT_FOUND' }]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
    expect(logged.filter((line) => line.includes('request failed'))).toEqual([]);
  });

  it('the root leads to the app, and a desktop gets the same page at a path of its own', async () => {
    const app = await openWithFiles();
    for (const path of ['/', '/h5']) expect((await app.inject(path)).headers.location).toBe('/h5/');
    expect((await app.inject('/pc/')).body).toBe((await app.inject('/h5/')).body);
    expect((await app.inject('/pc/main.ffffffff.js')).statusCode).toBe(404);
    // A browser lets a worker answer only for the folder it lies in.
    expect((await app.inject('/pc/serviceWorker.js')).body).toBe('worker()');
    expect((await app.inject('/pc/main.0123abcd.js')).statusCode).toBe(404);
    expect((await app.inject('/.well-known/security.txt')).body).toMatch(/^Contact: http/);
  });
});
