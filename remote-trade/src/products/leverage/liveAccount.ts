import type { ContractSummary, LeverageOrder } from '@tessera/shared/contract';
import { add, amount, subtract, type Amount } from '@tessera/shared/money';
import { accountFigures, openPositionOf, requiredMarginOf, type AccountFigures } from '@tessera/shared/trading';
import { sumMargins } from './positionFigures';
import type { Valuing } from './useValuing';

/**
 * The contract account by the live quotes: free money, and what is held behind positions and for waiting orders, are what the server last
 * said; the positions' worth is computed with the server's own functions.
 */
export function liveAccount(
  account: ContractSummary,
  positions: readonly LeverageOrder[],
  valuing: Valuing,
  nowMs: number,
): AccountFigures & { readonly free: Amount } {
  const used = amount(account.usedMargin);
  const held = add(used, amount(account.frozen));
  const free = subtract(amount(account.balance), held);
  const valued = positions.flatMap((order) => {
    const position = openPositionOf(order);
    if (position === undefined) return [];
    const { leverage, closingMargin } = order;
    const required = requiredMarginOf({ margin: position.margin, leverage, closingMargin }, nowMs);
    return [{ ...position, required, floatingProfit: valuing.figuresOf(order)?.profit }];
  });
  const figures = accountFigures({ free, positions: valued, reserved: subtract(held, sumMargins(positions)) });
  return { ...figures, usedMargin: used, free };
}
