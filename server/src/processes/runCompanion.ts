/**
 * A process beside the main one, which starts it and talks with it (messages.ts). It stops when it is asked to or when that process is gone,
 * also by kill -9: what it leads is given back, so that the next one leads at once.
 */
import { createApp, type App } from '../app';
import type { Checks } from '../ops/healthPages';
import { readConfig, type Config } from '../platform/config';
import { createLog } from '../platform/log';
import { stopOnSignal } from '../platform/stopOnSignal';
import { repeat } from '../platform/timers';
import { collected } from './collected';
import type { FromCompanion, Problems, ToCompanion } from './messages';

/** Shorter than what the main process waits before it ends this one. */
const stopLimitMs = 10_000;
const healthMs = 1_000;

export interface CompanionProgram {
  /** In the log. */
  readonly name: 'worker' | 'operators';
  /** Before it works; answers the port, where others than the main process have to know it. */
  readonly listen?: (app: App, config: Config) => Promise<number>;
  readonly forwardSecret?: string | undefined;
}

export async function runCompanion({ name, listen, forwardSecret }: CompanionProgram): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config).child({ process: name });
  const say = (message: FromCompanion): void => {
    // A channel that closes this moment ends this process in the next.
    if (process.connected) process.send?.(message, () => undefined);
  };
  const written = collected<'ticks' | 'outbox'>((what) => say({ kind: 'written', what }));
  let told: Checks = {};

  const creating = createApp(config, {
    log,
    companion: {
      name,
      onWritten: { ticks: () => written('ticks'), outbox: () => written('outbox') },
      problems: () => told,
      forwardSecret,
    },
  });
  stopOnSignal({
    limitMs: stopLimitMs,
    // A Ctrl-C in the terminal reaches all processes: this one waits to be asked by the main one.
    ignored: ['SIGINT', 'SIGHUP'],
    async stop(reason, error) {
      const made = await creating.catch(() => undefined);
      if (error !== undefined) log.fatal({ err: error }, reason);
      await made?.stop(reason);
    },
  });
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

  const app = await creating;
  repeat(
    healthMs,
    async () => say({ kind: 'health', problems: only(await app.problems()) }),
    (error) => log.error({ err: error }, 'health could not be told'),
  );
  process.on('message', (message: ToCompanion) => {
    if (message.kind === 'wake') for (const job of message.jobs) app.wakeJob(job);
    else if (message.kind === 'problems') told = message.problems;
    else void app.metrics.registry.getMetricsAsJSON().then((figures) => say({ kind: 'metrics', id: message.id, figures }));
  });
  const port = await listen?.(app, config);
  await app.start();
  say({ kind: 'started', ...(port === undefined ? {} : { port }) });
}

/** Only what is wrong. */
function only(problems: Checks): Problems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([check, problem]) => (problem === undefined ? [] : [[check, problem]])),
  );
}
