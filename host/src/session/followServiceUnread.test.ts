import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { AppError } from '@tessera/shared/errors';
import { fakeContext, testStartMs } from '@tessera/shared/testing';
import { followServiceUnread } from './followServiceUnread';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const conversation = (unread: number) => ({ items: [], next: null, unread, seenByService: null });
const changed = { type: 'service', seq: 1, mode: 'demo', atMs: testStartMs } as const;
const moment = () => jest.advanceTimersByTimeAsync(0);

function setUp(unread: number) {
  const { api, session, privateEvents$ } = fakeContext();
  api.respond('serviceConversation', conversation(unread));
  return { api, session, privateEvents$, unread: followServiceUnread({ session: session.state, events$: privateEvents$, api }) };
}

it('is read after the first page, and again when the conversation changed or events were missed', async () => {
  const { api, privateEvents$, unread } = setUp(2);
  await moment();
  expect([unread.value, api.calls.length]).toEqual([0, 0]);
  await jest.advanceTimersByTimeAsync(2500);
  expect(unread.value).toBe(2);
  api.respond('serviceConversation', conversation(3));
  privateEvents$.next(changed);
  await moment();
  expect(unread.value).toBe(3);
  api.respond('serviceConversation', conversation(0));
  privateEvents$.next({ type: 'resync' });
  await moment();
  expect(unread.value).toBe(0);
});

it('no answer: what was known stays, and the next event is followed', async () => {
  const { api, privateEvents$, unread } = setUp(1);
  privateEvents$.next(changed);
  await moment();
  api.respond('serviceConversation', new AppError('NETWORK_UNREACHABLE'));
  privateEvents$.next(changed);
  await moment();
  expect(unread.value).toBe(1);
  api.respond('serviceConversation', conversation(4));
  privateEvents$.next(changed);
  await moment();
  expect(unread.value).toBe(4);
});

it('nobody sees what is unread of whoever was signed in before, and a visitor asks for nothing', async () => {
  const { api, session, privateEvents$, unread } = setUp(1);
  await jest.advanceTimersByTimeAsync(2500);
  expect(unread.value).toBe(1);
  session.set({ isSignedIn: false, userId: undefined });
  expect(unread.value).toBe(0);
  const asked = api.calls.length;
  privateEvents$.next(changed);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(api.calls).toHaveLength(asked);
});
