/** The recorded files of a folder, each read once, and what is published of them with a day's commitment. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countMoves, type CountedMoves } from '@tessera/shared/fairness';
import { toText, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Log } from '../../platform/log';
import type { ReplayParameters } from '../days/DayPart';
import { parseQuoteFile, type QuoteFile } from './quoteFile';
import { quoteFileNames } from './quoteFileNames';

export interface QuoteFiles {
  readonly folder: string;
  /** undefined: the folder has none that can be read. */
  of(symbol: SymbolTerms): Promise<QuoteFile | undefined>;
  /** Of a file that has bars: how often its market moves in one. Counted at the first question. */
  movesIn(file: QuoteFile): CountedMoves;
  /** Of each market that has a file: that its directions are drawn, and how often it moves in a bar if it has bars. */
  parameters(symbols: readonly SymbolTerms[]): Promise<Record<string, ReplayParameters>>;
}

/** Eight hours of minutes: long enough to count, short enough to tell a quiet night from a busy morning. */
const countedBars = 480;

export function createQuoteFiles(folder: string, log: Log): QuoteFiles {
  const files = new Map<string, Promise<QuoteFile | undefined>>();
  const of = (symbol: SymbolTerms): Promise<QuoteFile | undefined> => {
    let file = files.get(symbol.id);
    if (file === undefined) files.set(symbol.id, (file = readFirst(folder, symbol, log)));
    return file;
  };
  const counted = new WeakMap<QuoteFile, CountedMoves>();
  const movesIn = (file: QuoteFile): CountedMoves => {
    let moves = counted.get(file);
    if (moves === undefined) counted.set(file, (moves = countMoves(barsOf(file))));
    return moves;
  };
  return {
    folder,
    of,
    movesIn,
    async parameters(symbols) {
      const own = await Promise.all(
        symbols.map(async (symbol): Promise<[string, ReplayParameters][]> => {
          const file = await of(symbol);
          if (file === undefined) return [];
          const motion = file.kind === 'bars' ? { barMoves: movesIn(file).all, countedBars } : {};
          return [[symbol.id, { ...motion, drawsDirection: true }]];
        }),
      );
      return Object.fromEntries(own.flat());
    },
  };
}

async function readFirst(folder: string, symbol: SymbolTerms, log: Log): Promise<QuoteFile | undefined> {
  for (const name of quoteFileNames(symbol)) {
    const path = join(folder, name);
    try {
      await access(path);
    } catch {
      continue;
    }
    try {
      const file = parseQuoteFile(await readFile(path, 'utf8'));
      log.info({ symbol: symbol.id, file: name, kind: file.kind, rows: file.rows }, 'replaying recorded quotes');
      return file;
    } catch (error) {
      log.error({ err: error, symbol: symbol.id, file: name }, 'recorded quotes cannot be read');
    }
  }
  return undefined;
}

/** Only to count how often a market moves: a price of more than eight digits is counted by its nearest one of eight. */
const steps = (value: Price): number => Math.round(Number(toText(value)) * 1e8);

function* barsOf(file: QuoteFile): Generator<Readonly<Record<'open' | 'high' | 'low' | 'close', number>>> {
  for (let row = 0; row < file.rows; row++) {
    const bar = file.bar(row);
    if (bar === undefined) continue;
    yield { open: steps(bar.open), high: steps(bar.high), low: steps(bar.low), close: steps(bar.close) };
  }
}
