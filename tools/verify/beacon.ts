/** A round of a drand network: nobody, its group included, knew its signature before its time (docs/fairness.md, "Seeds and beacons"). */
import { bls12_381 as bls } from '@noble/curves/bls12-381.js';
import { bodyOf } from './bodyOf';
import { hashOf, sha256, uint, unhex } from './bytes';
import { check, type Check } from './Check';
import type { Entry } from './shapes';

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

interface Chain {
  readonly publicKey: string;
  readonly genesisMs: number;
  readonly periodMs: number;
}

export const quicknet = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
/** By the chain's hash, as the network itself publishes them. */
const chains: Readonly<Record<string, Chain>> = {
  [quicknet]: {
    publicKey:
      '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
    genesisMs: 1_692_803_367_000,
    periodMs: 3_000,
  },
};

interface Round {
  readonly chain?: string | null;
  readonly round?: number | null;
  readonly value: string;
  readonly signature: string | null;
}

/** Proofs of one day show the same round. */
const answers = new Map<string, boolean>();

/** 'unknown': of a network that is not known here. */
export function roundState({ chain, round, value, signature }: Round): 'right' | 'wrong' | 'unknown' {
  if (signature === null || sha256(unhex(signature)) !== value) return 'wrong';
  const known = chains[chain ?? ''];
  if (known === undefined) return 'unknown';
  if (round == null || round < 1) return 'wrong';
  const key = `${chain} ${round} ${signature}`;
  const isRight = answers.get(key) ?? isSigned(known, round, signature);
  answers.set(key, isRight);
  return isRight ? 'right' : 'wrong';
}

function isSigned({ publicKey }: Chain, round: number, signature: string): boolean {
  if (!/^[0-9a-f]{96}$/.test(signature)) return false;
  try {
    const message = bls.shortSignatures.hash(hashOf(uint(round, 8)), domain);
    return bls.shortSignatures.verify(unhex(signature), message, unhex(publicKey));
  } catch {
    // No point of the curve.
    return false;
  }
}

/** The round that a day takes: the first at or after its beginning, or after a late commitment. undefined: of a network that is not known here. */
export function roundOfDay(chain: string | null | undefined, day: string, committedAtMs: number): number | undefined {
  const known = chains[chain ?? ''];
  if (known === undefined) return undefined;
  const atMs = Math.max(Date.parse(`${day}T00:00:00Z`), committedAtMs + 1);
  return Math.max(1, Math.ceil((atMs - known.genesisMs) / known.periodMs) + 1);
}

interface OfDay {
  readonly day: string;
  readonly source: string;
  readonly attempt?: number;
}

/** Every round of a network in the public record is signed, and the one that its day takes. */
export function beaconCheck(entries: readonly Entry[]): Check {
  const of = <Body>(kind: string) =>
    entries
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ ...(bodyOf<Body & object>(entry) as Body), atMs: entry.atMs }));
  const committed = of<OfDay>('seed_committed');
  const rounds = of<OfDay & Round & { readonly kind: string }>('beacon').filter(({ kind }) => kind === 'drand');
  const states = rounds.map((one) => {
    const before = committed.find(
      ({ day, source, attempt = 1 }) => day === one.day && source === one.source && attempt === (one.attempt ?? 1),
    );
    const due = before === undefined ? undefined : roundOfDay(one.chain, one.day, before.atMs);
    return due !== undefined && due !== one.round ? 'wrong' : roundState(one);
  });
  const wrong = rounds[states.indexOf('wrong')];
  const state = wrong !== undefined ? 'failed' : states.includes('unknown') ? 'partial' : rounds.length === 0 ? 'absent' : 'ok';
  return check('beacon', state, `${rounds.length} rounds`, wrong && `${wrong.day} ${wrong.round}`);
}
