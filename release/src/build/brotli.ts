import { brotliCompressSync, constants } from 'node:zlib';

/** A build is weighed before it is published: what was compressed for the one serves the other. */
const forms = new WeakMap<Uint8Array, Uint8Array>();

/** The smallest brotli form that there is: what is compressed here once is sent as often as somebody asks. */
export function brotli(bytes: Uint8Array): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const form = forms.get(bytes) ?? brotliCompressSync(bytes, { params });
  forms.set(bytes, form);
  return form;
}
