/**
 * What is done about payments after a chain was read: shown to their people, handed over once they are deep enough, given up when they are gone.
 * Each in a transaction of its own, so that one that cannot be done keeps no other waiting.
 */
import { AppError } from '@tessera/shared/errors';
import type { Catalog } from '../../catalog/Catalog';
import type { Texts } from '../../content/texts';
import type { Messages } from '../../content/messages';
import { publishEvents } from '../../execution/publishEvents';
import { ChainProblem } from '../../chain/ChainProblem';
import type { ChainReader } from '../../chain/ChainReader';
import { Fenced } from '../../chain/Fence';
import { ReceiptMissing } from '../../chain/findTransfers';
import type { WatchedAsset } from '../../chain/keepTransfers';
import type { OnRead } from '../../chain/watchChain';
import type { Clock } from '../../platform/Clock';
import type { Log } from '../../platform/log';
import type { Random } from '../../platform/random';
import type { Reviews } from '../../reviews/Reviews';
import type { Db } from '../../store/database';
import { announceDeposit } from './announceDeposit';
import { isThere, ripe, setAside, takenOut, unannounced, type DepositRow } from './depositRows';
import { giveUp, goneForMs, takeBack } from './giveUpDeposit';
import { handOver } from './handOver';

/** More than a round reads: progress is told once more after the last block that it waited for. */
const roundOfBlocks = 200;
const peopleAtOnce = 1_000;

export interface DepositDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly catalog: Pick<Catalog, 'networks' | 'topUps' | 'version'>;
  readonly reader: ChainReader;
  readonly reviews: Pick<Reviews, 'open' | 'cancel'>;
  readonly messages: Pick<Messages, 'send'>;
  readonly texts: Texts;
  readonly assets: () => readonly WatchedAsset[];
  readonly wakeOutbox: () => void;
}

export function followDeposits(deps: DepositDeps): OnRead {
  const { db, clock, log, reader, assets, wakeOutbox } = deps;

  return async (fence, cursor, { isMoved }) => {
    const { network } = reader;
    let missing: ReceiptMissing | undefined;
    const each = async (deposits: readonly DepositRow[], act: (deposit: DepositRow) => Promise<void>): Promise<void> => {
      for (const deposit of deposits) {
        try {
          await act(deposit);
        } catch (error) {
          // It stays as it is and is asked for again; the others need not wait for it.
          if (error instanceof ReceiptMissing) {
            missing ??= error;
            continue;
          }
          if (error instanceof Fenced || error instanceof ChainProblem) throw error;
          // Somebody else has moved it; or what it needs is not there yet, a price for instance.
          const isPassing = error instanceof AppError && ['STATUS_ABNORMAL', 'FEATURE_UNAVAILABLE'].includes(error.code);
          if (!isPassing) log.error({ err: error, deposit: deposit.id }, 'nothing could be done about a deposit');
        }
      }
    };
    for (const asset of assets())
      await each(await unannounced(db, network, asset), async (deposit) => {
        if (await isThere(reader, cursor, deposit, asset)) await announceDeposit(deps, fence, deposit);
        else await setAside(db, fence, deposit, clock.now());
      });
    for (const asset of assets())
      await each(await ripe(db, network, asset, cursor.number), (deposit) => handOver(deps, fence, { deposit, asset, cursor }));
    const isLongGone = ({ movedAtMs }: DepositRow) => clock.now() - movedAtMs >= goneForMs;
    await each((await takenOut(db, network, 'gone')).filter(isLongGone), (deposit) => giveUp(deps, fence, deposit));
    // It may come again in one of the next blocks, so as many are waited for as before it was credited.
    const isDeep = ({ goneAtBlock, asset: of }: DepositRow) =>
      cursor.number >= BigInt(goneAtBlock ?? 0) + BigInt(assets().find(({ asset }) => asset === of)?.confirmations ?? 0);
    await each((await takenOut(db, network, 'missing')).filter(isDeep), (deposit) => takeBack(deps, fence, deposit));
    await each(await takenOut(db, network, 'owed'), (deposit) => takeBack(deps, fence, deposit));
    if (isMoved) await tellProgress(deps, cursor.number);
    wakeOutbox();
    if (missing !== undefined) throw missing;
  };

  /** Whoever waits for blocks on top sees them come. */
  async function tellProgress({ db: on, reader: { network } }: DepositDeps, newest: bigint): Promise<void> {
    const deepest = Math.max(0, ...assets().map(({ confirmations }) => confirmations));
    const people = await on
      .selectFrom('chainDeposit')
      .select('userId')
      .distinct()
      .where('network', '=', network)
      .where('state', 'in', ['confirming', 'gone'])
      // Those that wait for the minimum wait for no block.
      .where('blockNumber', '>=', Number(newest) - deepest - roundOfBlocks)
      .where('userId', 'is not', null)
      .limit(peopleAtOnce)
      .execute();
    for (const { userId } of people) {
      if (userId === null) continue;
      await on
        .transaction()
        .execute((tx) => publishEvents(tx, { events: [], moved: [{ userId, mode: 'real' }], atMs: clock.now() }));
    }
  }
}
