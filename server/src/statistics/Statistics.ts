/** A trader's record by published formulas: docs/statistics.md. Read from the orders each time; nothing is kept or edited. */
import { toText } from '@tessera/shared/money';
import { fundingAsset } from '../funds/fundingAsset';
import type { Handlers } from '../http/handler';
import type { Db } from '../store/database';
import { rowId } from '../store/rowId';
import { countOrders, maxDrawdown } from './countedOrders';
import { figuresOf } from './figures';

const dayMs = 86_400_000;

export function createStatistics({ db }: { readonly db: Db }): { readonly handlers: Handlers } {
  return {
    handlers: {
      async statistics({ request, user, nowMs }) {
        const trader = { userId: rowId(user.userId), mode: user.mode };
        const todayMs = nowMs - (nowMs % dayMs);
        const fromMs = request.days === undefined ? undefined : todayMs - (request.days - 1) * dayMs;
        const period = { fromMs: fromMs ?? 0, toMs: nowMs };
        // One after the other: two at once would hold two connections.
        const groups = await countOrders(db, trader, period, { fromMs: todayMs - dayMs, toMs: todayMs });
        const drawdown = await maxDrawdown(db, trader, period);
        const { yesterday, ...figures } = figuresOf(groups);
        return {
          mode: user.mode,
          asset: fundingAsset,
          asOfMs: nowMs,
          fromMs: fromMs ?? null,
          ...figures,
          maxDrawdown: drawdown === undefined ? null : toText(drawdown),
          yesterday: { dayMs: todayMs - dayMs, ...yesterday },
          followers: null,
        };
      },
    },
  };
}
