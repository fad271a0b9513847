import { afterEach, expect, jest, test } from '@jest/globals';
import type { HttpAnswer, HttpQuestion } from '@tessera/shared/http';
import { withFirstAnswers, type FirstAnswer } from './firstAnswers';

const late: HttpAnswer = { kind: 'answered', status: 200, body: 'asked again' };
const question: HttpQuestion = { method: 'GET', url: '/api/coin/list', query: { lang: 'de' }, headers: {}, timeoutMs: 50 };
const anAnswer = (change: Partial<FirstAnswer> = {}): FirstAnswer => ({
  url: '/api/coin/list',
  language: 'de',
  authorization: undefined,
  answer: Promise.resolve({ status: 200, body: 'early' }),
  ...change,
});

afterEach(() => void jest.useRealTimers());

test('the same question gets the early answer, once', async () => {
  const port = withFirstAnswers(async () => late, [anAnswer()]);
  expect(await port(question)).toEqual({ kind: 'answered', status: 200, body: 'early' });
  expect(await port(question)).toBe(late);
});

test.each([
  ['another language', { ...question, query: { lang: 'fr' } }],
  ['another session', { ...question, headers: { authorization: 'token-2' } }],
  ['further parameters', { ...question, query: { lang: 'de', page: 2 } }],
  ['another call', { ...question, url: '/api/currency/whlist' }],
  ['a call that writes', { ...question, method: 'POST' as const }],
])('%s: asked for itself', async (_, other) => {
  const port = withFirstAnswers(async () => late, [anAnswer()]);
  expect(await port(other)).toBe(late);
});

test.each([
  ['failed', Promise.resolve(undefined)],
  ['never comes', new Promise<never>(() => undefined)],
])('an early answer that %s: asked again within the limit of the call', async (_, answer) => {
  const port = withFirstAnswers(async () => late, [anAnswer({ answer })]);
  expect(await port(question)).toBe(late);
});

test('left while waiting: the port itself says so, and no timer stays', async () => {
  jest.useFakeTimers();
  const leaving = new AbortController();
  const aborted: HttpAnswer = { kind: 'aborted', cause: undefined };
  const port = withFirstAnswers(async () => aborted, [anAnswer({ answer: new Promise<never>(() => undefined) })]);
  const answer = port({ ...question, signal: leaving.signal, timeoutMs: 60_000 });
  leaving.abort();
  expect(await answer).toBe(aborted);
  expect(jest.getTimerCount()).toBe(0);
});
