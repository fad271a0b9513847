/** Why a chain cannot be believed at the moment. Nothing is booked then. */
export type ChainProblemKind =
  /** Too few endpoints answered in time. */
  | 'unreachable'
  /** Two endpoints said different things about the same. */
  | 'disagreement'
  /** An endpoint is on another chain than the catalogue says. */
  | 'wrongChain';

export class ChainProblem extends Error {
  override readonly name = 'ChainProblem';

  constructor(
    readonly network: string,
    readonly kind: ChainProblemKind,
    /** For operators; names endpoints by their host. */
    readonly detail: string,
  ) {
    super(`${network}: ${detail}`);
  }
}
