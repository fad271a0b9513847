/**
 * What the tool refuses, and the exit code that a script may act on:
 * 2 the command was not understood · 3 refused: a rule, a check or a lock forbids it · 4 somebody else changed the pointer first ·
 * 5 the store cannot be reached. Anything else that goes wrong ends with 1.
 */
export type ProblemKind = 'usage' | 'refused' | 'conflict' | 'unreachable';

const exitCodes: Readonly<Record<ProblemKind, number>> = { usage: 2, refused: 3, conflict: 4, unreachable: 5 };

export class ReleaseProblem extends Error {
  override readonly name = 'ReleaseProblem';
  readonly kind: ProblemKind;
  readonly exitCode: number;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.kind = kind;
    this.exitCode = exitCodes[kind];
  }
}
