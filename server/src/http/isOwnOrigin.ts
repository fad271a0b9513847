import type { IncomingMessage } from 'node:http';

/** A page of another site must not use a visitor's place in the network; programs send no Origin. */
export function isOwnOrigin(request: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
