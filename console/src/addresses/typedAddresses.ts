export interface TypedAddress {
  readonly address: string;
  /** The first one is 1. */
  readonly line: number;
}

/** One on each line; empty lines, and those that say again what stands above, are left out. */
export function typedAddresses(text: string): readonly TypedAddress[] {
  const seen = new Set<string>();
  return text.split('\n').flatMap((written, at) => {
    const address = written.trim();
    if (address === '' || seen.has(address)) return [];
    seen.add(address);
    return [{ address, line: at + 1 }];
  });
}
