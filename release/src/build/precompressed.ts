import { brotliCompressSync, constants } from 'node:zlib';

const worthIt = /\.(js|css|svg|json|txt|webmanifest)$/;
const smallestBytes = 1024;

/** The files and, beside each text file, its brotli form: compressed once here instead of at each request. */
export function precompressed(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const all = new Map(files);
  for (const [path, bytes] of files) {
    if (!worthIt.test(path) || bytes.length < smallestBytes) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    all.set(`${path}.br`, brotliCompressSync(bytes, { params }));
  }
  return all;
}
