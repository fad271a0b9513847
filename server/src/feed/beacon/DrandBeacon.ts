/**
 * The values of a drand network (https://drand.love), over HTTPS: each round is a signature of a group under one public key, and
 * nobody, the group included, knows a round before its time. What a relay answers is believed only when the signature is right, so
 * that any relay will do.
 *
 *   GET <url>/<chain hash>/public/<round> → {"round": 1000, "signature": "<96 hexadecimal digits>", …}
 *   message   = SHA-256( round, 8 bytes, big-endian )
 *   signature = BLS12-381, short signatures in G1 over the public key in G2 ("bls-unchained-g1-rfc9380")
 *   value     = SHA-256( signature )
 */
import { bls12_381 as bls } from '@noble/curves/bls12-381.js';
import { uint64Bytes, type DrandChain } from '@tessera/shared/fairness';
import { sha256, sha256Hex } from '../../platform/random';

export interface DrandRound {
  readonly signature: string;
  readonly value: string;
}

export interface DrandBeacon {
  readonly chain: DrandChain;
  /** The first relay that gives the round with a right signature. Throws an Error that names what each of them did. */
  fetchRound(round: number): Promise<DrandRound>;
}

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const defaultLimitMs = 3_000;
const maxBytes = 4_096;

export function isRightSignature(chain: Pick<DrandChain, 'publicKey'>, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    const { shortSignatures } = bls;
    const message = shortSignatures.hash(sha256(Buffer.from(uint64Bytes(round))), domain);
    return shortSignatures.verify(Buffer.from(signature, 'hex'), message, Buffer.from(chain.publicKey, 'hex'));
  } catch {
    // Bytes that are no point of the curve.
    return false;
  }
}

export function createDrandBeacon(options: {
  readonly urls: readonly string[];
  readonly chain: DrandChain;
  readonly limitMs?: number;
}): DrandBeacon {
  const { urls, chain, limitMs = defaultLimitMs } = options;

  async function ask(url: string, round: number): Promise<DrandRound> {
    const response = await fetch(`${url.replace(/\/$/, '')}/${chain.hash}/public/${round}`, {
      signal: AbortSignal.timeout(limitMs),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`${url} answers ${response.status}`);
    const answer = JSON.parse(await shortText(response)) as { readonly round?: unknown; readonly signature?: unknown } | null;
    if (answer?.round !== round) throw new Error(`${url} answers another round than ${round}`);
    const { signature } = answer;
    if (typeof signature !== 'string' || !isRightSignature(chain, round, signature))
      throw new Error(`${url} answers round ${round} with a wrong signature`);
    return { signature, value: sha256Hex(Buffer.from(signature, 'hex')) };
  }

  return {
    chain,
    async fetchRound(round) {
      try {
        return await Promise.any(urls.map((url) => ask(url, round)));
      } catch (error) {
        const all = error instanceof AggregateError ? (error.errors as Error[]) : [error as Error];
        throw new Error(all.map(({ message }) => message).join('; '), { cause: error });
      }
    },
  };
}

async function shortText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error(`${response.url} answers too much`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
