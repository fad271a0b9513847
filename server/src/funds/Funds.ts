/**
 * The wallet: what is owned, how it got there, moving it between the two accounts, and demo money.
 */
import { AppError } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import type { Handlers } from '../http/handler';
import { publishEvents } from '../execution/publishEvents';
import type { Db } from '../store/database';
import { once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import { refillDemo } from './demoMoney';
import { fundingAsset } from './fundingAsset';
import { transfer } from './transfer';
import { walletInfo, walletList } from './walletList';
import type { PriceOf } from './walletView';
import { walletRecords } from './walletRecords';

export interface FundsDeps {
  readonly db: Db;
  readonly priceOf: PriceOf;
  /** Called after a commit that wrote a private event. */
  readonly wakeOutbox: () => void;
}

export interface Funds {
  readonly handlers: Handlers;
}

export function createFunds({ db, priceOf, wakeOutbox }: FundsDeps): Funds {
  return {
    handlers: {
      walletList: ({ user, nowMs }) => walletList(db, { userId: rowId(user.userId), mode: user.mode, nowMs, priceOf }),

      walletInfo: ({ user, request }) => walletInfo(db, { userId: rowId(user.userId), mode: user.mode, request }),

      walletDetail: ({ user, request }) => walletRecords(db, rowId(user.userId), user.mode, request),

      async transfer({ user, request, idempotencyKey: key, nowMs }) {
        const userId = rowId(user.userId);
        const answer = await once(
          db,
          { userId, call: 'transfer', key, request: { ...request, mode: user.mode }, nowMs },
          async (tx) => {
            const moved = await transfer(tx, { userId, mode: user.mode, key: key ?? '', nowMs, request });
            await publishEvents(tx, { events: [], moved: [{ userId, mode: user.mode }], atMs: nowMs });
            return moved;
          },
        );
        wakeOutbox();
        return answer.response;
      },

      async demoRefill({ user, idempotencyKey: key, nowMs }) {
        if (user.mode !== 'demo') throw new AppError('REQUEST_ILLEGAL');
        const userId = rowId(user.userId);
        const answer = await once(db, { userId, call: 'demoRefill', key, request: {}, nowMs }, async (tx) => {
          const { credited, balance } = await refillDemo(tx, userId, key ?? '', nowMs);
          await publishEvents(tx, { events: [], moved: [{ userId, mode: 'demo' }], atMs: nowMs });
          return { asset: fundingAsset, credited: toText(credited), balance: toText(balance) };
        });
        wakeOutbox();
        return answer.response;
      },
    },
  };
}
