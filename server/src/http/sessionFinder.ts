import type { SignedIn } from './handler';

/** What the adapter and the socket ask of identity: whose token this is. undefined: unknown, ended, too old or frozen. */
export interface SessionFinder {
  find(token: string): Promise<SignedIn | undefined>;
}

/** The Authorization header's token, with or without the word "Bearer". undefined when there is none. */
export function tokenOf(authorization: string | undefined): string | undefined {
  const token = authorization?.replace(/^Bearer /i, '').trim();
  return token === undefined || token === '' ? undefined : token;
}
