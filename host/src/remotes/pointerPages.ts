import type { PreviewTicket, ReleasePointer } from '@tessera/shared/federation';

/**
 * The pages that stable releases, and the one previewed, claim beyond the host's own table, with their remotes. A page
 * claimed twice goes to the first name.
 */
export function pointerPages({ remotes }: ReleasePointer, preview?: PreviewTicket): Readonly<Record<string, string>> {
  const names = new Set([...Object.keys(remotes), ...(preview === undefined ? [] : [preview.remote])]);
  const pagesOf = (name: string): readonly string[] => [
    ...(remotes[name]?.stable.pages ?? []),
    ...((preview?.remote === name ? preview.release.pages : undefined) ?? []),
  ];
  const claims = [...names]
    .sort()
    .reverse()
    .flatMap((name) => pagesOf(name).map((page) => [page, name] as const));
  return Object.fromEntries(claims);
}
