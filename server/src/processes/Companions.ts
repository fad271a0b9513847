/** The processes that the main one starts beside itself: of feed and deciding, and of the operators. */
import { randomBytes } from 'node:crypto';
import type { Checks } from '../ops/healthPages';
import type { Log } from '../platform/log';
import { repeat, type Repeating } from '../platform/timers';
import { connectionStringOf } from '../store/connectionString';
import type { Store } from '../store/openStore';
import { createCompanion, type Companion, type CompanionProcess } from './Companion';

/** How each is started. */
export interface Spawning {
  worker(databaseUrl: string): CompanionProcess;
  operators(start: OperatorsStart): CompanionProcess;
}

export interface OperatorsStart {
  readonly databaseUrl: string;
  /** The login by which operators act. */
  readonly staffUrl: string;
  /** That it had before; undefined: its first start. */
  readonly port: number | undefined;
  readonly forwardSecret: string;
}

export interface Operators extends Companion {
  /** Where it listens; undefined: nowhere yet, or at present. */
  readonly port: () => number | undefined;
  /** Of calls that this process passes on to it. */
  readonly forwardSecret: string;
}

export interface Companions {
  readonly worker?: Companion;
  readonly operators?: Operators;
}

export const allCompanions = ({ worker, operators }: Companions): readonly Companion[] =>
  [worker, operators].filter((one) => one !== undefined);

export interface CompanionsDeps {
  readonly spawning: Spawning;
  readonly store: Pick<Store, 'address' | 'staffAddress'>;
  readonly log: Log;
  readonly onTicks: () => void;
  readonly onOutbox: () => void;
  /** Of the whole exchange: operators see them. */
  readonly problems: () => Promise<Checks>;
}

const tellProblemsMs = 1_000;

/** Without the operators' login nobody answers them, which is said. */
export function openCompanions({ spawning, store, log, onTicks, onOutbox, problems }: CompanionsDeps): Companions {
  const databaseUrl = connectionStringOf(store.address);
  const worker = createCompanion({
    name: 'worker',
    says: 'The process of feed and deciding',
    spawn: () => spawning.worker(databaseUrl),
    log,
    onTicks,
    onOutbox,
  });
  if (store.staffAddress === undefined) {
    log.warn('operators are not answered: set DATABASE_STAFF_URL, the login by which they act');
    return { worker };
  }
  const staffUrl = connectionStringOf(store.staffAddress);
  const forwardSecret = randomBytes(32).toString('hex');
  let port: number | undefined;
  let portBefore: number | undefined;
  const companion = createCompanion({
    name: 'operators',
    says: 'The process of the operators',
    spawn: () => spawning.operators({ databaseUrl, staffUrl, port: portBefore, forwardSecret }),
    log,
    onOutbox,
    // While it is gone another program may listen there: nothing is passed on then.
    onPort: (told) => {
      port = told;
      portBefore = told ?? portBefore;
    },
  });
  let telling: Repeating | undefined;
  const operators: Operators = {
    ...companion,
    port: () => port,
    forwardSecret,
    async start() {
      telling = repeat(
        tellProblemsMs,
        async () => companion.tell({ kind: 'problems', problems: await problems() }),
        (error) => log.error({ err: error }, 'operators could not be told how the exchange is'),
      );
      await companion.start();
    },
    async stop() {
      await telling?.stop();
      await companion.stop();
    },
  };
  return { worker, operators };
}
