/**
 * Carries out payouts over one network. Of all processes that know the wallet's key one holds the lease and does rounds: first what the chain says
 * of each nonce that is not decided, then what has been approved since. Everything that may be sent is written before it is; what is not in the
 * chain is sent again as it is, or for a higher fee with the same nonce. So whoever goes on after a kill needs only the tables and the chain.
 * A payout is over when the endpoints agree that its transaction is deep enough, and not before (decision 0142).
 */
import { ChainProblem } from '../ChainProblem';
import { beginPayout } from './beginPayout';
import { followPayout } from './followPayout';
import { createReserved, type Reserved } from './reserved';
import { createSenderLease } from './SenderLease';
import { createSenderMeters } from './senderMeters';
import type { PayoutSenderDeps, SenderRound } from './senderRound';
import { highestBlock, readLive, readOrdered } from './sendings';

export interface PayoutSender {
  /** One round; nothing while another process sends. Throws ChainProblem, and at the end what kept one payout from going on. */
  run(signal: AbortSignal): Promise<void>;
}

interface Beginning {
  readonly signal: AbortSignal;
  readonly failed: (payout: { readonly id: number }, error: unknown) => void;
}

const begunAtOnce = 10;

export function createPayoutSender(deps: PayoutSenderDeps): PayoutSender {
  const { db, clock, log, reader, assetOf } = deps;
  const { network } = deps.wallet;
  const lease = createSenderLease(deps);
  const meters = createSenderMeters(deps.metrics, network);
  /** Rounds go through all that wait, some at a time: those that cannot begin keep no later one waiting. */
  let begunUpTo = 0;

  /** What a step works with; undefined: another process sends, or this one stops. */
  async function stepOf(head: SenderRound['head'], signal: AbortSignal): Promise<SenderRound | undefined> {
    const epoch = signal.aborted ? undefined : await lease.hold();
    return epoch === undefined ? undefined : { ...deps, meters, head, epoch };
  }

  async function round(signal: AbortSignal): Promise<void> {
    const head = await reader.head();
    const reserved = createReserved();
    const broken: unknown[] = [];
    /** What keeps one payout keeps no other one. */
    const failed = ({ id }: { readonly id: number }, error: unknown) => {
      broken.push(error);
      log.error({ network, payout: id, err: error }, 'nothing could be done about a payout');
    };
    let isNext = true;
    for (const payout of await readLive(db, network, assetOf)) {
      const step = await stepOf(head, signal);
      if (step === undefined) return;
      const newest = payout.transactions.at(-1);
      const isMined = payout.blockNumber !== null;
      if (!isMined && newest !== undefined) reserved.add({ order: payout.order, ...newest });
      try {
        await followPayout(step, payout, isNext);
      } catch (error) {
        if (error instanceof ChainProblem) {
          meters.problem(error.kind);
          log.warn({ network, payout: payout.id, problem: error.message }, 'what became of a payout is not known');
        } else failed(payout, error);
      }
      isNext = isNext && isMined;
    }
    // An endpoint may have fallen behind: what the wallet held then is spent.
    if (head.number >= (await highestBlock(db, network))) await begin(head, reserved, { signal, failed });
    meters.broken(broken.length);
    if (broken.length > 0) throw broken[0];
  }

  async function begin(head: SenderRound['head'], reserved: Reserved, { signal, failed }: Beginning): Promise<void> {
    const { ordered, upTo } = await readOrdered(db, network, assetOf, { after: begunUpTo, limit: begunAtOnce });
    for (const payout of ordered) {
      const step = await stepOf(head, signal);
      if (step === undefined) return;
      begunUpTo = payout.id;
      try {
        await beginPayout(step, payout, reserved);
      } catch (error) {
        if (error instanceof ChainProblem) throw error;
        failed(payout, error);
      }
    }
    begunUpTo = upTo;
  }

  return {
    async run(signal) {
      const isSender = (await lease.hold()) !== undefined;
      meters.leads(isSender);
      if (!isSender) return;
      meters.begin();
      try {
        await round(signal);
      } catch (error) {
        if (error instanceof ChainProblem) meters.problem(error.kind);
        throw error;
      } finally {
        await meters.count(db, network, clock.now());
      }
    },
  };
}
