/**
 * The wallet: what is owned, how it got there, moving it between the two accounts, and demo money.
 */
import { AppError } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import type { Handlers } from '../http/handler';
import { assetScales } from '../ledger/Ledger';
import { publishEvents } from '../execution/publishEvents';
import type { Db } from '../store/database';
import { once } from '../store/idempotency';
import { rowId } from '../store/rowId';
import { refillDemo } from './demoMoney';
import { fundingAsset } from './fundingAsset';
import { transfer } from './transfer';
import { accountsView, walletList, type PriceOf } from './walletView';
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

      async walletInfo({ user, request }) {
        if (!(await assetScales(db)).has(request.asset)) throw new AppError('WALLET_ASSET_NOT_FOUND');
        const view = await accountsView(db, rowId(user.userId), user.mode);
        return {
          mode: user.mode,
          coin: view.coin.find((coin) => coin.asset === request.asset) ?? { asset: request.asset, available: '0', frozen: '0' },
          contract: request.asset === fundingAsset ? view.contract : null,
        };
      },

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
