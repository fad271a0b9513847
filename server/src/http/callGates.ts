/**
 * Which gate a call goes through. What moves money is worked one at a time per person: the person's own rows would make it
 * wait anyway, with a connection in hand. Everything else has a few places per person, and visitors' calls per network. Of what
 * reads very much a person has one at a time, and all people together as many as leave the pool to the rest. Files come one at a
 * time from each person and four from each network, and all of them together fill no more memory than is set aside: who sends slowly holds his
 * place, not others' calls.
 * Who copies the log has places of its own, and all who do so together few: their answers are long, and small ones would wait behind them.
 * The places of all gates of half a dozen people together are fewer than the pool has connections.
 */
import type { EndpointName } from '@tessera/shared/contract';
import type { Metrics } from '../platform/metrics';
import { createGate, type Gate } from './Gate';
import type { SignedIn } from './handler';
import { limitGroupOf } from './limits';
import { networkOf } from './networkOf';

export interface CallGates {
  /** Whose token is this? Asked before anybody is known. */
  find<T>(ip: string, work: () => Promise<T>): Promise<T>;
  run<T>(name: EndpointName, user: SignedIn | undefined, ip: string, work: () => Promise<T>): Promise<T>;
}

const waitLimitMs = 10_000;
/** As many as the allowance of orders lets through in a burst (limits.ts). */
const maxOrdersWaiting = 60;
const maxReadsWaiting = 200;
const maxHeavyWaiting = 10;
/** Of all people together. Each holds one connection. */
const heavyAtOnce = 2;
/** Of all callers together, whoever they are: ticks of the log, roots, the public record. Each is hundreds of kilobytes to write. */
const logsAtOnce = 3;
/** An album. */
const maxUploadsWaiting = 9;
/** Each is in memory until it is kept. */
const uploadsAtOnce = 16;
/** Of one address, behind which more people may be than send files at one moment: one who has many accounts does not fill all places. */
const uploadsOfNetworkAtOnce = 4;
/** The one before may come over a slow line; below the limit of the whole call. */
const uploadWaitLimitMs = 40_000;
const everybody = 'everybody';

/** `factor` as of the allowances: a load test plays many people by few. */
export function createCallGates(metrics: Metrics, factor: number): CallGates {
  const refused = metrics.counter('calls_refused_at_gate_total', 'Calls refused because too many of the same caller wait', [
    'gate',
  ]);
  const gate = (name: string, atOnce: number, maxWaiting: number, waitMs = waitLimitMs): Gate =>
    createGate({
      atOnce,
      maxWaiting: Math.ceil(maxWaiting * Math.max(1, factor)),
      waitLimitMs: waitMs,
      onRefused: () => refused.inc({ gate: name }),
    });
  const money = gate('money', 1, maxOrdersWaiting);
  const reads = gate('reads', 2, maxReadsWaiting);
  const heavy = gate('heavy', 1, maxHeavyWaiting);
  const heavyOfAll = gate('heavyOfAll', heavyAtOnce, maxReadsWaiting);
  const logs = gate('logs', 2, maxReadsWaiting);
  const logsOfAll = gate('logsOfAll', logsAtOnce, maxReadsWaiting);
  const uploads = gate('uploads', 1, maxUploadsWaiting, uploadWaitLimitMs);
  const uploadsOfNetwork = gate('uploadsOfNetwork', uploadsOfNetworkAtOnce, maxReadsWaiting, uploadWaitLimitMs);
  const uploadsOfAll = gate('uploadsOfAll', uploadsAtOnce, maxReadsWaiting);
  // Many people may stand behind one address.
  const visits = gate('visits', 4, maxReadsWaiting);
  const finding = gate('sessions', 4, maxReadsWaiting);
  return {
    find: (ip, work) => finding.run(networkOf(ip), work),
    run(name, user, ip, work) {
      const group = limitGroupOf(name);
      // The place that all share is taken last: nobody holds it while he waits for himself.
      if (group === 'log' || group === 'published')
        return logs.run(user?.userId ?? networkOf(ip), () => logsOfAll.run(everybody, work));
      if (user === undefined)
        return visits.run(networkOf(ip), () => (group === 'heavy' ? heavyOfAll.run(everybody, work) : work()));
      const { userId } = user;
      if (group === 'orders' || group === 'switches' || group === 'ends') return money.run(userId, work);
      if (group === 'uploads')
        return uploads.run(userId, () => uploadsOfNetwork.run(networkOf(ip), () => uploadsOfAll.run(everybody, work)));
      if (group !== 'heavy') return reads.run(userId, work);
      return heavy.run(userId, () => reads.run(userId, () => heavyOfAll.run(everybody, work)));
    },
  };
}
