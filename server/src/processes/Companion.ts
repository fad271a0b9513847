/**
 * Another process of this exchange, as the one that serves traders sees it: started, watched, started again when it ends, and
 * stopped in order. One that has said nothing for long is ended and started again. Everything it does is safe to repeat:
 * the lease, the keys and the rows say where it was.
 */
import type { ChildProcess } from 'node:child_process';
import type { Log } from '../platform/log';
import { repeat, sleep, type Repeating } from '../platform/timers';
import { collected } from './collected';
import type { FromCompanion, MetricFigures, Problems, ToCompanion } from './messages';
import { restartPause } from './restartPause';

export interface Companion {
  /** Resolves when it works; throws when it ends before. */
  start(): Promise<void>;
  /** Asks it to stop, waits, and ends it when it takes too long. */
  stop(): Promise<void>;
  wakeJob(name: string): void;
  /** Told at once, or never: a hint. */
  tell(message: ToCompanion): void;
  /** Its own problems, and what is wrong with itself; empty when all is well. */
  problems(): Problems;
  /** Its figures; none when it gives no answer in time. */
  metrics(): Promise<MetricFigures>;
}

export type CompanionProcess = Pick<ChildProcess, 'pid' | 'send' | 'kill' | 'on'>;

export interface CompanionOptions {
  /** Of its check. */
  readonly name: 'worker' | 'operators';
  /** "the process of feed and deciding", for the log. */
  readonly says: string;
  /** Starts the process, with a channel. */
  readonly spawn: () => CompanionProcess;
  readonly log: Log;
  readonly onTicks?: () => void;
  readonly onOutbox: () => void;
  /** It listens there from now on; undefined: no more. */
  readonly onPort?: (port: number | undefined) => void;
  readonly nowMs?: () => number;
}

const lookMs = 1_000;
/** It says how it is each second. */
const silentMs = 5_000;
const deadMs = 30_000;
const deadAtStartMs = 120_000;
const stopLimitMs = 12_000;
const metricsLimitMs = 2_000;

interface Running {
  readonly child: CompanionProcess;
  readonly ended: Promise<string>;
  saidAtMs: number;
  hasStarted: boolean;
  problems: Problems;
}

export function createCompanion(options: CompanionOptions): Companion {
  const { log, name, says, nowMs = () => performance.now() } = options;
  const questions = new Map<number, (figures: MetricFigures) => void>();
  let endedAtMs: readonly number[] = [];
  const stopping = new AbortController();
  let running: Running | undefined;
  let lastEnd = '';
  let lastQuestion = 0;
  let watch: Repeating | undefined;
  let keeping: Promise<void> = Promise.resolve();

  const tell = (message: ToCompanion): void => {
    // A channel that closes this moment is told of by the end of the process.
    running?.child.send?.(message, () => undefined);
  };
  const wakeJobs = collected<string>((jobs) => tell({ kind: 'wake', jobs }));

  function hear(self: Running, message: FromCompanion, onStarted: () => void): void {
    self.saidAtMs = nowMs();
    if (message.kind === 'started') {
      self.hasStarted = true;
      if (message.port !== undefined) options.onPort?.(message.port);
      onStarted();
    } else if (message.kind === 'health') self.problems = message.problems;
    else if (message.kind === 'written') {
      if (message.what.includes('ticks')) options.onTicks?.();
      if (message.what.includes('outbox')) options.onOutbox();
    } else questions.get(message.id)?.(message.figures);
  }

  /** `started` rejects when the process ends before it works. */
  function launch(): { readonly self: Running; readonly started: Promise<void> } {
    const child = options.spawn();
    let onStarted = (): void => undefined;
    const began = new Promise<void>((resolve) => (onStarted = resolve));
    const ended = new Promise<string>((resolve) => {
      child.on('exit', (code, signal) => resolve(`ended with ${signal ?? `status ${code}`}`));
      child.on('error', (error) => resolve(error.message));
    });
    const self: Running = { child, ended, saidAtMs: nowMs(), hasStarted: false, problems: {} };
    child.on('message', (message) => hear(self, message as FromCompanion, onStarted));
    running = self;
    const failed = ended.then((how) => {
      throw new Error(`${says} ${how} before it had begun; what it said is above.`);
    });
    return { self, started: Promise.race([began, failed]) };
  }

  /** Starts it again for as long as it is wanted. */
  async function keep(first: Running): Promise<void> {
    for (let self = first; ;) {
      lastEnd = await self.ended;
      if (running === self) running = undefined;
      options.onPort?.(undefined);
      if (stopping.signal.aborted) return;
      endedAtMs = [...endedAtMs.slice(-9), nowMs()];
      const pauseMs = restartPause(endedAtMs, nowMs());
      log.error({ how: lastEnd, again: `in ${pauseMs} ms` }, `${says} is gone`);
      await sleep(pauseMs, stopping.signal);
      if (stopping.signal.aborted) return;
      const next = launch();
      next.started.then(
        () => log.info({ pid: next.self.child.pid }, `${says} works again`),
        () => undefined,
      );
      self = next.self;
    }
  }

  async function endSilent(): Promise<void> {
    if (running === undefined || nowMs() - running.saidAtMs <= (running.hasStarted ? deadMs : deadAtStartMs)) return;
    log.error({ pid: running.child.pid }, `${says} says nothing: it is ended`);
    running.child.kill('SIGKILL');
  }

  return {
    async start() {
      const { self, started } = launch();
      keeping = started.then(
        () => keep(self),
        () => undefined,
      );
      watch = repeat(lookMs, endSilent, (error) => log.error({ err: error }, 'the watch over the other process missed a round'));
      await started;
    },
    async stop() {
      stopping.abort();
      await watch?.stop();
      const self = running;
      if (self !== undefined) {
        self.child.kill('SIGTERM');
        const late = setTimeout(() => self.child.kill('SIGKILL'), stopLimitMs);
        await self.ended;
        clearTimeout(late);
      }
      await keeping;
    },
    wakeJob: wakeJobs,
    tell,
    problems() {
      if (running === undefined) return { [name]: lastEnd === '' ? 'not started' : `${lastEnd}, is started again` };
      if (!running.hasStarted) return { [name]: 'starting' };
      const silent = nowMs() - running.saidAtMs;
      return silent > silentMs ? { [name]: `has said nothing for ${Math.round(silent / 1000)} s` } : running.problems;
    },
    async metrics() {
      if (running?.hasStarted !== true) return [];
      const id = (lastQuestion += 1);
      try {
        return await new Promise<MetricFigures>((resolve) => {
          questions.set(id, resolve);
          setTimeout(() => resolve([]), metricsLimitMs).unref();
          tell({ kind: 'askMetrics', id });
        });
      } finally {
        questions.delete(id);
      }
    },
  };
}
