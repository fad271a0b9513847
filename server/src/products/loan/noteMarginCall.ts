/** Records that a margin call begins or ends, and makes the message, which names the price of the next event. */
import { price, round, toText } from '@tessera/shared/money';
import type { Catalog } from '../../catalog/Catalog';
import type { Tx } from '../../store/database';
import type { JudgeDeps } from './judgeLoan';
import { decisionOf, keepDecision, percentOf } from './keepDecision';
import { addStep, levelPrices, type HeldLoan } from './loanRow';
import type { ToldLoan } from './tellLoan';
import type { Found } from './verdictOn';

/** Returns the message; the caller sends it. */
export async function noteMarginCall(
  tx: Tx,
  { catalog }: Pick<JudgeDeps, 'catalog'>,
  loan: HeldLoan,
  found: Found,
): Promise<ToldLoan> {
  const { row, collateral } = loan;
  const { verdict, atMs, owed } = found;
  const isCall = verdict === 'call';
  await addStep(tx, row.id, { step: isCall ? 'called' : 'call_ended', atMs });
  const body = decisionOf(catalog, loan, found);
  if (isCall) await keepDecision(tx, row.id, body, found);
  const levels = levelPrices(owed, collateral, row);
  const next = isCall ? levels.liquidationPrice : levels.callPrice;
  const share = isCall ? row.liquidationLtv : row.callLtv;
  const level = next === null ? percentOf(share) : priceOfOne(catalog, loan, next);
  const params = { amount: toText(owed), asset: row.asset, ltv: percentOf(body.ltv), level };
  return isCall
    ? { kind: 'loan_called', params: { ...params, fee: percentOf(row.liquidationFee) } }
    : { kind: 'loan_call_ended', params };
}

/** The price of the loan's only coin, cut to the steps of its market as in the app. */
function priceOfOne(catalog: Pick<Catalog, 'symbol'>, { collateral }: HeldLoan, text: string): string {
  const symbolId = collateral.find((one) => one.symbolId !== null)?.symbolId ?? '';
  const cut = round(price(text), catalog.symbol(symbolId)?.digits ?? 0, 'down');
  return `${symbolId.replace('-', '/')} ${toText(cut)}`;
}
