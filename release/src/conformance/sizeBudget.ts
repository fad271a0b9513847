/** How much a remote's first visit may load: brotli bytes of the entry and what is preloaded with it. */
import type { RemoteBuild } from '../build/BuildRecord';
import { brotli } from '../build/brotli';
import { isCompressed } from '../build/precompressed';
import budgets from './sizeBudget.json' with { type: 'json' };

/** Remotes without a line of their own get the default. */
const budgetOf = (remote: string): number => new Map(Object.entries(budgets)).get(remote) ?? budgets.default;

export function firstLoadBytes({ record, files }: RemoteBuild): number {
  const weigh = (path: string): number => {
    const bytes = files.get(path) ?? new Uint8Array();
    return (isCompressed(path, bytes) ? brotli(bytes) : bytes).length;
  };
  return [record.entry, ...record.preload].reduce((sum, path) => sum + weigh(path), 0);
}

/** Why the build is too big; undefined when it is not. */
export function overBudget(build: RemoteBuild): string | undefined {
  const bytes = firstLoadBytes(build);
  const budget = budgetOf(build.record.name);
  return bytes <= budget
    ? undefined
    : `entry and preload are ${bytes} bytes in brotli, ${bytes - budget} over the budget of ${budget} (release/src/conformance/sizeBudget.json)`;
}
