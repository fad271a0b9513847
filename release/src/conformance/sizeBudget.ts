/** How much a remote's first visit may load: brotli bytes of the entry and what is preloaded with it. */
import type { RemoteBuild } from '../build/BuildRecord';
import { precompressed } from '../build/precompressed';
import budgets from './sizeBudget.json' with { type: 'json' };

/** Remotes without a line of their own get the default. */
const budgetOf = (remote: string): number => new Map(Object.entries(budgets)).get(remote) ?? budgets.default;

export function firstLoadBytes({ record, files }: RemoteBuild): number {
  const firstLoad = [record.entry, ...record.preload];
  const sent = precompressed(new Map([...files].filter(([path]) => firstLoad.includes(path))));
  return firstLoad.reduce((sum, path) => sum + (sent.get(`${path}.br`) ?? sent.get(path) ?? new Uint8Array()).length, 0);
}

/** Why the build is too big; undefined when it is not. */
export function overBudget(build: RemoteBuild): string | undefined {
  const bytes = firstLoadBytes(build);
  const budget = budgetOf(build.record.name);
  return bytes <= budget
    ? undefined
    : `entry and preload are ${bytes} bytes in brotli, ${bytes - budget} over the budget of ${budget} (release/src/conformance/sizeBudget.json)`;
}
