/**
 * Every transfer of the watched assets in some blocks, as all endpoints tell it. Of a transaction that failed nothing is moved: its logs are not
 * there, and its own coin is asked for by the receipt. Coins that a contract passes on inside a call leave no trace that nodes have to keep: they
 * are not seen.
 */
import { hexToBigInt, numberToHex, padHex, type Hex, type PublicClient } from 'viem';
import { ChainProblem } from './ChainProblem';
import type { ChainReader } from './ChainReader';

/** keccak256 of "Transfer(address,address,uint256)". */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** Of the network's own coin, of which a transaction carries one sum. */
export const coinLogIndex = -1;

export interface Transfer {
  readonly txid: string;
  readonly logIndex: number;
  readonly block: string;
  /** Addresses in small letters. */
  readonly from: string;
  readonly to: string;
  /** undefined: the network's own coin. */
  readonly contract: string | undefined;
  /** Smallest units, as decimal text. */
  readonly raw: string;
}
export interface ReadBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly parentHash: string;
}
export interface ReadBlocks {
  readonly blocks: readonly ReadBlock[];
  readonly transfers: readonly Transfer[];
}
export interface AskedBlocks {
  readonly from: bigint;
  readonly to: bigint;
  /** Contracts of tokens, in small letters. */
  readonly contracts: readonly string[];
  readonly hasCoin: boolean;
}

/** Throws ChainProblem, also where what the endpoints agree on does not hang together. */
export async function findTransfers(reader: ChainReader, asked: AskedBlocks): Promise<ReadBlocks> {
  const { from, to, contracts, hasCoin } = asked;
  const read = await reader.agreed(`blocks ${from} to ${to}`, to, async (endpoint) => ({
    blocks: await Promise.all(
      Array.from({ length: Number(to - from) + 1 }, (_, index) => readBlock(endpoint, from + BigInt(index), hasCoin)),
    ),
    logs: contracts.length === 0 ? [] : await readLogs(endpoint, asked),
  }));
  const broken = (detail: string) => new ChainProblem(reader.network, 'disagreement', detail);
  const hashAt = new Map(read.blocks.map(({ number, hash }) => [number, hash]));
  for (const [index, block] of read.blocks.entries()) {
    if (block.number !== from + BigInt(index)) throw broken(`asked for block ${from + BigInt(index)}, told of ${block.number}`);
    const before = read.blocks[index - 1];
    if (before !== undefined && block.parentHash !== before.hash)
      throw broken(`block ${block.number} does not follow the one before`);
  }
  for (const log of read.logs) {
    if (hashAt.get(log.number) !== log.transfer.block) throw broken(`a log of block ${log.number} is not in that block`);
    if (!contracts.includes(log.transfer.contract ?? '')) throw broken(`a log of ${log.transfer.contract} was not asked for`);
  }
  return {
    blocks: read.blocks.map(({ number, hash, parentHash }) => ({ number, hash, parentHash })),
    transfers: [...read.blocks.flatMap(({ coins }) => coins), ...read.logs.map(({ transfer }) => transfer)].filter(
      // Nothing moves from an address to itself.
      ({ raw, from: sender, to: recipient }) => raw !== '0' && sender !== recipient,
    ),
  };
}

async function readBlock(endpoint: PublicClient, number: bigint, hasCoin: boolean) {
  const block = await endpoint.request({ method: 'eth_getBlockByNumber', params: [numberToHex(number), hasCoin] });
  if (block === null || block.hash === null || block.number === null) throw new Error(`has no block ${number}`);
  const { hash, parentHash, transactions } = block;
  const coins = transactions.flatMap((transaction): Transfer[] => {
    // Without a recipient it makes a contract.
    if (typeof transaction === 'string' || transaction.to == null) return [];
    const { hash: txid, from, to, value } = transaction;
    const raw = hexToBigInt(value).toString();
    return [{ txid, logIndex: coinLogIndex, block: hash, from: small(from), to: small(to), contract: undefined, raw }];
  });
  return { number: hexToBigInt(block.number), hash, parentHash, coins };
}

async function readLogs(endpoint: PublicClient, { from, to, contracts }: AskedBlocks) {
  const logs = await endpoint.request({
    method: 'eth_getLogs',
    params: [
      { fromBlock: numberToHex(from), toBlock: numberToHex(to), address: [...contracts] as Hex[], topics: [transferTopic] },
    ],
  });
  return logs.flatMap((log) => {
    const transfer = transferOf(log);
    return transfer === undefined || log.blockNumber === null || log.removed
      ? []
      : [{ number: hexToBigInt(log.blockNumber), transfer }];
  });
}

type RawLog = Readonly<Record<'address' | 'data', Hex>> & {
  readonly topics: readonly Hex[];
  readonly blockHash: Hex | null;
  readonly transactionHash: Hex | null;
  readonly logIndex: Hex | null;
};

/** undefined: an event of another kind that has the same name. */
function transferOf({ topics, data, address, blockHash, transactionHash, logIndex }: RawLog): Transfer | undefined {
  const [kind, from, to] = topics;
  if (kind !== transferTopic || topics.length !== 3 || from === undefined || to === undefined || data.length !== 66)
    return undefined;
  if (blockHash === null || transactionHash === null || logIndex === null) return undefined;
  return {
    txid: transactionHash,
    logIndex: Number(hexToBigInt(logIndex)),
    block: blockHash,
    from: addressIn(from),
    to: addressIn(to),
    contract: small(address),
    raw: hexToBigInt(data).toString(),
  };
}

const small = (text: string): string => text.toLowerCase();
/** A topic holds an address in its last 20 bytes. */
const addressIn = (topic: Hex): string => `0x${small(padHex(topic, { size: 32 })).slice(-40)}`;

/** No receipt of a transaction in the block that was read. That says nothing of it: the nodes are behind, or the chain has just changed. */
export class ReceiptMissing extends ChainProblem {
  constructor(network: string, txid: string) {
    super(network, 'unreachable', `no endpoint has the receipt of transaction ${txid} in its block`);
  }
}

/**
 * Is the transfer there, by the receipt of its transaction, which every endpoint gives alike? False only by a receipt of its own block, which says
 * that it failed, or something else. Throws ReceiptMissing while there is none, and ChainProblem.
 */
export async function isInChain(reader: ChainReader, head: bigint, transfer: Transfer): Promise<boolean> {
  const isThere = await reader.agreed(`transaction ${transfer.txid}`, head, async (endpoint) => {
    const hash = transfer.txid as Hex;
    const receipt = await endpoint.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    if (receipt === null || receipt.blockHash !== transfer.block) return undefined;
    if (receipt.status !== '0x1') return false;
    if (transfer.contract !== undefined)
      return (receipt.logs as readonly RawLog[]).some((log) => isSame(transferOf(log), transfer));
    const transaction = await endpoint.request({ method: 'eth_getTransactionByHash', params: [hash] });
    if (transaction === null) return undefined;
    const { from, to, value } = transaction;
    return (
      to != null && small(from) === transfer.from && small(to) === transfer.to && hexToBigInt(value).toString() === transfer.raw
    );
  });
  if (isThere === undefined) throw new ReceiptMissing(reader.network, transfer.txid);
  return isThere;
}

const isSame = (one: Transfer | undefined, other: Transfer): boolean =>
  one !== undefined &&
  (['txid', 'logIndex', 'block', 'from', 'to', 'contract', 'raw'] as const).every((field) => one[field] === other[field]);
