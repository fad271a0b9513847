/**
 * Order and choice of markets: pure, exact, and the same on the home page, in the list and in the search. A market whose
 * figure is not known stands at the end whatever the order, because no figure is not a small one.
 */
import type { Quote, SymbolInfo } from '@tessera/shared/contract';
import { absolute, compare, parseAmount, type Amount } from '@tessera/shared/money';
import { turnoverOf } from './turnover';

export type SortField = 'name' | 'price' | 'change' | 'turnover';
export interface Sort {
  /** move: by how much, up or down alike. */
  readonly field: SortField | 'move';
  readonly order: 'up' | 'down';
}
export type Quotes = ReadonlyMap<string, Quote>;

export const byGain: Sort = { field: 'change', order: 'down' };
export const byMove: Sort = { field: 'move', order: 'down' };
export const byTurnover: Sort = { field: 'turnover', order: 'down' };

function figureOf(info: SymbolInfo, quotes: Quotes, field: Exclude<Sort['field'], 'name'>): Amount | undefined {
  if (field === 'turnover') return turnoverOf(info, quotes);
  const quote = quotes.get(info.symbol);
  const text = field === 'price' ? quote?.price : quote?.changeRate;
  const figure = text == null ? undefined : parseAmount(text);
  return figure === undefined || field !== 'move' ? figure : absolute(figure);
}

/** A new list. Equal figures keep the catalogue's order. */
export function ranked(symbols: readonly SymbolInfo[], quotes: Quotes, { field, order }: Sort): SymbolInfo[] {
  const turn = order === 'up' ? 1 : -1;
  if (field === 'name') return [...symbols].sort((a, b) => turn * (a.symbol < b.symbol ? -1 : a.symbol > b.symbol ? 1 : 0));
  const withFigure = symbols.map((info) => ({ info, figure: figureOf(info, quotes, field) }));
  return withFigure
    .sort((a, b) => {
      if (a.figure === undefined || b.figure === undefined)
        return Number(a.figure === undefined) - Number(b.figure === undefined);
      return turn * compare(a.figure, b.figure);
    })
    .map(({ info }) => info);
}

/** Of two answers about a symbol the later tick. */
export function newest(a: Quote | undefined, b: Quote | undefined): Quote | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return b.seq >= a.seq ? b : a;
}

/** Markets whose symbol or currencies begin with, or contain, what was typed. Separators do not matter: "btcusdt", "eur/usd". */
export function matching(symbols: readonly SymbolInfo[], typed: string): SymbolInfo[] {
  const wanted = bare(typed);
  if (wanted === '') return [];
  const hits = symbols.filter(({ symbol }) => bare(symbol).includes(wanted));
  return hits.sort((a, b) => Number(bare(b.symbol).startsWith(wanted)) - Number(bare(a.symbol).startsWith(wanted)));
}

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
