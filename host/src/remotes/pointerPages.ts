import type { ReleasePointer } from '@tessera/shared/federation';

/** The pages that stable releases claim beyond the host's own table, with their remotes. A page claimed twice goes to the first name. */
export function pointerPages({ remotes }: ReleasePointer): Readonly<Record<string, string>> {
  const claims = Object.keys(remotes).sort().reverse().flatMap((name) => (remotes[name]?.stable.pages ?? []).map((page) => [page, name] as const));
  return Object.fromEntries(claims);
}
