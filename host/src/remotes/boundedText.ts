export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * The text of an answer of at most `maxBytes`; rejects with TooLarge as soon as more comes, without taking the rest. The text
 * stands for exactly these bytes: a byte order mark stays in it, and what is not UTF-8 is refused.
 */
export async function boundedText(answer: Response, maxBytes: number): Promise<string> {
  const tooLarge = new TooLarge(`${answer.url} has more than ${maxBytes} bytes`);
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    await answer.body?.cancel();
    throw tooLarge;
  }
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const reader = answer.body?.getReader();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done || value === undefined) return text + decoder.decode();
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw tooLarge;
    }
    text += decoder.decode(value, { stream: true });
  }
}
