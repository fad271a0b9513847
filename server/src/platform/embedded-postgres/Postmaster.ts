/**
 * The server process of one cluster: started, known again by its lock file when another process of ours started it, and stopped.
 * One that is just starting has no lock file yet and is stopped all the same.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { chown, open, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../processMark';
import { sleep } from '../timers';
import type { ClusterAnswer } from './askCluster';
import type { ClusterPlace } from './clusterPlace';
import { programPath } from './nativeBinaries';
import type { RunAs } from './runAs';

export interface Postmaster {
  /** Spawns one and waits until it answers, ends, or `signal` aborts. */
  start(signal: AbortSignal): Promise<StartOutcome>;
  isGone(): boolean;
  /** A fast shutdown: sessions are ended, everything is written out. When that takes too long, it is cut short; nothing is lost. */
  stop(): Promise<void>;
  /** Asks for the fast shutdown and does not wait: for a process that is ending. */
  askToStop(): void;
}

export interface StartOutcome {
  readonly answer: ClusterAnswer;
  /** Processes of the one before hold the folder for a moment. */
  readonly mayRetry: boolean;
  readonly problem: string;
}

export interface PostmasterOptions {
  readonly place: ClusterPlace;
  readonly native: string;
  readonly runAs: RunAs;
  readonly settings: Readonly<Record<string, string>>;
  ask(): Promise<ClusterAnswer>;
}

const startLimitMs = 60_000;
const stopLimitMs = 12_000;
const cutLimitMs = 2_000;
const maxLogBytes = 20_000_000;
const isHeldByOldProcesses = /lock file .* already exists|pre-existing shared memory|could not bind|Is another postmaster/i;

export function createPostmaster({ place, native, runAs, settings, ask }: PostmasterOptions): Postmaster {
  /** The one that was spawned last. */
  let child: ChildProcess | undefined;
  const isChildRunning = (): boolean => child?.pid !== undefined && child.exitCode === null && child.signalCode === null;

  function running(): number[] {
    const own = isChildRunning() ? child?.pid : undefined;
    const named = namedPid(place.cluster);
    return [...new Set([own, named].filter((pid) => pid !== undefined))];
  }
  function signalAll(signal: NodeJS.Signals): void {
    for (const pid of running()) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended this moment.
      }
    }
  }
  async function isStoppedWithin(limitMs: number): Promise<boolean> {
    for (const deadline = performance.now() + limitMs; performance.now() < deadline; await sleep(20))
      if (running().length === 0) return true;
    return running().length === 0;
  }

  return {
    async start(signal) {
      await keepLogSmall(place.logFile);
      const log = await open(place.logFile, 'a', 0o640);
      if (runAs.user !== undefined) await chown(place.logFile, runAs.user.uid, runAs.user.gid);
      const from = (await log.stat()).size;
      const args = ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
      // Detached: a Ctrl-C in the terminal must reach us first, so that we stop the server before its database.
      const started = spawn(programPath(native, 'postgres'), args, {
        ...runAs.spawnOptions,
        cwd: '/',
        detached: true,
        windowsHide: true,
        stdio: ['ignore', log.fd, log.fd],
      });
      child = started;
      let exit: string | undefined;
      started.on('error', (error) => (exit = error.message));
      started.on('exit', (status, by) => (exit = `exit ${status ?? by}`));
      started.unref();
      await log.close();
      const deadline = performance.now() + startLimitMs;
      while (exit === undefined && !signal.aborted && performance.now() < deadline) {
        const answer = await ask();
        if (answer !== 'silent') return { answer, mayRetry: true, problem: '' };
        await sleep(20, signal);
      }
      // One that gives no answer must not stay behind when we give up.
      if (exit === undefined && !signal.aborted) started.kill('SIGQUIT');
      const said = (await readFile(place.logFile)).subarray(from).toString('utf8').trim().slice(-2000);
      const mayRetry = exit !== undefined && isHeldByOldProcesses.test(said);
      return { answer: 'silent', mayRetry, problem: `${exit ?? 'no answer'}\n${said}` };
    },
    isGone: () => running().length === 0,
    async stop() {
      signalAll('SIGINT');
      if (await isStoppedWithin(stopLimitMs)) return;
      signalAll('SIGQUIT');
      await isStoppedWithin(cutLimitMs);
    },
    askToStop: () => signalAll('SIGINT'),
  };
}

/** The living process that the cluster's lock file names; undefined for a stranger that has its number after a crash. */
function namedPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    if (!(pid > 1) || !isAlive(pid)) return undefined;
    // PostgreSQL works in its own folder. Elsewhere than on Linux the number alone has to do.
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function keepLogSmall(file: string): Promise<void> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size > maxLogBytes) await truncate(file);
}
