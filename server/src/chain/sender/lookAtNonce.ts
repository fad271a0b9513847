/** What became of a nonce, as all endpoints that answer say it: nothing yet, one of our transactions, or somebody else's. */
import {
  erc20Abi,
  parseEventLogs,
  TransactionReceiptNotFoundError,
  type Address,
  type Hash,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import type { BlockName, ChainReader } from '../ChainReader';
import type { PayoutOrder } from './payoutOrder';

export type NonceSeen =
  | { readonly is: 'unused' }
  | {
      readonly is: 'mined';
      readonly transaction: Hash;
      readonly block: BlockName;
      /** Blocks on top of that one. */
      readonly confirmations: number;
      /** It did what it was sent for. */
      readonly hasPaid: boolean;
      readonly gasPaid: bigint;
    }
  | { readonly is: 'foreign'; readonly isFinal: boolean };

export interface LookedAt {
  /** The wallet that pays. */
  readonly from: Address;
  readonly nonce: number;
  /** Of all transactions that were stored for it. */
  readonly hashes: readonly Hash[];
  readonly order: PayoutOrder;
  readonly confirmationsNeeded: number;
}

/** Throws ChainProblem. */
export const lookAtNonce = (reader: ChainReader, head: BlockName, looked: LookedAt): Promise<NonceSeen> =>
  reader.agreed(`nonce ${looked.nonce} of ${looked.from}`, head.number, (endpoint) => askOne(endpoint, head, looked));

async function askOne(endpoint: PublicClient, head: BlockName, looked: LookedAt): Promise<NonceSeen> {
  const { from, nonce, hashes, confirmationsNeeded } = looked;
  await requireBlock(endpoint, head);
  const isUsedAt = async (blockNumber: bigint) => (await endpoint.getTransactionCount({ address: from, blockNumber })) > nonce;
  if (!(await isUsedAt(head.number))) return { is: 'unused' };
  for (const hash of hashes) {
    const receipt = await receiptOf(endpoint, hash);
    if (receipt === undefined || receipt.blockNumber > head.number) continue;
    const block = { number: receipt.blockNumber, hash: receipt.blockHash };
    await requireBlock(endpoint, block);
    return {
      is: 'mined',
      transaction: hash,
      block,
      confirmations: Number(head.number - receipt.blockNumber),
      hasPaid: receipt.status === 'success' && hasMoved(receipt, looked),
      gasPaid: receipt.gasUsed * receipt.effectiveGasPrice,
    };
  }
  const deep = head.number - BigInt(confirmationsNeeded);
  return { is: 'foreign', isFinal: deep >= 0n && (await isUsedAt(deep)) };
}

/** It is still that block. */
async function requireBlock(endpoint: PublicClient, { number, hash }: BlockName): Promise<void> {
  const found = await endpoint.getBlock({ blockNumber: number });
  if (found.hash !== hash) throw new Error(`block ${number} is another one now`);
}

async function receiptOf(endpoint: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await endpoint.getTransactionReceipt({ hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

/** There are tokens that refuse without failing: only what they wrote down counts. */
function hasMoved({ logs }: TransactionReceipt, { from, order }: LookedAt): boolean {
  if (order.token === null) return true;
  const moves = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs });
  return moves.some(
    ({ address, args }) =>
      address.toLowerCase() === order.token &&
      args.from.toLowerCase() === from.toLowerCase() &&
      args.to.toLowerCase() === order.to.toLowerCase() &&
      args.value === order.sum,
  );
}
