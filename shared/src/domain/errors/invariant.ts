/** Programming errors: says what must hold and the values. Never swallowed; a boundary catches and reports it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

export function invariant(condition: unknown, whatMustHold: string): asserts condition {
  if (!condition) throw new InvariantError(whatMustHold);
}

/** Makes a switch over a closed set complete at compile time. */
export function assertNever(value: never, subject: string): never {
  throw new InvariantError(`${subject}: unexpected ${JSON.stringify(value)}`);
}
