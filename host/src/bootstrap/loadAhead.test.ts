import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BehaviorSubject } from '@tessera/shared/kernel';
import type { RemoteState } from '../remotes/RemoteState';
import { loadAhead } from './loadAhead';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function open(pathname: string) {
  const states = new Map<string, BehaviorSubject<RemoteState>>();
  const state = (name: string) => {
    const known = states.get(name) ?? new BehaviorSubject<RemoteState>({ kind: 'idle' } as RemoteState);
    states.set(name, known);
    return known;
  };
  const [loaded, warmed]: [string[], string[]] = [[], []];
  const pending = new BehaviorSubject(0);
  const remotes = {
    state,
    load: async (name: string) => void loaded.push(name),
    warm: async (name: string) => void warmed.push(name),
  };
  // Idle at once: what counts here is when idleness is waited for.
  const page = { requestIdleCallback: (work: () => void) => work() } as unknown as Window;
  loadAhead(remotes as unknown as Parameters<typeof loadAhead>[0], pathname, pending, page);
  return { loaded, warmed, pending, ready: (name: string) => state(name).next({ kind: 'ready' } as RemoteState) };
}

test('the remote of the page is loaded at once, the others are not while the page still asks for its data', async () => {
  const { loaded, warmed, pending, ready } = open('/pages/assets/index');
  expect(loaded).toEqual(['assets']);
  ready('assets');
  pending.next(2);
  await jest.advanceTimersByTimeAsync(5000);
  expect(warmed).toEqual([]);
  pending.next(0);
  await jest.advanceTimersByTimeAsync(1000);
  expect(warmed).toContain('trade');
});

test('a page that never ends asking: the others come all the same, a little later', async () => {
  const { warmed, pending, ready } = open('/');
  ready('market');
  pending.next(1);
  await jest.advanceTimersByTimeAsync(15_500);
  expect(warmed).toContain('trade');
});
