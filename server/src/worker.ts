/**
 * The second process of an exchange: feed and deciding, with a database pool and an event loop that no request can hold up.
 * main.ts starts it and talks with it (processes/messages.ts). It stops when it is asked to or when that process is gone, also
 * by kill -9: its lease is given back, so that the next one leads at once.
 */
import { createApp } from './app';
import type { Checks } from './ops/healthPages';
import { readConfig } from './platform/config';
import { createLog } from './platform/log';
import { stopOnSignal } from './platform/stopOnSignal';
import { repeat } from './platform/timers';
import { collected } from './processes/collected';
import type { FromWorker, Problems, ToWorker } from './processes/messages';

/** Shorter than what the main process waits before it ends this one. */
const stopLimitMs = 10_000;
const healthMs = 1_000;

const config = readConfig(process.env);
const log = createLog(config).child({ process: 'worker' });
const say = (message: FromWorker): void => {
  // A channel that closes this moment ends this process in the next.
  if (process.connected) process.send?.(message, () => undefined);
};
const written = collected<'ticks' | 'outbox'>((what) => say({ kind: 'written', what }));

const creating = createApp(config, {
  log,
  onWritten: { ticks: () => written('ticks'), outbox: () => written('outbox') },
});
stopOnSignal({
  limitMs: stopLimitMs,
  // A Ctrl-C in the terminal reaches both processes: this one waits to be asked by the other.
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
process.on('message', (message: ToWorker) => {
  if (message.kind === 'wake') for (const job of message.jobs) app.wakeJob(job);
  else void app.metrics.registry.getMetricsAsJSON().then((figures) => say({ kind: 'metrics', id: message.id, figures }));
});
await app.start();
say({ kind: 'started' });

/** Only what is wrong. */
function only(problems: Checks): Problems {
  return Object.fromEntries(
    Object.entries(problems).flatMap(([name, problem]) => (problem === undefined ? [] : [[name, problem]])),
  );
}
