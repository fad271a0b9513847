import { brotliCompressSync, constants } from 'node:zlib';

/** The smallest brotli form that there is: what is compressed here once is sent as often as somebody asks. */
export function brotli(bytes: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}
