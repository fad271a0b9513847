/**
 * Somebody outside who is shown our roots and says that he saw them: a root that he knows cannot be replaced by another one
 * unnoticed. Each adapter asks one of them; what it answers is judged before it is believed.
 */
import type { TickAnchor } from '@tessera/shared/contract';
import type { PublicValue } from '@tessera/shared/fairness';

/** What a witness said of one root. */
export interface Witnessed {
  readonly minuteMs: number;
  readonly root: string;
  /** By the witness's own clock. */
  readonly atMs: number;
  /** A countersignature as JSON, or a time-stamp token as base64: enough for anybody to check it again. */
  readonly statement: string;
}

export interface RootsToShow {
  /** The public key that the exchange began with: its name with witnesses. */
  readonly exchange: string;
  /** Bodies of the published keys, in their order. */
  readonly keys: readonly string[];
  /** The newest root; undefined while there is none that is signed. */
  newest(): Promise<TickAnchor | undefined>;
  /** Signed roots from a minute on, in order, at most `limit`. */
  from(minuteMs: number, limit: number): Promise<readonly TickAnchor[]>;
}

export interface Witness {
  readonly kind: 'countersigner' | 'timestamp';
  readonly url: string;
  /** As the public record names it (shared/fairness/witnessKeys). */
  readonly published: { readonly [key: string]: PublicValue };
  /** Shows what is new. Rejects when the witness cannot be reached, refuses, or says what does not hold. */
  show(roots: RootsToShow, signal: AbortSignal): Promise<Witnessed>;
}

/** The witness knows other roots than ours: one of the two logs was rewritten. */
export class Fork extends Error {}
