import type { PreviewTicket, ReleasePointer, ReleaseReference } from '@tessera/shared/federation';
import type { ForeignPage, ForeignPages } from '../routes/routeFor';

/**
 * The pages that stable releases, and the one previewed, claim beyond the host's own table, with their remotes. A page
 * claimed twice goes to the first name. Only a page that its release names as open is shown to visitors.
 */
export function pointerPages({ remotes }: ReleasePointer, preview?: PreviewTicket): ForeignPages {
  const names = new Set([...Object.keys(remotes), ...(preview === undefined ? [] : [preview.remote])]);
  const pagesOf = (name: string): (readonly [string, ForeignPage])[] =>
    [remotes[name]?.stable, preview?.remote === name ? preview.release : undefined].flatMap((release) =>
      release === undefined ? [] : claimsOf(name, release),
    );
  const claims = [...names].sort().reverse().flatMap(pagesOf);
  return Object.fromEntries(claims);
}

const claimsOf = (remote: string, { pages = [], openPages = [] }: ReleaseReference): (readonly [string, ForeignPage])[] =>
  pages.map((page) => [page, { remote, needsSignIn: !openPages.includes(page) }]);
