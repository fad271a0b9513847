/**
 * The contract that a release needs of a host. Its build names a range, and may name too little: a remote takes the shared facades
 * strictly in the contract version that it was built with, so a host that speaks an older one cannot load it, whatever the range
 * says (docs/decisions/0024-asked-as-built.md). The entry script names what it takes, so the gate does not believe the range alone.
 */
import type { ReleaseStore } from '../store/ReleaseStore';

const facade = /\bshareKey:\s*["'`]@tessera\/shared\/\w+["'`]/;
const taken = /\brequiredVersion:\s*["'`](\^\d+\.\d+(?:\.\d+)?)["'`]/;

/** `declared`, or what the entry script takes if that is more: "^1.1". */
export function neededContract(declared: string, entry: string): string {
  // Braces part the script into what is said of one module.
  const ranges = entry.split(/[{}]/).flatMap((part) => (facade.test(part) ? [taken.exec(part)?.[1] ?? []].flat() : []));
  return ranges.reduce((most, range) => (isMore(range, most) ? withoutPatch(range) : most), declared);
}

/** The same of a release in the store. One that is not there any more keeps what is said of it. */
export async function neededByRelease(store: ReleaseStore, remote: string, version: string, declared: string): Promise<string> {
  const entry = await store.readEntry(remote, version);
  return entry === undefined ? declared : neededContract(declared, entry);
}

const numbersOf = (range: string): readonly [number, number] => {
  const [major = 0, minor = 0] = range.slice(1).split('.').map(Number);
  return [major, minor];
};

function isMore(range: string, than: string): boolean {
  const [[major, minor], [otherMajor, otherMinor]] = [numbersOf(range), numbersOf(than)];
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}

const withoutPatch = (range: string): string => `^${numbersOf(range).join('.')}`;
