/** What the last look at a chain found: for operators in a row, as figures, and once in the log where it is bad. */
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import type { Db } from '../store/database';
import type { ChainProblem, ChainProblemKind } from './ChainProblem';
import type { BlockName, ChainReader } from './ChainReader';

export interface LookKeeper {
  agreed(head: BlockName, nowMs: number): Promise<void>;
  problem(found: ChainProblem, nowMs: number): Promise<void>;
}

const kinds = ['unreachable', 'disagreement', 'wrongChain'] as const satisfies readonly ChainProblemKind[];

export function createLookKeeper({
  db,
  log,
  metrics,
  reader,
}: {
  readonly db: Db;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reader: Pick<ChainReader, 'network' | 'endpoints'>;
}): LookKeeper {
  const { network } = reader;
  const height = metrics.gauge('chain_height', 'Newest block that the endpoints of a chain agree on', ['network']);
  const heights = metrics.gauge('chain_endpoint_height', 'Newest block that an endpoint named; 0 where it named none', [
    'network',
    'endpoint',
  ]);
  const problems = metrics.gauge('chain_problem', '1 while a chain cannot be believed, by why', ['network', 'kind']);
  let told: string | undefined;

  async function keep(nowMs: number, found: { readonly head: BlockName } | { readonly problem: ChainProblem }): Promise<void> {
    const endpoints = reader.endpoints();
    for (const one of endpoints) heights.set({ network, endpoint: one.host }, Number(one.height ?? 0n));
    const problem = 'problem' in found ? found.problem : undefined;
    for (const kind of kinds) problems.set({ network, kind }, problem?.kind === kind ? 1 : 0);
    const head = 'head' in found ? { agreedAtMs: nowMs, headNumber: Number(found.head.number) } : {};
    const looked = {
      lookedAtMs: nowMs,
      problemKind: problem?.kind ?? null,
      problem: problem?.detail ?? null,
      endpoints: JSON.stringify(
        endpoints.map((one) => ({ host: one.host, height: one.height?.toString() ?? null, problem: one.problem ?? null })),
      ),
      ...head,
    };
    await db
      .insertInto('chainLook')
      .values({ network, ...looked, problemSinceMs: problem === undefined ? null : nowMs })
      .onConflict((conflict) =>
        conflict.column('network').doUpdateSet((row) => ({
          ...looked,
          problemSinceMs: problem === undefined ? null : row.fn.coalesce('chainLook.problemSinceMs', row.val(nowMs)),
        })),
      )
      .execute();
  }

  return {
    async agreed(head, nowMs) {
      height.set({ network }, Number(head.number));
      if (told !== undefined) log.warn({ network }, 'the endpoints of a chain agree again');
      told = undefined;
      await keep(nowMs, { head });
    },
    async problem(problem, nowMs) {
      const { kind, detail } = problem;
      // Said once, as long as it stays the same kind of trouble.
      if (told !== kind) log.error({ network, kind, detail }, 'a chain is not believed: no deposit is credited');
      told = kind;
      await keep(nowMs, { problem });
    },
  };
}
