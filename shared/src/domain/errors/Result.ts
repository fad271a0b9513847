/** An expected outcome as a value: callers must look before they use it. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export const succeed = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({ ok: true, value });
export const refuse = <Problem>(problem: Problem): { readonly ok: false; readonly problem: Problem } => ({ ok: false, problem });
