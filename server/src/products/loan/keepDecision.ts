/** Stores a margin call or a liquidation with everything that it follows from: one row, and the ticks that it names. */
import type { LoanDecision, SoldCollateral } from '@tessera/shared/contract';
import { amount, isZero, rate, toText, zero, type Amount } from '@tessera/shared/money';
import {
  coinCountsMs,
  higherOf,
  loanMeanMs,
  ltvOf,
  shownSinceMost,
  worthOfCollateral,
  type LoanLiquidation,
} from '@tessera/shared/trading';
import type { Catalog } from '../../catalog/Catalog';
import { keepTicks, type KeptRun } from '../../execution/keepTicks';
import type { Tx } from '../../store/database';
import { lastTickOfSpan } from './lastTickOfSpan';
import { valuedOf, type CollateralOfLoan, type HeldLoan } from './loanRow';
import { marketOf } from './marks';
import { countedOf, type Found } from './verdictOn';

/** As the API shows it, without its id. */
export type DecisionBody = Omit<LoanDecision, 'id'>;

export const scaleOf = (catalog: Pick<Catalog, 'assets'>, asset: string): number =>
  catalog.assets().find((one) => one.asset === asset)?.scale ?? 0;
export const percentOf = (share: string): string => `${rate(share).times('100').round(2, 0).toFixed()} %`;
const text = (figure: Amount | undefined): string => toText(figure ?? zero);

/** `done`: for a liquidation. */
export function decisionOf(catalog: Pick<Catalog, 'assets'>, loan: HeldLoan, found: Found, done?: LoanLiquidation): DecisionBody {
  const { row, collateral } = loan;
  const { verdict, atMs, marks, owed } = found;
  const ltv = ltvOf(owed, worthOfCollateral(valuedOf(countedOf(loan, marks), marks) ?? [], higherOf));
  return {
    kind: verdict === 'liquidation' ? 'liquidation' : 'call',
    atMs,
    level: toText(rate(verdict === 'liquidation' ? row.liquidationLtv : row.callLtv)),
    owed: toText(owed),
    ltv: ltv === undefined ? '0' : toText(ltv),
    liquidationFee: toText(rate(row.liquidationFee)),
    meanSeconds: row.meanSeconds,
    ...termsOf(loan, found),
    collateral: collateral.map((one, index) => ({
      ...{ kind: one.kind, asset: one.asset, orderId: one.orderId === null ? null : String(one.orderId) },
      ...{ amount: toText(amount(one.amount)), weight: toText(rate(one.weight)), scale: scaleOf(catalog, one.asset) },
      ...(row.ruleVersion === 2 ? {} : { catalogVersion: one.catalogVersion }),
      price: priceOf(one, found),
      ...figuresOf(done?.parts[index]),
    })),
    repaid: text(done?.repaid),
    surplus: text(done?.surplus),
    ...(done === undefined || isZero(done.left) ? {} : { left: toText(done.left) }),
    insured: text(done?.insured),
    ruleVersion: row.ruleVersion,
  };
}

/** Since rule 3 a decision names what it follows from, in addition to the prices. */
function termsOf({ row, collateral }: HeldLoan, { marks, calledAtMs }: Found): Partial<DecisionBody> {
  const { freshSeconds, days, catalogVersion } = row;
  if (freshSeconds === null) return {};
  const isWhole = collateral.every(({ symbolId }) => symbolId === null || marks.has(symbolId));
  return { freshSeconds, days, catalogVersion, ...(isWhole || calledAtMs === undefined ? {} : { calledAtMs }) };
}

function priceOf({ symbolId }: CollateralOfLoan, { marks }: Found): SoldCollateral['price'] {
  const mark = symbolId === null ? undefined : marks.get(symbolId);
  if (mark === undefined) return null;
  const { symbol, seq, atMs, fromSeq, newest, mean, stands } = mark;
  return { ...{ symbol, seq, atMs, fromSeq, price: toText(newest), mean: toText(mean) }, ...(stands ? { stands } : {}) };
}

const figuresOf = (part: LoanLiquidation['parts'][number] | undefined) => ({
  ...{ sold: text(part?.sold), gross: text(part?.gross), fee: text(part?.fee), penalty: text(part?.penalty) },
  returned: text(part?.returned),
});

const isShown = async (tx: Tx, symbol: string, sinceMs: number, untilMs: number): Promise<boolean> =>
  (await lastTickOfSpan(tx, symbol, { sinceMs, untilMs, longest: shownSinceMost })) !== undefined;

/** Retention keeps the ticks that it names, and those that show that there was no newer deciding one. */
export async function keepDecision(tx: Tx, loanId: number, body: DecisionBody, { marks, atMs }: Found): Promise<void> {
  await tx
    .insertInto('loanDecision')
    .values({ loanId, kind: body.kind, atMs: body.atMs, body: JSON.stringify(body) })
    .execute();
  const runs: KeptRun[] = [];
  for (const { symbol, seq, stands, atMs: told } of marks.values()) {
    const isToTheEnd = !stands || (body.ruleVersion > 2 && (await isShown(tx, symbol, told, atMs)));
    // Including the tick before the minute, which shows that the minute is complete.
    runs.push({ symbol, from: { atMs: told - loanMeanMs }, to: isToTheEnd ? { atMs } : { seq } });
  }
  for (const { kind, asset, price } of body.collateral) {
    const symbol = marketOf(asset);
    if (kind !== 'coin' || price !== null || symbol === undefined) continue;
    const sinceMs = atMs - coinCountsMs - loanMeanMs;
    if (await isShown(tx, symbol, sinceMs, atMs)) runs.push({ symbol, from: { atMs: sinceMs }, to: { atMs } });
  }
  await keepTicks(tx, runs);
}
