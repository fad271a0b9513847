/** What the house stands for: read from the orders that are open and from the book, for whoever looks after the books. */
import type { AccountMode, Direction } from '@tessera/shared/contract';
import { absolute, add, amount, divide, subtract, toText, zero } from '@tessera/shared/money';
import type { OperationResponse } from '@tessera/shared/operations';
import { readTerms, termsOf } from '../catalog/changeableTerms';
import { readHoldings, type Holding } from '../ledger/holdings';
import { readOpenPositions } from '../products/leverage/openPositions';
import { readOpenStakes } from '../products/seconds/openStakes';
import type { Db } from '../store/database';
import type { OperationCall, OperationHandlers } from './OperationHandler';

type Exposure = OperationResponse<'booksExposure'>;

/** Every account of the mode is read for it. */
const keptMs = 10_000;
const usedScale = 4;
const noStakes = { orders: 0, stake: '0', wins: '0' };
const noPositions = { orders: 0, lots: '0', margin: '0', notional: '0' };

export function exposureCalls({ db }: { readonly db: Db }) {
  const kept = new Map<AccountMode, { readonly untilMs: number; readonly read: Promise<Exposure> }>();
  return {
    async booksExposure({ request: { mode }, nowMs }: Pick<OperationCall<'booksExposure'>, 'request' | 'nowMs'>) {
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
    seconds: bySymbol(stakes).map((of) => {
      const [long, short] = [sideOf(of, 'long') ?? noStakes, sideOf(of, 'short') ?? noStakes];
      return {
        symbol: of.symbol,
        asset: of.asset,
        long,
        short,
        ifRises: lessText(short.stake, long.wins),
        ifFalls: lessText(long.stake, short.wins),
      };
    }),
    leverage: bySymbol(positions.filter((row) => row.mode === mode)).map((of) => {
      const [long, short] = [sideOf(of, 'long') ?? noPositions, sideOf(of, 'short') ?? noPositions];
      const netNotional = lessText(long.notional, short.notional);
      const limit = limits.get(of.symbol) ?? null;
      return {
        symbol: of.symbol,
        asset: of.asset,
        long,
        short,
        netLots: lessText(long.lots, short.lots),
        netNotional,
        limit,
        used: limit === null ? null : toText(divide(absolute(amount(netNotional)), amount(limit), usedScale, 'up')),
      };
    }),
    spot: spotOf(balances),
    balances: [...balances],
  };
}

const lessText = (of: string, less: string): string => toText(subtract(amount(of), amount(less)));

/** By asset: what stands on people's spot accounts, and what the house has from trading with them. */
function spotOf(balances: readonly Holding[]): Exposure['spot'] {
  const sum = (asset: string, of: Holding['holder'], kinds: readonly string[]) =>
    toText(
      balances
        .filter((row) => row.asset === asset && row.holder === of && kinds.includes(row.kind))
        .reduce((total, { balance }) => add(total, amount(balance)), zero),
    );
  return [...new Set(balances.map(({ asset }) => asset))]
    .map((asset) => ({ asset, people: sum(asset, 'people', ['coin', 'coin_hold']), house: sum(asset, 'house', ['trade']) }))
    .filter(({ people, house }) => people !== '0' || house !== '0');
}

interface SideRow {
  readonly symbolId: string;
  readonly asset: string;
  readonly direction: Direction;
}

const sideOf = <Row extends SideRow>({ rows }: { readonly rows: readonly Row[] }, direction: Direction): Row | undefined =>
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
