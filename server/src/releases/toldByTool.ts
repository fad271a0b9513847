import { ReleaseProblem } from '@tessera/release';

export type ToldByTool<Value> =
  | { readonly is: 'told'; readonly value: Value }
  | { readonly is: 'problem'; readonly kind: 'usage' | 'refused' | 'conflict' | 'unreachable'; readonly message: string };

/** What the release tool says, a refusal too. Rejects with what is a fault and no refusal. */
export async function toldByTool<Value>(work: () => Promise<Value>): Promise<ToldByTool<Value>> {
  try {
    return { is: 'told', value: await work() };
  } catch (error) {
    if (!(error instanceof ReleaseProblem)) throw error;
    return { is: 'problem', kind: error.kind, message: error.message };
  }
}
