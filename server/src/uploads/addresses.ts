/**
 * The address of a picture: a browser fetches it without a token, so the address itself says who may see what, until when, and
 * that we said so. It names the viewer, whose view is written down.
 */
import { isSameSecret } from '../platform/random';

const livesMs = 120_000;
export const pictureRoute = '/upload/image';

export interface Shown {
  readonly id: string;
  readonly viewer: string;
}

type Sign = (text: string) => Promise<string>;

const textOf = ({ id, viewer }: Shown, until: string): string => [id, viewer, until].join('\n');

/** Path on our origin. */
export async function addressOf(sign: Sign, shown: Shown, nowMs: number): Promise<string> {
  const until = String(nowMs + livesMs);
  const query = new URLSearchParams({ ...shown, until, by: await sign(textOf(shown, until)) });
  return `/api${pictureRoute}?${query.toString()}`;
}

/** undefined: not an address of ours as we made it, or its time is over. */
export async function readAddress(sign: Sign, query: unknown, nowMs: number): Promise<Shown | undefined> {
  const { id, viewer, until, by } = query as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof viewer !== 'string' || typeof until !== 'string' || typeof by !== 'string')
    return undefined;
  if (!isSameSecret(by, await sign(textOf({ id, viewer }, until)))) return undefined;
  return nowMs < Number(until) ? { id, viewer } : undefined;
}
