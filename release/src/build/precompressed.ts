import { brotliDecompressSync } from 'node:zlib';
import { sentForm } from './brotli';

const worthIt = /\.(js|css|svg|json|txt|webmanifest)$/;
const smallestBytes = 1024;

export const isCompressed = (path: string, bytes: Uint8Array): boolean => worthIt.test(path) && bytes.length >= smallestBytes;

/**
 * The files and, beside each text file, its brotli form: compressed once here instead of at each request. A form that came with the
 * build is kept when it is of that file.
 */
export function precompressed(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const all = new Map(files);
  for (const [path, bytes] of files)
    if (isCompressed(path, bytes) && !isFormOf(bytes, files.get(`${path}.br`))) all.set(`${path}.br`, sentForm(bytes));
  return all;
}

function isFormOf(bytes: Uint8Array, compressed: Uint8Array | undefined): boolean {
  if (compressed === undefined) return false;
  try {
    return brotliDecompressSync(compressed, { maxOutputLength: bytes.length }).equals(bytes);
  } catch {
    // Not brotli, or of a longer file.
    return false;
  }
}
