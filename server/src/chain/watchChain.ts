/**
 * One round of reading a chain: take it over, look how far its endpoints agree, go back where it was reorganised, read on in bounded steps, and
 * hand over what has enough blocks on top. What stops a round changes nothing of what was booked: the next one goes on from the cursor.
 */
import type { Job } from '../jobs/JobRunner';
import type { Clock } from '../platform/Clock';
import type { Log } from '../platform/log';
import type { Metrics } from '../platform/metrics';
import { createLease } from '../feed/Lease';
import type { Db } from '../store/database';
import { ChainProblem } from './ChainProblem';
import type { BlockName, ChainReader } from './ChainReader';
import { Fenced, type Cursor, type Fence } from './Fence';
import { findTransfers } from './findTransfers';
import { keepTransfers, knownBlocks, rewind, takeCursor, type WatchedAsset } from './keepTransfers';
import { createLookKeeper } from './keepLook';

/** Blocks that are asked for at once, at most, and so many times a round: a long gap is read in several rounds. */
const blocksAtOnce = 20n;
const stepsOfRound = 10;
const everyMs = 3_000;
const leaseLifeMs = 60_000;

export interface ChainWatchDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reader: ChainReader;
  /** Names this process among the nodes. */
  readonly holder: string;
  /** Of the catalogue, as it is now. */
  readonly assets: () => readonly WatchedAsset[];
  readonly onRead: OnRead;
}
/** What is done about payments once a round has read what it could. */
export type OnRead = (fence: Fence, cursor: Cursor, change: { readonly isMoved: boolean }) => Promise<void>;

export function watchChain({ db, clock, log, metrics, reader, holder, assets, onRead }: ChainWatchDeps): Job {
  const { network } = reader;
  const lease = createLease(db, `chain:${network}`, holder, leaseLifeMs);
  const keepLook = createLookKeeper({ db, log, metrics, reader });
  /** Fewer after a failure: blocks that somebody has filled may be more than endpoints answer at once. */
  let atOnce = blocksAtOnce;

  async function round(epoch: number): Promise<boolean> {
    const fence: Fence = { network, epoch };
    const head = await reader.head();
    let cursor = await takeCursor(db, fence, head, clock.now());
    const common = await commonBlock(cursor, head);
    if (common.number < cursor.number) {
      const hadPayments = await rewind(db, fence, common, clock.now());
      log.warn({ network, from: cursor.number.toString(), to: common.number.toString(), hadPayments }, 'a chain was reorganised');
      cursor = common;
    }
    const start = cursor.number;
    for (let step = 0; step < stepsOfRound && cursor.number < head.number; step += 1) {
      cursor = await readOn(fence, cursor, head);
      await lease.renew(epoch, clock.now());
    }
    // Endpoints that are behind what was read say nothing of how deep a payment lies.
    if (cursor.number <= head.number)
      await onRead(fence, cursor, { isMoved: cursor.number !== start || common.number !== start });
    await keepLook.agreed(head, clock.now());
    return cursor.number < head.number;
  }

  async function readOn(fence: Fence, cursor: Cursor, head: BlockName): Promise<Cursor> {
    const from = cursor.number + 1n;
    const to = head.number < cursor.number + atOnce ? head.number : cursor.number + atOnce;
    const watched = assets();
    const asked = atOnce;
    // Unless they answer.
    atOnce = asked > 1n ? asked / 2n : 1n;
    const read = await findTransfers(reader, {
      from,
      to,
      contracts: watched.flatMap(({ tokenContract }) => tokenContract ?? []),
      hasCoin: watched.some(({ tokenContract }) => tokenContract === undefined),
    });
    atOnce = asked < blocksAtOnce ? asked + 1n : blocksAtOnce;
    const [first] = read.blocks;
    const last = read.blocks.at(-1);
    // It was reorganised while it was read: the next round goes back.
    if (first === undefined || last === undefined || first.parentHash !== cursor.hash) return cursor;
    await keepTransfers(db, fence, { read, assets: watched, nowMs: clock.now() });
    return { number: last.number, hash: last.hash };
  }

  /** The newest block that was read and is still in the chain. Throws ChainProblem where none of the remembered ones is. */
  async function commonBlock(cursor: Cursor, head: BlockName): Promise<Cursor> {
    const isInChain = async ({ number, hash }: Cursor) => {
      const told = await reader.agreed(
        `block ${number}`,
        head.number,
        async (endpoint) => (await endpoint.getBlock({ blockNumber: number })).hash,
      );
      return told === hash;
    };
    if (cursor.number <= head.number && (await isInChain(cursor))) return cursor;
    const known = (await knownBlocks(db, network)).filter(({ number }) => number <= head.number);
    // Blocks are in the chain up to one of them, and not from there on.
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (await isInChain(known[middle] as Cursor)) high = middle;
      else low = middle + 1;
    }
    const found = known[low];
    if (found === undefined)
      throw new ChainProblem(
        network,
        'disagreement',
        'the chain was reorganised further back than it is remembered, or is another one',
      );
    // The endpoints may merely be behind what was read: then nothing has gone.
    return found.number === head.number && cursor.number > head.number ? cursor : found;
  }

  return {
    name: `chain-${network}`,
    everyMs,
    async run() {
      const epoch = await lease.acquire(clock.now());
      if (epoch === undefined) return undefined;
      try {
        return (await round(epoch)) ? 0 : everyMs;
      } catch (error) {
        if (error instanceof Fenced) return undefined;
        if (!(error instanceof ChainProblem)) throw error;
        await keepLook.problem(error, clock.now());
        return everyMs;
      } finally {
        await lease.release(epoch);
      }
    },
  };
}
