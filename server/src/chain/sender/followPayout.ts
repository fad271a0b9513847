/** One payout whose nonce is not decided: what the chain says of it, and, while it says nothing, sending it again. */
import type { Hex } from 'viem';
import { lookAtNonce, type NonceSeen } from './lookAtNonce';
import { replacementFees } from './payoutFees';
import { askedFees, send, sign, type SeenAt, type SenderRound } from './senderRound';
import { storeSeen, storeTransaction, type LivePayout, type StoredTransaction } from './sendings';

/** What is not in a block after that long is offered for more. */
export const patienceMs = 120_000;

/** `isNext`: the chain waits for its nonce. Throws ChainProblem. */
export async function followPayout(round: SenderRound, payout: LivePayout, isNext: boolean): Promise<void> {
  const { db, reader, head, epoch, wallet, clock, log, onSeen } = round;
  const { nonce, order, confirmationsNeeded, transactions } = payout;
  const hashes = transactions.map(({ hash }) => hash);
  const seen = await lookAtNonce(reader, head, { from: wallet.address, nonce, hashes, order, confirmationsNeeded });
  const state = decided(payout, seen);
  if (state === 'failed' || state === 'lost')
    log.error(
      { network: wallet.network, payout: payout.id, nonce, state },
      'a payout was not paid, and an operator has to look at it',
    );
  const nowMs = clock.now();
  if (state !== undefined) await onSeen(payout, seen, { epoch, nowMs, state });
  else if (hasMoved(payout, seen)) await onSeen(payout, seen, { epoch, nowMs });
  else await storeSeen(db, payout.id, seen, { epoch, nowMs });
  const newest = transactions.at(-1);
  if (seen.is !== 'unused' || newest === undefined) return;
  const raw = isNext && nowMs - newest.storedAtMs >= patienceMs ? await replace(round, payout, newest) : undefined;
  await send(round, raw ?? newest.raw);
  if (raw !== undefined) await round.onSent(payout);
}

/** undefined: it would be above the limit. */
async function replace(round: SenderRound, payout: LivePayout, before: StoredTransaction): Promise<Hex | undefined> {
  const { db, epoch, wallet, clock, log, meters } = round;
  const fees = replacementFees(before, await askedFees(round, 'upper'), wallet.maxFee);
  if (fees === undefined) {
    meters.stuck();
    log.error({ payout: payout.id, hash: before.hash }, 'a payout is not mined, and its fee cannot be raised further');
    return undefined;
  }
  const raw = await sign(round, payout.order, { nonce: payout.nonce, gas: before.gasLimit, fees });
  await storeTransaction(db, { payoutId: payout.id, raw, fees, gasLimit: before.gasLimit, epoch, nowMs: clock.now() });
  log.warn({ payout: payout.id, maxFee: String(fees.maxFee) }, 'the fee of a payout is raised');
  return raw;
}

function decided({ confirmationsNeeded }: LivePayout, seen: NonceSeen): SeenAt['state'] {
  if (seen.is === 'foreign') return seen.isFinal ? 'lost' : undefined;
  if (seen.is === 'unused' || seen.confirmations < confirmationsNeeded) return undefined;
  return seen.hasPaid ? 'paid' : 'failed';
}

/** Whoever waits for it sees another picture. */
function hasMoved({ blockHash, confirmations }: LivePayout, seen: NonceSeen): boolean {
  if (seen.is !== 'mined') return blockHash !== null;
  return blockHash !== seen.block.hash || confirmations !== seen.confirmations;
}
