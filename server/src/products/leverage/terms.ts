/** The terms of a symbol, with the person's contract account as it stands. */
import type { EndpointResponse } from '@tessera/shared/contract';
import { AppError } from '@tessera/shared/errors';
import { toText } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import { requireSymbol } from '../../catalog/requireSymbol';
import { spreadOf } from '../../feed/spread';
import { accountsView } from '../../funds/walletView';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { rowId } from '../../store/rowId';
import { presentClosingMargin } from './orderRow';
import { leverageRuleVersion } from './rules';

export async function showTerms(
  db: Db,
  catalog: Catalog,
  user: SignedIn,
  symbolId: string,
): Promise<EndpointResponse<'leverageTerms'>> {
  const symbol = requireSymbol(catalog, symbolId);
  const terms = catalog.leverageTerms(symbolId);
  if (terms === undefined) throw new AppError('ORDER_SYMBOL_NOT_TRADABLE');
  const spread = spreadOf(symbol);
  const { contract } = await accountsView(db, rowId(user.userId), user.mode);
  return {
    symbol: symbol.id,
    marginMode: terms.marginMode,
    leverages: [...terms.leverages],
    lotMin: toText(symbol.lotMin),
    lotStep: toText(symbol.lotStep),
    lotMax: toText(symbol.lotMax),
    contractSize: toText(symbol.contractSize),
    digits: symbol.digits,
    pipSize: toText(symbol.pipSize),
    feeRate: toText(terms.feeRate),
    spreadBelow: toText(spread.below),
    spreadAbove: toText(spread.above),
    maintenanceRate: toText(terms.maintenanceRate),
    marginCallLevel: toText(terms.marginCallLevel),
    stopOutLevel: toText(terms.stopOutLevel),
    swapMode: terms.swapMode,
    swapLong: toText(terms.swapLong),
    swapShort: toText(terms.swapShort),
    rolloverMinute: terms.rolloverMinute,
    tripleWeekday: terms.tripleWeekday ?? null,
    divisorSymbol: terms.divisorSymbol ?? null,
    toleratedMove: toText(terms.toleratedMove),
    maxPositions: terms.maxPositions,
    minNotional: toText(terms.minNotional),
    exposureLimits: terms.exposureLimits.map(({ leverage, notional }) => ({ leverage, notional: toText(notional) })),
    ...(terms.closingMargin === undefined ? {} : { closingMargin: presentClosingMargin(terms.closingMargin) }),
    ruleVersion: leverageRuleVersion,
    account: contract,
  };
}
