export function renamedCopy(
  files: ReadonlyMap<string, Uint8Array>,
  hash: string,
  otherHash: string,
): ReadonlyMap<string, Uint8Array>;
export function otherHashThan(hash: string): string;
