import * as z from 'zod/mini';
import { evidenceKinds, type EvidenceFile } from './evidence';

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const headHash = z.string().check(z.regex(/^[0-9a-f]{16}([0-9a-f]{48})?$/));
const keptAtMs = z.int();
const text = z.string();
const file = z.object({
  format: z.literal('tessera-evidence-1'),
  exchange: text,
  savedAtMs: z.int(),
  roots: z.array(
    z.object({
      minuteMs: z.int(),
      root: hash,
      signed: z.nullable(z.object({ keyId: text, signature: text })),
      keptAtMs,
      isImported: z.optional(z.literal(true)),
    }),
  ),
  heads: z.array(z.object({ symbol: text, seq: z.int(), hash: headHash, keptAtMs, isPassing: z.optional(z.literal(true)) })),
  entries: z.array(z.object({ seq: z.int(), atMs: z.int(), kind: text, body: text, hash, keptAtMs })),
  receipts: z.array(
    z.object({
      receipt: z.looseObject({
        body: z.looseObject({
          ...{ product: text, request: text, key: text, order: text },
          ...{
            headSeq: z.optional(z.int()),
            acceptedAtMs: z.optional(z.int()),
            symbol: z.optional(text),
            headHash: z.optional(text),
          },
        }),
        signature: text,
      }),
      keptAtMs,
    }),
  ),
  differences: z.array(
    z.object({
      kind: z.enum(evidenceKinds),
      of: text,
      kept: text,
      shown: text,
      keptAtMs,
      foundAtMs: z.int(),
    }),
  ),
});

/** undefined when the text is no file of evidence. */
export function readEvidenceFile(content: string): EvidenceFile | undefined {
  try {
    return file.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}
