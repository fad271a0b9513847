/** The reads of loans: a person's loans, the terms, and what can be borrowed. */
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { add, amount, divide, max, subtract, toText, zero, type Amount } from '@tessera/shared/money';
import { loanScale, lowerOf, ltvOf, mostAt, worthOfCollateral } from '@tessera/shared/trading';
import { sql } from 'kysely';
import type { Catalog } from '../../catalog/Catalog';
import { fundingAsset } from '../../funds/fundingAsset';
import { balances } from '../../ledger/Ledger';
import type { Owner } from '../../ledger/takeLocks';
import { countShown, cut, offsetOf, pageOf } from '../../store/paging';
import { parseRowId, rowId } from '../../store/rowId';
import type { LoanDeps } from './LoanDeps';
import { debtOf, presentLoan, readLoans, valuedOf, wholeLoans } from './loanRow';
import { marketOf, readMarks } from './marks';
import { maxPrincipalOf } from './startLoan';
import { keptTreasure, listTreasure } from './treasureCollateral';

type Deps = Pick<LoanDeps, 'db' | 'catalog'>;

export async function listLoans(
  { db, catalog }: Deps,
  { userId, mode }: Owner,
  request: EndpointRequest<'loanOrders'>,
  nowMs: number,
): Promise<EndpointResponse<'loanOrders'>> {
  const { page, pageSize, offset } = offsetOf(request);
  const { status, id, clientOrderId, cursor } = request;
  const own = sql<boolean>`user_id = ${userId} and mode = ${mode}
    and (${status ?? null}::text is null or status = ${status ?? null}::text)
    and (${id ?? null}::text is null or id = ${id === undefined ? null : (parseRowId(id) ?? 0)}::bigint)
    and (${clientOrderId ?? null}::uuid is null or client_order_id = ${clientOrderId ?? null}::uuid)`;
  const total = cursor === undefined ? await countShown(db, db.selectFrom('loan').select('id').where(own)) : undefined;
  const where = cursor === undefined ? own : sql<boolean>`${own} and id < ${rowId(cursor)}`;
  const found = await readLoans(db, where, { limit: pageSize + 1, offset });
  const { shown: loans, next } = cut(found, pageSize, ({ row }) => String(row.id));
  const assets = loans.flatMap(({ collateral }) => collateral.map(({ asset }) => asset));
  const marks = await readMarks(db, catalog, assets, nowMs);
  return { ...pageOf({ page, pageSize }, total), items: loans.map((loan) => presentLoan(loan, marks)), next };
}

export async function showConfig({ db, catalog }: Deps, owner: Owner): Promise<EndpointResponse<'loanConfig'>> {
  const { terms, collateral } = catalog.loanTerms();
  const free = await freeCoins({ db, catalog }, owner);
  const treasure = collateral.find(({ asset }) => marketOf(asset) === undefined);
  return {
    asset: fundingAsset,
    terms: terms
      .filter(({ isOpen }) => isOpen)
      .map((term) => ({
        id: String(term.days),
        asset: fundingAsset,
        days: term.days,
        dailyRate: toText(term.dailyRate),
        minDays: term.minDays,
        overdueRate: toText(term.overdueRate),
        min: toText(term.min),
        max: toText(term.max),
        scale: loanScale,
        initialLtv: toText(term.initialLtv),
        callLtv: toText(term.callLtv),
        liquidationLtv: toText(term.liquidationLtv),
        liquidationFee: toText(term.liquidationFee),
        needsReview: term.needsReview && owner.mode === 'real',
        catalogVersion: catalog.version(),
      })),
    treasureWeight: treasure === undefined ? null : toText(treasure.weight),
    coins: free.map(({ asset, held, weight }) => ({
      asset,
      free: toText(held),
      scale: scaleOf(catalog, asset),
      weight: toText(weight),
    })),
  };
}

const scaleOf = (catalog: Pick<Catalog, 'assets'>, asset: string): number =>
  catalog.assets().find((one) => one.asset === asset)?.scale ?? 0;

async function freeCoins({ db, catalog }: Deps, { userId, mode }: Owner) {
  const found = await balances(db, userId, mode);
  return catalog.loanTerms().collateral.flatMap(({ asset, weight }) => {
    if (marketOf(asset) === undefined) return [];
    return [{ asset, weight, held: found.find((one) => one.kind === 'coin' && one.asset === asset)?.balance ?? zero }];
  });
}

export async function showStatistics(
  { db, catalog }: Deps,
  owner: Owner,
  nowMs: number,
): Promise<EndpointResponse<'loanStatistics'>> {
  const { userId, mode } = owner;
  const rows = await db
    .selectFrom('loan')
    .selectAll()
    .where('userId', '=', userId)
    .where('mode', '=', mode)
    .where('status', 'in', ['open', 'overdue'])
    .execute();
  const loans = await wholeLoans(db, rows);
  const locked = loans.flatMap(({ collateral }) => collateral);
  const coins = (await freeCoins({ db, catalog }, owner)).filter(({ held }) => toText(held) !== '0');
  const free = coins.map(({ asset, held, weight }) => ({
    ...{ asset, amount: toText(held), weight: toText(weight), symbolId: marketOf(asset) ?? null },
  }));
  const treasure = catalog.loanTerms().collateral.find(({ asset }) => marketOf(asset) === undefined);
  const kept =
    treasure === undefined
      ? []
      : [{ asset: fundingAsset, amount: toText(await keptTreasure(db, owner)), weight: toText(treasure.weight), symbolId: null }];
  const marks = await readMarks(
    db,
    catalog,
    [...locked, ...free].map(({ asset }) => asset),
    nowMs,
  );
  const worthOf = (all: typeof free) => {
    const valued = valuedOf(all, marks);
    return valued === undefined ? undefined : worthOfCollateral(valued, lowerOf);
  };
  const debts = loans.map(({ row }) => debtOf(row));
  const outstanding = debts.reduce((sum, { owed }) => add(sum, owed), zero);
  const worth = worthOf(locked);
  const more = worthOf([...free, ...kept]);
  const terms = catalog.loanTerms().terms.filter(({ isOpen }) => isOpen);
  const maxDebtAgainst = (whole: Amount) => terms.map((term) => maxPrincipalOf(mostAt(whole, term.initialLtv), term));
  const ltv = worth === undefined || toText(outstanding) === '0' ? undefined : ltvOf(outstanding, worth);
  return {
    asset: fundingAsset,
    limit: more === undefined ? null : toText(maxDebtAgainst(more).reduce((most, one) => max(most, one), zero)),
    outstanding: toText(outstanding),
    interestOwed: toText(debts.reduce((sum, { interestOwed }) => add(sum, interestOwed), zero)),
    collateralWorth: worth === undefined ? null : toText(divide(worth, amount('1'), loanScale, 'down')),
    loanToValue: ltv === undefined ? null : toText(ltv),
    openLoans: loans.length,
  };
}

/** The Interest Treasure orders that can be collateral. */
export async function listDeposits(
  { db }: Deps,
  owner: Owner,
  request: EndpointRequest<'whDeposits'>,
): Promise<EndpointResponse<'whDeposits'>> {
  const { page, pageSize, offset } = offsetOf(request);
  const { items, total } = await listTreasure(db, owner, { limit: pageSize, offset });
  return {
    items: items.map(({ locked, principal, ...one }) => ({
      ...one,
      principal: toText(principal),
      locked: toText(locked),
      free: toText(subtract(principal, locked)),
    })),
    page,
    pageSize,
    total,
  };
}
