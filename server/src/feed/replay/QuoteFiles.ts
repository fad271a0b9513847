/** The recorded files of a folder, each read once, and what is published of them with a day's commitment. */
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { movesInBar } from '@tessera/shared/fairness';
import { toText, type Price } from '@tessera/shared/money';
import type { SymbolTerms } from '../../catalog/Catalog';
import type { Log } from '../../platform/log';
import type { BarParameters } from '../days/DayPart';
import { parseQuoteFile, type QuoteFile } from './quoteFile';
import { quoteFileNames } from './quoteFileNames';

export interface QuoteFiles {
  readonly folder: string;
  /** undefined: the folder has none that can be read. */
  of(symbol: SymbolTerms): Promise<QuoteFile | undefined>;
  /** How often each market that has bars moves in one. */
  parameters(symbols: readonly SymbolTerms[]): Promise<Record<string, BarParameters>>;
}

export function createQuoteFiles(folder: string, log: Log): QuoteFiles {
  const files = new Map<string, Promise<QuoteFile | undefined>>();
  const of = (symbol: SymbolTerms): Promise<QuoteFile | undefined> => {
    let file = files.get(symbol.id);
    if (file === undefined) files.set(symbol.id, (file = readFirst(folder, symbol, log)));
    return file;
  };
  return {
    folder,
    of,
    async parameters(symbols) {
      const own = await Promise.all(
        symbols.map(async (symbol): Promise<[string, BarParameters][]> => {
          const file = await of(symbol);
          return file === undefined || file.kind !== 'bars' ? [] : [[symbol.id, { barMoves: movesInBar(barsOf(file)) }]];
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

/** Only to count how often a market moves: how large a step is does not matter to a ratio. */
const roughly = (value: Price): number => Number(toText(value));

function* barsOf(file: QuoteFile): Generator<Readonly<Record<'open' | 'high' | 'low' | 'close', number>>> {
  for (let row = 0; row < file.rows; row++) {
    const bar = file.bar(row);
    if (bar === undefined) continue;
    yield { open: roughly(bar.open), high: roughly(bar.high), low: roughly(bar.low), close: roughly(bar.close) };
  }
}
