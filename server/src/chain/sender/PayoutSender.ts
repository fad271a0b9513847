/**
 * Carries out payouts over one network. Of all processes that know the wallet's key one holds the lease and does rounds: first what the chain says
 * of each nonce that is not decided, then what has been approved since. Everything that may be sent is written before it is; what is not in the
 * chain is sent again as it is, or for a higher fee with the same nonce. So whoever goes on after a kill needs only the tables and the chain.
 * A payout is over when the endpoints agree that its transaction is deep enough, and not before (decision 0142).
 */
import { erc20Abi, type Address, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createLease } from '../../feed/Lease';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Metrics } from '../../platform/metrics';
import type { Db } from '../../store/database';
import { ChainProblem } from '../ChainProblem';
import type { BlockName, ChainReader } from '../ChainReader';
import type { Endpoints } from './Endpoints';
import { lookAtNonce, type NonceSeen } from './lookAtNonce';
import { firstFees, replacementFees, type AskedFees, type GasFees } from './payoutFees';
import { callOf, type PayoutOrder } from './payoutOrder';
import type { PayoutWallet } from './payoutWallets';
import { createSenderMeters } from './senderMeters';
import {
  highestBlock,
  otherWallets,
  readLive,
  readOrdered,
  storeSeen,
  storeTransaction,
  storeWait,
  takeNonce,
  type ChainAssetOf,
  type LivePayout,
  type OrderedPayout,
  type Sending,
  type StoredTransaction,
} from './sendings';

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
}

export interface SeenAt {
  readonly epoch: number;
  readonly nowMs: number;
  /** It is decided for good. */
  readonly state?: 'paid' | 'failed' | 'lost';
}

export interface PayoutSender {
  /** One round; nothing while another process sends. Throws ChainProblem. */
  run(signal: AbortSignal): Promise<void>;
}

/** Longer than one question to slow endpoints takes. */
export const leaseLifeMs = 30_000;
/** What is not in a block after that long is offered for more. */
export const patienceMs = 120_000;
const begunAtOnce = 20;
/** Whoever receives may be a contract; what costs more than that is paid by hand. */
const maxGas = 150_000n;

export function createPayoutSender(deps: PayoutSenderDeps): PayoutSender {
  const { db, clock, log, reader, endpoints, wallet, account, assetOf } = deps;
  const { network, address } = wallet;
  const lease = createLease(db, `sender:${network}`, deps.holder, leaseLifeMs);
  const meters = createSenderMeters(deps.metrics, network);
  let epoch: number | undefined;

  /** This process still sends. */
  async function isSender(): Promise<boolean> {
    const nowMs = clock.now();
    if (epoch !== undefined && !(await lease.renew(epoch, nowMs))) {
      log.warn({ network, epoch }, 'another process sends payouts now');
      epoch = undefined;
    }
    if (epoch === undefined) {
      epoch = await lease.acquire(nowMs);
      if (epoch !== undefined) {
        await requireOwnWallet();
        log.info({ network, epoch, wallet: address }, 'sending payouts');
      }
    }
    meters.leads(epoch !== undefined);
    return epoch !== undefined;
  }

  async function requireOwnWallet(): Promise<void> {
    const [other] = await otherWallets(db, wallet);
    if (other === undefined) return;
    await lease.release(epoch as number);
    epoch = undefined;
    throw new Error(`PAYOUT_WALLETS, ${network}: payouts are on their way from ${other}, whose key has to finish them`);
  }

  const sign = (order: PayoutOrder, nonce: number, gas: bigint, { maxFee, priorityFee }: GasFees): Promise<Hex> =>
    account.signTransaction({
      type: 'eip1559',
      chainId: reader.chainId,
      nonce,
      gas,
      maxFeePerGas: maxFee,
      maxPriorityFeePerGas: priorityFee,
      ...callOf(order),
    });

  async function send(raw: Hex): Promise<void> {
    const said = await endpoints.send(raw);
    if (said.length > 0) log.debug({ network, said }, 'what endpoints said of a payout that was sent to them');
  }

  async function follow(payout: LivePayout, head: BlockName, isNext: boolean): Promise<void> {
    const sending: Sending = { network, address, epoch: epoch as number };
    const nowMs = clock.now();
    const { nonce, order, confirmationsNeeded, transactions } = payout;
    const hashes = transactions.map(({ hash }) => hash);
    const seen = await lookAtNonce(reader, head, { from: address, nonce, hashes, order, confirmationsNeeded });
    const state = decided(payout, seen);
    if (state === 'failed' || state === 'lost')
      log.error({ network, payout: payout.id, nonce, state }, 'a payout was not paid, and an operator has to look at it');
    if (state !== undefined || hasMoved(payout, seen)) await deps.onSeen(payout, seen, { ...sending, nowMs, ...(state === undefined ? {} : { state }) });
    else await storeSeen(db, payout.id, seen, { ...sending, nowMs });
    const newest = transactions.at(-1);
    if (seen.is !== 'unused' || newest === undefined) return;
    // What comes after it waits for it, whatever it offers.
    const isOld = nowMs - newest.storedAtMs >= patienceMs;
    const raw = isNext && isOld ? await replace(payout, newest, head, nowMs) : undefined;
    await send(raw ?? newest.raw);
  }

  /** undefined: it would be above the limit. */
  async function replace(payout: LivePayout, before: StoredTransaction, head: BlockName, nowMs: number): Promise<Hex | undefined> {
    const fees = replacementFees(before, await askedFees(head), wallet.maxFee);
    if (fees === undefined) {
      meters.stuck();
      log.error({ network, payout: payout.id, hash: before.hash }, 'a payout is not mined, and its fee cannot be raised further');
      return undefined;
    }
    const raw = await sign(payout.order, payout.nonce, before.gasLimit, fees);
    await storeTransaction(db, { payoutId: payout.id, raw, fees, gasLimit: before.gasLimit, epoch: epoch as number, nowMs });
    log.warn({ network, payout: payout.id, maxFee: String(fees.maxFee) }, 'the fee of a payout is raised');
    return raw;
  }

  async function askedFees(head: BlockName): Promise<AskedFees> {
    const baseFee = await reader.agreed('the base fee', head.number, async (endpoint) => {
      const block = await endpoint.getBlock({ blockNumber: head.number });
      return block.baseFeePerGas ?? 0n;
    });
    return { baseFee, priorityFee: await endpoints.priorityFee() };
  }

  /** What the wallet has at that block; null: of the network's own coin. */
  const heldOf = (token: Address | null, { number }: BlockName): Promise<bigint> =>
    reader.agreed('what the wallet holds', number, (endpoint) =>
      token === null
        ? endpoint.getBalance({ address, blockNumber: number })
        : endpoint.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address], blockNumber: number }),
    );

  /** Answers whether it was begun. */
  async function begin(payout: OrderedPayout, head: BlockName, reserved: Reserved): Promise<void> {
    const nowMs = clock.now();
    const { order } = payout;
    const asked = await askedFees(head);
    const fees = firstFees(asked, wallet.maxFee);
    if (fees === undefined) return storeWait(db, payout.id, 'fee', nowMs);
    const coins = (await heldOf(null, head)) - reserved.of(null);
    const tokens = order.token === null ? coins : (await heldOf(order.token, head)) - reserved.of(order.token);
    // The gas is asked for afterwards: without the money the chain would refuse it for that alone.
    if (tokens < order.sum) return storeWait(db, payout.id, 'funds', nowMs);
    const gas = await endpoints.gasOf(address, order);
    const gasLimit = gas === undefined ? undefined : gas + gas / 5n;
    const needs = (order.token === null ? order.sum : 0n) + (gasLimit ?? 0n) * fees.maxFee;
    if (coins < needs) return storeWait(db, payout.id, 'funds', nowMs);
    if (gasLimit === undefined || gasLimit > maxGas) return storeWait(db, payout.id, 'refused', nowMs);
    const usedOnChain = await reader.agreed('the nonce of the wallet', head.number, (endpoint) =>
      endpoint.getTransactionCount({ address, blockNumber: head.number }),
    );
    const sending: Sending = { network, address, epoch: epoch as number };
    const raw = await takeNonce(db, {
      sending,
      payout,
      usedOnChain,
      gasLimit,
      fees,
      sign: (nonce) => sign(order, nonce, gasLimit, fees),
      nowMs,
    });
    reserved.add({ order, gasLimit, maxFee: fees.maxFee });
    await send(raw);
  }

  async function round(signal: AbortSignal): Promise<void> {
    const head = await reader.head();
    const live = await readLive(db, network, assetOf);
    const reserved = createReserved();
    let isNext = true;
    for (const payout of live) {
      if (signal.aborted || !(await isSender())) return;
      const newest = payout.transactions.at(-1);
      if (payout.blockNumber === null && newest !== undefined)
        reserved.add({ order: payout.order, gasLimit: newest.gasLimit, maxFee: newest.maxFee });
      try {
        await follow(payout, head, isNext);
      } catch (error) {
        if (!(error instanceof ChainProblem)) throw error;
        meters.problem(error.kind);
        log.warn({ network, payout: payout.id, problem: error.message }, 'what became of a payout is not known');
      }
      isNext = isNext && payout.blockNumber !== null;
    }
    // An endpoint may have fallen behind: what the wallet held then is spent.
    if (head.number < (await highestBlock(db, network))) return;
    for (const payout of await readOrdered(db, network, assetOf, begunAtOnce)) {
      if (signal.aborted || !(await isSender())) return;
      await begin(payout, head, reserved);
    }
  }

  return {
    async run(signal) {
      if (!(await isSender())) return;
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

interface Spent {
  readonly order: PayoutOrder;
  readonly gasLimit: bigint;
  readonly maxFee: bigint;
}
/** What leaves the wallet with transactions that are in no block yet. */
interface Reserved {
  of(token: Address | null): bigint;
  add(spent: Spent): void;
}

function createReserved(): Reserved {
  const sums = new Map<Address | null, bigint>();
  const of = (token: Address | null) => sums.get(token) ?? 0n;
  return {
    of,
    add({ order: { token, sum }, gasLimit, maxFee }) {
      sums.set(token, of(token) + sum);
      sums.set(null, of(null) + gasLimit * maxFee);
    },
  };
}
