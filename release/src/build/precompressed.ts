import { brotli } from './brotli';

const worthIt = /\.(js|css|svg|json|txt|webmanifest)$/;
const smallestBytes = 1024;

/** The files and, beside each text file, its brotli form: compressed once here instead of at each request. */
export function precompressed(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const all = new Map(files);
  for (const [path, bytes] of files)
    if (worthIt.test(path) && bytes.length >= smallestBytes) all.set(`${path}.br`, brotli(bytes));
  return all;
}
