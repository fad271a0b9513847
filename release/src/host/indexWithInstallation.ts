import type { ReleaseReference } from '@tessera/shared/federation';
import { invariant } from '@tessera/shared/errors';

export interface Installation {
  readonly trustedKeys: readonly string[];
  /** The remote of the landing page: a visitor's first page needs it, so the browser is told before the host has run. */
  readonly landing: ReleaseReference | undefined;
}

const endOfHead = '</head>';

/** The built index.html with this installation's trusted keys and preload links. Preloads carry integrity, so a stale link loads nothing wrong. */
export function indexWithInstallation(template: string, { trustedKeys, landing }: Installation): string {
  invariant(template.includes(endOfHead), 'index.html must have a head');
  const files = landing === undefined ? [] : [{ href: landing.entry, integrity: landing.integrity }, ...(landing.preload ?? [])];
  const tags = [
    `<meta name="tessera-trusted-keys" content="${trustedKeys.join(' ')}">`,
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/pointer/prod.json">',
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/pointer/prod.json.sig">',
    ...files.map(
      ({ href, integrity }) =>
        `<link rel="preload" as="${href.endsWith('.css') ? 'style' : 'script'}" crossorigin="anonymous" href="${href}" integrity="${integrity}">`,
    ),
  ];
  return template.replace(endOfHead, `${tags.join('')}${endOfHead}`);
}
