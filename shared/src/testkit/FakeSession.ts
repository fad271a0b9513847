import { BehaviorSubject } from '@tessera/shared/kernel';
import type { AccountMode } from '../domain/contract';
import type { Session, SessionState } from '../federation';

/** A session whose state a test sets; the verbs change it as the host's would and are counted where they only ask. */
export interface FakeSession extends Session {
  readonly state: BehaviorSubject<SessionState>;
  readonly loginRequests: number;
  /** Replaces parts of the state; the generation grows by itself. */
  set(change: Partial<Omit<SessionState, 'generation'>>): void;
}

export const visitor: SessionState = { isSignedIn: false, userId: undefined, mode: 'demo', generation: 0 };
export const signedInDemo: SessionState = { isSignedIn: true, userId: 'user-1', mode: 'demo', generation: 0 };

export function createFakeSession(initial: SessionState = signedInDemo): FakeSession {
  const state = new BehaviorSubject(initial);
  let loginRequests = 0;
  const set = (change: Partial<Omit<SessionState, 'generation'>>) =>
    state.next({ ...state.value, ...change, generation: state.value.generation + 1 });
  return {
    state,
    get loginRequests() {
      return loginRequests;
    },
    set,
    signIn: async () => set({ isSignedIn: true, userId: 'user-1' }),
    signOut: async () => set({ isSignedIn: false, userId: undefined }),
    requestLogin: () => {
      loginRequests += 1;
    },
    switchMode: async (mode: AccountMode) => set({ mode }),
  };
}
