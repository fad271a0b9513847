import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, InvariantError } from '../../domain/errors';
import { aSecondsOrder, aSession, aWalletList } from '../../testkit';
import { createApiClient, type ApiClientOptions } from './ApiClient';
import type { HttpAnswer, HttpQuestion } from './HttpPort';
import { sampleServerClock } from './sampleServerClock';
import { createServerClock } from '../../domain/time';

interface Scene {
  readonly questions: HttpQuestion[];
  readonly errors: AppError[];
  readonly ended: AppError[];
  readonly pending: number[];
  answer: HttpAnswer | Promise<HttpAnswer>;
  token: string | undefined;
  generation: number;
}

const ok = (message: unknown): HttpAnswer => ({ kind: 'answered', status: 200, body: { type: 'ok', message } });

function setUp(change: Partial<ApiClientOptions> = {}) {
  const scene: Scene = { questions: [], errors: [], ended: [], pending: [], answer: ok({}), token: 'token-1', generation: 3 };
  const api = createApiClient({
    baseUrl: '/api/',
    language: () => 'de',
    token: () => scene.token,
    generation: () => scene.generation,
    onError: (error) => scene.errors.push(error),
    onSessionEnded: (error) => scene.ended.push(error),
    onPending: (count) => scene.pending.push(count),
    http: async (question) => {
      scene.questions.push(question);
      return scene.answer;
    },
    ...change,
  });
  return { api, scene };
}

const order = {
  clientOrderId: '00000000-0000-4000-8000-000000000001',
  quoteId: 'q',
  symbol: 'BTC-USDT',
  direction: 'long',
  seconds: 30,
  stake: '100',
  asset: 'USDT',
} as const;

describe('api client: the question', () => {
  it('a GET with a token: lang and the fields travel in the query, the token in the header, absent fields not at all', async () => {
    const { api, scene } = setUp();
    scene.answer = ok({ invitationCode: 'A', invited: { items: [], page: 1, pageSize: 20, total: 0 } });
    await api.call('invite', { page: 2, pageSize: undefined as never });
    expect(scene.questions[0]).toMatchObject({
      method: 'GET',
      url: '/api/user/invite',
      query: { page: 2, lang: 'de' },
      headers: { authorization: 'token-1' },
    });
    expect(scene.questions[0]?.query).not.toHaveProperty('pageSize');
  });

  it('a public POST: form-urlencoded with lang, and no token even when there is one', async () => {
    const { api, scene } = setUp();
    scene.answer = ok(aSession());
    await api.call('login', { account: 'a+b@example.com', password: 'a&b', puzzleToken: 'p' });
    const body = scene.questions[0]?.body;
    expect(body).toBeInstanceOf(URLSearchParams);
    expect(String(body)).toBe('account=a%2Bb%40example.com&password=a%26b&puzzleToken=p&lang=de');
    expect(scene.questions[0]?.headers).toEqual({});
  });

  it('a POST with a token that moves money: JSON, and the idempotency key in its header', async () => {
    const { api, scene } = setUp();
    scene.answer = ok(aSecondsOrder());
    await api.call('secondsSubmit', order, { idempotencyKey: 'key-1' });
    expect(scene.questions[0]?.body).toEqual({ ...order, lang: 'de' });
    expect(scene.questions[0]?.headers).toEqual({ authorization: 'token-1', 'idempotency-key': 'key-1' });
  });

  it('a call that moves money without a key: refused as a programming error, nothing is sent', async () => {
    const { api, scene } = setUp();
    await expect(api.call('secondsSubmit', order)).rejects.toThrow(InvariantError);
    expect(scene.questions).toHaveLength(0);
  });

  it('a call with a file: multipart, with the share that is sent told to the caller', async () => {
    const { api, scene } = setUp();
    scene.answer = ok({ id: 'up-1', bytes: 5, width: 2, height: 3, address: '/api/upload/image?id=up-1' });
    const shares: number[] = [];
    const file = new File(['picture'], 'picture.jpg');
    await api.call('upload', { purpose: 'paper', field: 'front', file }, { onProgress: (share) => shares.push(share) });
    const body = scene.questions[0]?.body as FormData;
    expect(body).toBeInstanceOf(FormData);
    expect([...body.keys()]).toEqual(['purpose', 'field', 'file', 'lang']);
    expect((body.get('file') as File).size).toBe(7);
    scene.questions[0]?.onProgress?.(0.5);
    expect(shares).toEqual([0.5]);
  });

  it('a visitor calls what needs a token: "please log in first" without asking the server', async () => {
    const { api, scene } = setUp();
    scene.token = undefined;
    await expect(api.call('walletList', {})).rejects.toMatchObject({ code: 'AUTH_LOGIN_REQUIRED' });
    expect(scene.questions).toHaveLength(0);
  });

  it('calls under way are counted up and down, also when they fail', async () => {
    const { api, scene } = setUp();
    scene.answer = { kind: 'unreachable', cause: 'cable' };
    await expect(api.call('walletList', {})).rejects.toBeInstanceOf(AppError);
    expect(scene.pending).toEqual([1, 0]);
  });
});

it('a remote of an earlier contract calls a row by its former name', async () => {
  const { api, scene } = setUp();
  scene.answer = ok({ items: [], page: 1, pageSize: 20, total: 0 });
  await api.call('listSeconds' as never, { state: 'open', page: 1 } as never).catch(() => undefined);
  expect(scene.questions[0]).toMatchObject({ method: 'GET', url: '/api/microtrade/lists' });
});

describe('api client: the answer', () => {
  it('code 1 in place of type ok: success', async () => {
    const { api, scene } = setUp();
    scene.answer = { kind: 'answered', status: 200, body: { code: 1, message: { serverMs: 42 } } };
    await expect(api.call('serverTime', {})).resolves.toEqual({ serverMs: 42 });
  });

  it('a refusal: its code and parameters, shown unless the caller keeps it', async () => {
    const { api, scene } = setUp();
    scene.answer = {
      kind: 'answered',
      status: 200,
      body: { type: 'error', message: 'ORDER_STAKE_BELOW_MIN', params: { min: '10', asset: 'USDT' } },
    };
    const refusal = {
      code: 'ORDER_STAKE_BELOW_MIN',
      params: { min: '10', asset: 'USDT' },
      isRetryable: false,
      isOutcomeUnknown: false,
    };
    await expect(api.call('secondsSubmit', order, { idempotencyKey: 'k' })).rejects.toMatchObject(refusal);
    expect(scene.errors).toHaveLength(1);
    await expect(api.call('secondsSubmit', order, { idempotencyKey: 'k', toastErrors: false })).rejects.toMatchObject(refusal);
    expect(scene.errors).toHaveLength(1);
  });

  it('a code that this page does not know: request exception with the code as trace', async () => {
    const { api, scene } = setUp();
    scene.answer = { kind: 'answered', status: 200, body: { type: 'error', message: 'FROM_THE_FUTURE' } };
    await expect(api.call('walletList', {})).rejects.toMatchObject({
      code: 'REQUEST_EXCEPTION',
      params: { trace: 'FROM_THE_FUTURE' },
    });
  });

  it('type 999: the session is ended, and no second toast is made of it', async () => {
    const { api, scene } = setUp();
    scene.answer = { kind: 'answered', status: 200, body: { type: '999', message: 'AUTH_SESSION_ENDED' } };
    await expect(api.call('walletList', {})).rejects.toMatchObject({ code: 'AUTH_SESSION_ENDED' });
    expect(scene.ended).toHaveLength(1);
    expect(scene.errors).toHaveLength(0);
  });

  it.each(['<html></html>', { type: 'error', message: 'DATA_NOT_FOUND' }])('404 with %j: 404 Not Found', async (body) => {
    const { api, scene } = setUp();
    scene.answer = { kind: 'answered', status: 404, body };
    await expect(api.call('walletList', {})).rejects.toMatchObject({ code: 'NOT_FOUND_404', isRetryable: false });
  });

  it.each([
    [{ kind: 'unreachable', cause: 'cable' } as const, 'NETWORK_UNREACHABLE'],
    [{ kind: 'timeout', cause: 'slow' } as const, 'NETWORK_TIMEOUT'],
    [{ kind: 'answered', status: 502, body: 'Bad gateway' } as const, 'NETWORK_UNREACHABLE'],
  ])('no answer (%o): retryable; the outcome is unknown only where money moves', async (answer, code) => {
    const { api, scene } = setUp();
    scene.answer = answer;
    await expect(api.call('walletList', {})).rejects.toMatchObject({ code, isRetryable: true, isOutcomeUnknown: false });
    await expect(api.call('secondsSubmit', order, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code,
      isRetryable: true,
      isOutcomeUnknown: true,
    });
    expect(scene.errors).toHaveLength(2);
  });

  it('an answer that the schema does not read: the path of the bad field is named', async () => {
    const { api, scene } = setUp();
    const wallet = aWalletList();
    scene.answer = ok({ ...wallet, coin: [{ ...wallet.coin[0], available: 812.5 }] });
    await expect(api.call('walletList', {})).rejects.toMatchObject({
      code: 'ANSWER_UNREADABLE',
      params: { path: 'walletList.coin.0.available' },
    });
  });
});

describe('api client: the session changes while a call is under way', () => {
  function heldCall(body: unknown) {
    const { api, scene } = setUp();
    let release: () => void = () => undefined;
    scene.answer = new Promise((resolve) => {
      release = () => resolve({ kind: 'answered', status: 200, body });
    });
    return { api, scene, release: () => release() };
  }

  it('mode switched: the late balance of the other account is dropped, silently', async () => {
    const { api, scene, release } = heldCall({ type: 'ok', message: aWalletList() });
    const late = api.call('walletList', {});
    scene.generation += 1;
    release();
    await expect(late).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    expect(scene.errors).toHaveLength(0);
  });

  it('a late 999 of the old token: the new session lives on', async () => {
    const { api, scene, release } = heldCall({ type: '999', message: 'AUTH_SESSION_ENDED' });
    const late = api.call('walletList', {});
    scene.generation += 1;
    release();
    await expect(late).rejects.toBeInstanceOf(AppError);
    expect(scene.ended).toHaveLength(0);
  });

  it('public data does not belong to a session: it is kept', async () => {
    const { api, scene, release } = heldCall({ type: 'ok', message: { serverMs: 9 } });
    const late = api.call('serverTime', {});
    scene.generation += 1;
    release();
    await expect(late).resolves.toEqual({ serverMs: 9 });
  });
});

describe('clock sample', () => {
  it('half the round trip is added to what the server said', async () => {
    let nowMs = 500;
    const monotonic = () => nowMs;
    const { api } = setUp({
      http: async () => {
        nowMs += 80;
        return ok({ serverMs: 1_000_000 });
      },
    });
    const clock = createServerClock({ monotonic, epoch: () => 1 });
    await sampleServerClock(api, clock, monotonic);
    expect(clock.now()).toBe(1_000_040);
    expect(clock.errorMs()).toBe(40);
  });

  it('no answer: the clock stays without a sample', async () => {
    const { api } = setUp({ http: async () => ({ kind: 'unreachable', cause: 'cable' }) });
    const clock = createServerClock({ monotonic: () => 0, epoch: () => 1 });
    await sampleServerClock(api, clock, () => 0);
    expect(clock.errorMs()).toBeUndefined();
  });
});

describe('the network door, against a real server', () => {
  let server: Server;
  let base: string;
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

  beforeEach(async () => {
    seen.length = 0;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        response.setHeader('access-control-allow-origin', '*');
        response.setHeader('connection', 'close');
        response.setHeader('access-control-allow-headers', '*, authorization');
        if (request.method === 'OPTIONS') return response.end();
        seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
        if (request.url?.startsWith('/api/currency/quotation_new')) return undefined; // never answers
        if (request.url?.startsWith('/api/getareacode')) return response.writeHead(404).end('no');
        response.setHeader('content-type', 'application/json');
        return response.end(
          JSON.stringify({ type: 'ok', message: request.url?.includes('login') ? aSession() : { serverMs: 77 } }),
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const client = (change: Partial<ApiClientOptions> = {}) =>
    createApiClient({
      baseUrl: base,
      language: () => 'fr',
      token: () => 'token-9',
      generation: () => 0,
      onError: () => undefined,
      onSessionEnded: () => undefined,
      ...change,
    });

  it('a GET and a form POST arrive as the table says', async () => {
    await expect(client().call('serverTime', {})).resolves.toEqual({ serverMs: 77 });
    await client().call('login', { account: 'x', password: 'y z', puzzleToken: 'p' });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/time?lang=fr' });
    expect(seen[1]?.headers['content-type']).toContain('application/x-www-form-urlencoded');
    expect(seen[1]?.body).toBe('account=x&password=y+z&puzzleToken=p&lang=fr');
  });

  it('silence, a missing page and a closed port: timeout, 404 and unreachable', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined); // the test browser complains of the closed port
    await expect(client({ timeoutMs: 60 }).call('quotation', {})).rejects.toMatchObject({ code: 'NETWORK_TIMEOUT' });
    await expect(client().call('areaCodes', {})).rejects.toMatchObject({ code: 'NOT_FOUND_404' });
    await expect(client({ baseUrl: 'http://127.0.0.1:9/api/', timeoutMs: 500 }).call('serverTime', {})).rejects.toMatchObject({
      code: 'NETWORK_UNREACHABLE',
    });
  });

  it('aborted by the caller: rejects, and nobody is shown an error', async () => {
    const errors: AppError[] = [];
    const abort = new AbortController();
    const call = client({ onError: (error) => errors.push(error) }).call('quotation', {}, { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ code: 'PLEASE_RETRY' });
    expect(errors).toHaveLength(0);
  });
});
