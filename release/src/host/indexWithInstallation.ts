import { invariant } from '@tessera/shared/errors';
import type { FirstFiles } from './firstFiles';

export interface Installation {
  readonly trustedKeys: readonly string[];
  readonly first: FirstFiles;
}

const endOfHead = '</head>';
const firstScript = '<script';

/**
 * The built index.html with this installation's trusted keys, and what the first page needs, for the script that runs first. That
 * stands before the scripts, which cannot see what the page has not read yet.
 */
export function indexWithInstallation(template: string, { trustedKeys, first }: Installation): string {
  invariant(template.includes(endOfHead), 'index.html must have a head');
  const tags = [
    `<meta name="tessera-trusted-keys" content="${trustedKeys.join(' ')}">`,
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/pointer/prod.json">',
    '<link rel="preload" as="fetch" crossorigin="anonymous" href="/pointer/prod.json.sig">',
  ];
  const hint = `<meta name="tessera-first" content="${escaped(JSON.stringify(first))}">`;
  const start = template.indexOf(firstScript);
  const index = start < 0 ? template.indexOf(endOfHead) : start;
  const withHint = `${template.slice(0, index)}${hint}${template.slice(index)}`;
  return withHint.replace(endOfHead, () => `${tags.join('')}${endOfHead}`);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
