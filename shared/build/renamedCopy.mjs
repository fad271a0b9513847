/**
 * The same build under another hash: what the next release will be to this one. The hash is renamed wherever the files say it
 * (the container's global, the chunk registry), and since that changes files whose integrity others name, those names are
 * filled in again, from the files that name nobody up to the entry.
 */
import { createHash } from 'node:crypto';

const algorithms = ['sha256', 'sha384', 'sha512'];
const isText = (path) => /\.(js|css|html)$/.test(path) || path === 'build.json';

/** `files` by path; the answer has the same paths. Files that say nothing of the hash are the same objects. */
export function renamedCopy(files, hash, otherHash) {
  const copy = new Map(files);
  const texts = new Map();
  for (const [path, bytes] of files) if (isText(path)) texts.set(path, Buffer.from(bytes).toString('utf8'));
  const oldDigests = new Map([...files].map(([path, bytes]) => [path, digestsOf(bytes)]));
  const namedBy = (text) =>
    [...oldDigests].flatMap(([path, digests]) => (digests.some((digest) => text.includes(digest)) ? [path] : []));
  const waiting = new Map([...texts].map(([path, text]) => [path, namedBy(text)]));

  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, named]) => !named.some((other) => waiting.has(other)));
    if (ready.length === 0) throw new Error(`these files name each other's integrity: ${[...waiting.keys()].join(', ')}`);
    for (const [path, named] of ready) {
      const before = texts.get(path);
      let text = before.replaceAll(hash, otherHash);
      for (const other of named) {
        const fresh = digestsOf(copy.get(other));
        oldDigests.get(other).forEach((digest, index) => (text = text.replaceAll(digest, fresh[index])));
      }
      if (text !== before) copy.set(path, Buffer.from(text));
      waiting.delete(path);
    }
  }
  return copy;
}

/** Another hash of the same length. */
export const otherHashThan = (hash) => hash.replace(/./g, (digit) => ((Number.parseInt(digit, 16) + 1) % 16).toString(16));

const digestsOf = (bytes) => algorithms.map((algorithm) => createHash(algorithm).update(bytes).digest('base64'));
