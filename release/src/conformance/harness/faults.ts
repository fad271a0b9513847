/** Everything that was found wrong on this page and not told yet. The harness keeps hold of nothing else of a mount that is over. */
import type { Fault, RuleName } from '../rules';

let faults: Fault[] = [];

export const addFault = (rule: RuleName, detail: string): void => void faults.push({ rule, detail });

export function takeFaults(): readonly Fault[] {
  const taken = faults;
  faults = [];
  return taken;
}

export const textOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
