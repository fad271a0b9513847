/**
 * A gateway's callback, from its bytes to its answer. Whoever is not the gateway is refused before anything is parsed and before the
 * database; the gateway hears 200 only once what it said is kept.
 */
import { createGate } from '../http/Gate';
import { applyReport, type ReportDeps } from './applyReport';
import { readReport } from './readReport';
import { signatureProblem } from './signature';

/** Each holds a connection. */
const atOnce = 2;
const maxWaiting = 100;
const waitLimitMs = 10_000;

export interface ReceivedCallback {
  readonly body: Buffer;
  readonly signature: unknown;
  readonly nowMs: number;
}

/** HTTP status. 503: to be sent again. */
export type ReceiveCallback = (callback: ReceivedCallback | 'too large') => Promise<200 | 400 | 401 | 404 | 413 | 503>;

export function receiveCallback(
  deps: ReportDeps & { readonly keys: readonly string[]; readonly now: () => number },
): ReceiveCallback {
  const { keys, alarms, log, now } = deps;
  const gate = createGate({ atOnce, maxWaiting, waitLimitMs });
  return async (callback) => {
    if (callback === 'too large') {
      alarms.raiseOfStranger('too_large', now());
      return 413;
    }
    const { body, signature, nowMs } = callback;
    const problem = signatureProblem(signature, { keys, body, nowMs });
    if (problem !== undefined) {
      alarms.raiseOfStranger(problem, nowMs);
      return 401;
    }
    const report = readReport(body.toString('utf8'));
    if (report === undefined || report.state === 'open') {
      alarms.raiseOfStranger('unreadable', nowMs);
      return 400;
    }
    try {
      return (await gate.run('gateway', () => applyReport(deps, report, nowMs))) === 'unknown' ? 404 : 200;
    } catch (error) {
      log.error({ err: error, payment: report.reference }, 'a callback of the card gateway could not be kept');
      return 503;
    }
  };
}
