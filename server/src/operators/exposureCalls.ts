/** What the house stands for: read from the orders that are open and from the book, for whoever looks after the books. */
import type { AccountMode, Direction } from '@tessera/shared/contract';
import { amount, subtract, toText } from '@tessera/shared/money';
import type { OperationResponse } from '@tessera/shared/operations';
import { readTerms, termsOf } from '../catalog/changeableTerms';
import { readHoldings } from '../ledger/holdings';
import { readOpenPositions } from '../products/leverage/openPositions';
import { readOpenStakes } from '../products/seconds/openStakes';
import type { Db } from '../store/database';
import type { OperationHandlers } from './OperationHandler';

type Exposure = OperationResponse<'booksExposure'>;

/** Every account of the mode is read for it. */
const keptMs = 10_000;
const noStakes = { orders: 0, stake: '0', wins: '0' };
const noPositions = { orders: 0, lots: '0', margin: '0', notional: '0' };

export function exposureCalls({ db }: { readonly db: Db }) {
  const kept = new Map<AccountMode, { readonly untilMs: number; readonly read: Promise<Exposure> }>();
  return {
    async booksExposure({ request: { mode }, nowMs }) {
      const known = kept.get(mode);
      if (known !== undefined && nowMs < known.untilMs) return known.read;
      const read = readExposure(db, mode, nowMs);
      kept.set(mode, { untilMs: nowMs + keptMs, read });
      read.catch(() => kept.delete(mode));
      return read;
    },
  } satisfies Partial<OperationHandlers>;
}

async function readExposure(db: Db, mode: AccountMode, atMs: number): Promise<Exposure> {
  const [stakes, positions, limits, balances] = await Promise.all([
    readOpenStakes(db, mode),
    readOpenPositions(db),
    limitsAt(db, atMs),
    readHoldings(db, mode),
  ]);
  return {
    atMs,
    seconds: bySymbol(stakes).map(({ symbol, asset, rows }) => ({
      symbol,
      asset,
      long: sideOf(rows, 'long') ?? noStakes,
      short: sideOf(rows, 'short') ?? noStakes,
    })),
    leverage: bySymbol(positions.filter((row) => row.mode === mode)).map(({ symbol, asset, rows }) => {
      const [long, short] = [sideOf(rows, 'long') ?? noPositions, sideOf(rows, 'short') ?? noPositions];
      return {
        symbol,
        asset,
        long,
        short,
        netLots: toText(subtract(amount(long.lots), amount(short.lots))),
        netNotional: toText(subtract(amount(long.notional), amount(short.notional))),
        limit: limits.get(symbol) ?? null,
      };
    }),
    balances: [...balances],
  };
}

interface SideRow {
  readonly symbolId: string;
  readonly asset: string;
  readonly direction: Direction;
}

const sideOf = <Row extends SideRow>(rows: readonly Row[], direction: Direction): Row | undefined =>
  rows.find((row) => row.direction === direction);

function bySymbol<Row extends SideRow>(rows: readonly Row[]) {
  const groups = new Map<string, { symbol: string; asset: string; rows: Row[] }>();
  for (const row of rows) {
    const key = `${row.symbolId} ${row.asset}`;
    const group = groups.get(key) ?? { symbol: row.symbolId, asset: row.asset, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** What all positions of a symbol may be worth on one side, as published. */
async function limitsAt(db: Db, nowMs: number): Promise<ReadonlyMap<string, string>> {
  const rows = await readTerms(db, await termsOf(db, 'house'), { atMs: nowMs });
  return new Map(
    rows.flatMap(({ validFromMs, terms: { symbol_id: symbol, net_notional: most } }) =>
      validFromMs <= nowMs && typeof symbol === 'string' && typeof most === 'string' ? [[symbol, most]] : [],
    ),
  );
}
