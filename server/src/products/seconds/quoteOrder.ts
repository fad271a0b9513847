/** Terms for one symbol and duration at the current price, which the server stands by for ten seconds. */
import type { EndpointRequest, SecondsQuote } from '@tessera/shared/contract';
import { currentRuleVersion } from '@tessera/shared/fairness';
import { price, toText } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import { isAnyClass } from '../../catalog/classFilter';
import { readSymbolNow } from '../../execution/symbolNow';
import type { SignedIn } from '../../http/handler';
import type { Db } from '../../store/database';
import { requireTradable } from './acceptance';
import { quoteLifeMs, signQuote } from './quoteToken';

export async function quoteOrder(
  parts: { readonly db: Db; readonly catalog: Catalog; readonly quoteKey: Buffer },
  request: EndpointRequest<'secondsTerms'>,
  user: SignedIn,
  nowMs: number,
): Promise<SecondsQuote> {
  const untilMs = nowMs + request.seconds * 1000;
  const now = await readSymbolNow(parts.db, parts.catalog, { symbol: request.symbol, nowMs, untilMs });
  const offered = parts.catalog.secondsTerms(request.symbol);
  const { symbol, term, latest } = requireTradable(now, offered, request.seconds, isAnyClass, nowMs);
  const terms = {
    symbol: request.symbol,
    seconds: request.seconds,
    price: toText(price(latest.price)),
    priceSeq: latest.seq,
    payoutRate: toText(term.payoutRate),
    feeRate: toText(term.feeRate),
    ruleVersion: currentRuleVersion,
    expiresAtMs: nowMs + quoteLifeMs,
  };
  const quoteId = signQuote(parts.quoteKey, {
    ...terms,
    userId: user.userId,
    mode: user.mode,
    catalogVersion: symbol.catalogVersion,
  });
  return { quoteId, ...terms };
}
