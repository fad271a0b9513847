/** As fetch, and an answer that is too long or too slow in coming is given up: a node that lies may also never end. */
const mostBytes = 32 * 1024 * 1024;

export const boundedFetch =
  (limitMs: number): typeof fetch =>
  async (input, init) => {
    const limit = AbortSignal.timeout(limitMs);
    const signal = init?.signal == null ? limit : AbortSignal.any([init.signal, limit]);
    const response = await fetch(input, { ...init, signal, redirect: 'error' });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += part.byteLength;
      if (bytes > mostBytes) throw new Error(`the answer is longer than ${mostBytes} bytes`);
      parts.push(part);
    }
    return new Response(Buffer.concat(parts), { status: response.status, headers: response.headers });
  };
