/** One approved payout that was not sent yet: a nonce and a transaction for it, if the wallet can pay it at a fee within the limit. */
import { erc20Abi, type Address } from 'viem';
import { firstFees, gasLimitOf } from './payoutFees';
import type { Reserved } from './reserved';
import { askedFees, send, sign, type SenderRound } from './senderRound';
import { storeWait, takeNonce, type OrderedPayout } from './sendings';
import type { PayoutWait } from './tables';

/** Whoever receives may be a contract; what costs more than that is paid by hand. */
const maxGas = 150_000n;

/** `reserved`: what leaves the wallet with others; grows by this one. Throws ChainProblem. */
export async function beginPayout(round: SenderRound, payout: OrderedPayout, reserved: Reserved): Promise<void> {
  const { db, reader, endpoints, head, epoch, wallet, clock } = round;
  const { network, address } = wallet;
  const { order } = payout;
  const waits = (why: PayoutWait) => storeWait(db, payout.id, why, clock.now());
  // Whoever changed what is to be paid, or took the exchange's own wallet for a person's: no key gets it back.
  if ([order.token, address].includes(order.to) || BigInt(order.to) === 0n) return waits('refused');
  const fees = firstFees(await askedFees(round, 'lower'), wallet.maxFee);
  if (fees === undefined) return waits('fee');
  const coins = (await heldOf(round, null)) - reserved.of(null);
  const tokens = order.token === null ? coins : (await heldOf(round, order.token)) - reserved.of(order.token);
  if (tokens < order.sum) return waits('funds');
  // Asked for afterwards: without the money the chain would refuse it for that alone.
  const gasLimit = gasLimitOf(await endpoints.gasOf(address, order), maxGas);
  if (coins < (order.token === null ? order.sum : 0n) + (gasLimit ?? 0n) * fees.maxFee) return waits('funds');
  if (gasLimit === undefined) return waits('refused');
  const usedOnChain = await reader.agreed('the nonce of the wallet', head.number, (endpoint) =>
    endpoint.getTransactionCount({ address, blockNumber: head.number }),
  );
  const raw = await takeNonce(db, {
    sending: { network, address, epoch },
    payout,
    usedOnChain,
    gasLimit,
    fees,
    sign: (nonce) => sign(round, order, { nonce, gas: gasLimit, fees }),
    nowMs: clock.now(),
  });
  reserved.add({ order, gasLimit, maxFee: fees.maxFee });
  await send(round, raw);
  await round.onSent(payout);
}

/** What the wallet has at the head; null: of the network's own coin. */
const heldOf = ({ reader, head: { number }, wallet: { address } }: SenderRound, token: Address | null): Promise<bigint> =>
  reader.agreed('what the wallet holds', number, (endpoint) =>
    token === null
      ? endpoint.getBalance({ address, blockNumber: number })
      : endpoint.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber: number }),
  );
