/** What a round of the sender works with, and what its steps share. */
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import type { BlockName, ChainReader } from '../ChainReader';
import type { Endpoints } from './Endpoints';
import type { NonceSeen } from './lookAtNonce';
import type { AskedFees, GasFees } from './payoutFees';
import { callOf, type PayoutOrder } from './payoutOrder';
import type { PayoutWallet } from './payoutWallets';
import type { SenderMeters } from './senderMeters';
import type { ChainAssetOf, LivePayout, OrderedPayout } from './sendings';

export interface PayoutSenderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reader: ChainReader;
  readonly endpoints: Endpoints;
  readonly wallet: PayoutWallet;
  readonly account: PrivateKeyAccount;
  readonly assetOf: ChainAssetOf;
  /** Names this process among the nodes. */
  readonly holder: string;
  /** What the chain says of a payout has changed: `paid` ends it, with the person's money. */
  readonly onSeen: (payout: LivePayout, seen: NonceSeen, at: SeenAt) => Promise<void>;
  /** It is on its way by a transaction that it did not have before. */
  readonly onSent: (payout: Pick<OrderedPayout, 'userId'>) => Promise<void>;
}

export interface SeenAt {
  readonly epoch: number;
  readonly nowMs: number;
  /** It is decided for good. */
  readonly state?: 'paid' | 'failed' | 'lost';
}

/** While this process sends. */
export interface SenderRound extends PayoutSenderDeps {
  readonly epoch: number;
  readonly head: BlockName;
  readonly meters: SenderMeters;
}

export const sign = (
  { account, reader }: SenderRound,
  order: PayoutOrder,
  { nonce, gas, fees }: { readonly nonce: number; readonly gas: bigint; readonly fees: GasFees },
): Promise<Hex> =>
  account.signTransaction({
    type: 'eip1559',
    chainId: reader.chainId,
    nonce,
    gas,
    maxFeePerGas: fees.maxFee,
    maxPriorityFeePerGas: fees.priorityFee,
    ...callOf(order),
  });

export async function send({ endpoints, log, wallet }: SenderRound, raw: Hex): Promise<void> {
  const said = await endpoints.send(raw);
  if (said.length > 0) log.debug({ network: wallet.network, said }, 'what endpoints said of a payout that was sent to them');
}

/** Where two endpoints say different things, `lower` comes first; what was not mined for that is offered again for `upper`. */
export async function askedFees({ reader, head, endpoints }: SenderRound, which: 'lower' | 'upper'): Promise<AskedFees> {
  const baseFee = await reader.agreed('the base fee', head.number, async (endpoint) => {
    const block = await endpoint.getBlock({ blockNumber: head.number });
    return block.baseFeePerGas ?? 0n;
  });
  return { baseFee, priorityFee: (await endpoints.priorityFee())[which] };
}
