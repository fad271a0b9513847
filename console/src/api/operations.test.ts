import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { keepToken, keptToken, onTokenDied } from '../session/operatorToken';
import { callOperation } from './operations';

const real = { fetch: globalThis.fetch, sessionStorage: globalThis.sessionStorage };
let asked: { readonly url: string; readonly init: RequestInit }[];
let answer: () => Promise<Response>;
const answering = (content: unknown) => async () =>
  new Response(JSON.stringify(content), { headers: { date: 'Wed, 04 Jan 2028 12:00:00 GMT' } });

beforeEach(() => {
  asked = [];
  const kept = new Map<string, string>();
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    fetch: (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return answer();
    },
  });
});
afterEach(() => void Object.assign(globalThis, real));

test('asks beside the page, with the token of the tab; the answer says when it was by the server', async () => {
  keepToken('t0ken');
  answer = answering({ type: 'ok', message: { items: [], next: null } });
  expect(await callOperation('reviewsList', { state: 'pending' })).toEqual({
    is: 'answer',
    value: { items: [], next: null },
    serverMs: Date.UTC(2028, 0, 4, 12),
  });
  expect(asked[0]).toMatchObject({
    url: 'api/reviews/list',
    init: { method: 'POST', body: '{"state":"pending"}', credentials: 'omit', headers: { authorization: 'Bearer t0ken' } },
  });
});

test('a refusal keeps its code and its figures; no answer, or none that can be read, is silence', async () => {
  answer = answering({ type: 'error', message: 'AUTH_TOO_MANY_TRIES', params: { seconds: '4' } });
  expect(await callOperation('sessionMe', {})).toEqual({
    is: 'problem',
    kind: 'refused',
    code: 'AUTH_TOO_MANY_TRIES',
    params: { seconds: '4' },
  });
  answer = () => Promise.reject(new TypeError('no line'));
  expect(await callOperation('sessionMe', {})).toEqual({ is: 'problem', kind: 'silent' });
  answer = async () => new Response('<h1>502</h1>');
  expect(await callOperation('sessionMe', {})).toEqual({ is: 'problem', kind: 'silent' });
});

test('a session that is over is told once; a late answer to the token before ends nothing', async () => {
  let told = 0;
  const stop = onTokenDied(() => (told += 1));
  const over = { type: '999', message: 'AUTH_SESSION_ENDED' };
  keepToken('first');
  answer = answering(over);
  await Promise.all([callOperation('sessionMe', {}), callOperation('reviewsList', {})]);
  expect([told, keptToken()]).toEqual([1, null]);

  keepToken('second');
  let late: () => void = () => undefined;
  answer = () => new Promise((answerNow) => (late = () => answerNow(new Response(JSON.stringify(over)))));
  const asking = callOperation('sessionMe', {});
  keepToken('third');
  late();
  await asking;
  expect([told, keptToken()]).toEqual([1, 'third']);
  stop();
});
