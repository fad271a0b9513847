/**
 * The address of something that is one person's: a browser fetches it without a token, so the address itself says who may see
 * what, until when, and that we said so. It names the viewer and his session, with which it ends.
 */
import { isSameSecret } from './random';

const livesMs = 120_000;

export interface Shown {
  readonly id: string;
  readonly viewer: string;
  /** Number of the viewer's session: the address ends with it. */
  readonly session: string;
}

type Sign = (text: string) => Promise<string>;

const textOf = ({ id, viewer, session }: Shown, until: string): string => [id, viewer, session, until].join('\n');

/** Path on our origin. `route`: below /api. */
export async function addressOf(
  { sign, route }: { readonly sign: Sign; readonly route: string },
  shown: Shown,
  nowMs: number,
): Promise<string> {
  const until = String(nowMs + livesMs);
  const query = new URLSearchParams({ ...shown, until, by: await sign(textOf(shown, until)) });
  return `/api${route}?${query.toString()}`;
}

/** undefined: not an address of ours as we made it, or its time or its viewer's session is over. */
export async function readAddress(
  { sign, isSessionLive }: { readonly sign: Sign; readonly isSessionLive: (shown: Shown) => Promise<boolean> },
  query: unknown,
  nowMs: number,
): Promise<Shown | undefined> {
  const { id, viewer, session, until, by } = query as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof viewer !== 'string' || typeof session !== 'string') return undefined;
  if (typeof until !== 'string' || typeof by !== 'string') return undefined;
  const shown = { id, viewer, session };
  const isOurs = isSameSecret(by, await sign(textOf(shown, until))) && nowMs < Number(until);
  return isOurs && (await isSessionLive(shown)) ? shown : undefined;
}
