/**
 * Ends this process in order, once, when it is asked to (SIGTERM, Ctrl-C, a closed terminal) or when an error was caught by nobody, and within
 * a limit. What else comes while it stops changes nothing: npm and the terminal both pass a Ctrl-C on, and a connection that breaks
 * while it is being closed is no news. Who will not wait has kill -9.
 */
import { explainStop } from './explainStop';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;

export interface StopOnSignal {
  /** Longer than `stop` should ever take. */
  readonly limitMs: number;
  /** Signals that are for somebody else. */
  readonly ignored?: readonly NodeJS.Signals[];
  /** `error` where one that nobody caught is the reason. */
  stop(reason: string, error?: unknown): Promise<void>;
}

export function stopOnSignal({ limitMs, ignored = [], stop }: StopOnSignal): void {
  let isStopping = false;
  function begin(reason: string, error?: unknown): void {
    if (isStopping) return;
    isStopping = true;
    if (error !== undefined) explainStop(error);
    const status = error === undefined ? 0 : 1;
    setTimeout(() => process.exit(1), limitMs);
    stop(reason, error).then(
      () => process.exit(status),
      (failure: unknown) => {
        explainStop(failure);
        process.exit(1);
      },
    );
  }
  for (const signal of signals) process.on(signal, () => void (ignored.includes(signal) || begin(signal)));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => begin('unexpected error', error ?? new Error(event)));
}
