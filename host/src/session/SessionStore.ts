/**
 * Who is signed in, in which account mode, and the token that proves it; kept in the browser under the specification's
 * keys. Every sign-in, sign-out and mode switch is a new generation: what was asked under an older one is dropped.
 * A stored token without readable user info signs nobody in until the server has said whose it is.
 */
import { BehaviorSubject } from '@tessera/shared/kernel';
import { endpoints, type AccountMode, type EndpointResponse } from '@tessera/shared/contract';
import type { LiveValue, RemoteStorage, SessionState } from '@tessera/shared/federation';
import { storageKeys } from '../browser/storageKeys';

export type UserInfo = EndpointResponse<'userInfo'>;

export interface SessionStore {
  readonly state: LiveValue<SessionState>;
  token(): string | undefined;
  userInfo(): UserInfo | undefined;
  /** From now on questions carry this token; nobody is signed in by it yet. */
  setToken(token: string): void;
  /** The server said whose the token is. A new generation only if person or mode differ, or `isNew`. */
  adopt(userInfo: UserInfo, options?: { readonly isNew?: boolean }): void;
  /** The other account of the same person, with its own token. */
  adoptMode(token: string, mode: AccountMode): void;
  clear(): void;
  /** Reads what another page of this browser stored. */
  reload(): void;
}

const visitor = { isSignedIn: false, userId: undefined, mode: 'real' } as const;

export function createSessionStore(store: RemoteStorage): SessionStore {
  let token = store.read(storageKeys.token);
  let userInfo = readUserInfo(store.read(storageKeys.userInfo));
  const state = new BehaviorSubject<SessionState>({ ...present(), generation: 0 });

  function present(): Omit<SessionState, 'generation'> {
    if (token === undefined || userInfo === undefined) return visitor;
    return { isSignedIn: true, userId: userInfo.userId, mode: userInfo.mode };
  }

  function publish(isNew: boolean): void {
    const next = present();
    const { value } = state;
    const differs = next.isSignedIn !== value.isSignedIn || next.userId !== value.userId || next.mode !== value.mode;
    if (isNew || differs) state.next({ ...next, generation: value.generation + 1 });
  }

  function keep(info: UserInfo): void {
    userInfo = info;
    store.write(storageKeys.userInfo, JSON.stringify(info));
  }

  return {
    state,
    token: () => token,
    userInfo: () => userInfo,
    setToken(next) {
      token = next;
      store.write(storageKeys.token, next);
    },
    adopt(info, { isNew = false } = {}) {
      keep(info);
      publish(isNew);
    },
    adoptMode(next, mode) {
      token = next;
      store.write(storageKeys.token, next);
      if (userInfo !== undefined) keep({ ...userInfo, mode });
      publish(true);
    },
    clear() {
      token = undefined;
      userInfo = undefined;
      store.remove(storageKeys.token);
      store.remove(storageKeys.userInfo);
      publish(false);
    },
    reload() {
      const before = token;
      token = store.read(storageKeys.token);
      userInfo = readUserInfo(store.read(storageKeys.userInfo));
      publish(token !== before);
    },
  };
}

function readUserInfo(text: string | undefined): UserInfo | undefined {
  if (text === undefined) return undefined;
  try {
    const read = endpoints.userInfo.response.safeParse(JSON.parse(text));
    return read.success ? read.data : undefined;
  } catch {
    return undefined; // not JSON: somebody else wrote it
  }
}
