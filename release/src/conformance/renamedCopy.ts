/**
 * The same build under another hash: what the next release will be to this one. The hash is renamed wherever the files say it
 * (the container's global, the chunk registry), and since that changes files whose integrity others name, those names are
 * filled in anew, from the files that name nobody up to the entry.
 */
import { createHash } from 'node:crypto';

const algorithms = ['sha256', 'sha384', 'sha512'] as const;
const isText = /\.(js|css)$/;

export function renamedCopy(
  files: ReadonlyMap<string, Uint8Array>,
  hash: string,
  otherHash: string,
): ReadonlyMap<string, Uint8Array> {
  const copy = new Map(files);
  const texts = new Map<string, string>();
  for (const [path, bytes] of files) if (isText.test(path)) texts.set(path, Buffer.from(bytes).toString('utf8'));
  const oldDigests = new Map([...files].map(([path, bytes]) => [path, digestsOf(bytes)]));
  const namedBy = (text: string): readonly string[] =>
    [...oldDigests].flatMap(([path, digests]) => (digests.some((digest) => text.includes(digest)) ? [path] : []));
  const waiting = new Map([...texts].map(([path, text]) => [path, namedBy(text)]));

  for (let isMoving = true; waiting.size > 0 && isMoving;) {
    isMoving = false;
    for (const [path, named] of waiting) {
      if (named.some((other) => waiting.has(other))) continue;
      let text = (texts.get(path) ?? '').replaceAll(hash, otherHash);
      for (const other of named) {
        const fresh = digestsOf(copy.get(other) ?? new Uint8Array());
        oldDigests.get(other)?.forEach((digest, index) => (text = text.replaceAll(digest, fresh[index] ?? '')));
      }
      copy.set(path, Buffer.from(text));
      waiting.delete(path);
      isMoving = true;
    }
  }
  return copy;
}

/** Another hash of the same length. */
export const otherHashThan = (hash: string): string =>
  hash.replace(/./g, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16));

const digestsOf = (bytes: Uint8Array): readonly string[] =>
  algorithms.map((algorithm) => createHash(algorithm).update(bytes).digest('base64'));
