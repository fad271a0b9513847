/** preview: an address that shows one published release in the production host, on the browsers that open it, for a while. */
import { pages, tabs, type PreviewTicket } from '@tessera/shared/federation';
import { publishedReference } from '../change/changeRemote';
import { liveHost } from '../host/hostFolder';
import { passGate, verdicts } from '../gate/verdicts';
import type { ReleaseContext } from '../ReleaseContext';
import { ReleaseProblem } from '../ReleaseProblem';

export interface PreviewRequest {
  readonly remote: string;
  readonly version: string;
  /** At most a week: anyone who has the address sees the release. */
  readonly forMs: number;
  /** Where people open the app: "https://trade.example". */
  readonly base: string;
}

export interface Preview {
  readonly remote: string;
  readonly version: string;
  readonly url: string;
  readonly expiresAtMs: number;
}

const maxMs = 7 * 86_400_000;

export async function preview(context: ReleaseContext, { remote, version, forMs, base }: PreviewRequest): Promise<Preview> {
  if (!(forMs > 0 && forMs <= maxMs)) throw new ReleaseProblem('usage', 'a preview lasts at most 7d');
  if (!URL.canParse(base)) throw new ReleaseProblem('usage', `--base takes an address like https://trade.example, not "${base}"`);
  await context.store.verifyRelease(remote, version);
  const release = await publishedReference(context, remote, version);
  const live = liveHost(context.dataDir);
  if (live !== undefined) {
    passGate(
      verdicts([{ ...live, sessions: 0, isLive: true }], [{ remote, version, contract: release.contract, isFallback: false }]),
      false,
    );
  }
  const expiresAtMs = context.now() + forMs;
  const ticket: PreviewTicket = { schema: 1, remote, release, expiresAtMs };
  const body = JSON.stringify(ticket);
  const signature = Buffer.from(context.keys.sign(body), 'base64').toString('base64url');
  const url = new URL('/h5/', base);
  url.search = `preview=${Buffer.from(body).toString('base64url')}.${signature}`;
  url.hash = firstPageOf(remote, release.pages ?? []);
  return { remote, version, url: url.href, expiresAtMs };
}

/** Where its reader lands: a tab of the remote, a page of it, else the app's first page. */
function firstPageOf(remote: string, own: readonly string[]): string {
  const tab = tabs.find((each) => each.remote === remote)?.path;
  return tab ?? own[0] ?? Object.entries(pages).find(([, owner]) => owner === remote)?.[0] ?? '/';
}
