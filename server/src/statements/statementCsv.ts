/**
 * A statement as text, a part at a time: a header in the words of the wire, the same for every reader; a line with what was held
 * before; each entry; a line with what was held after. A file without its last line is cut off. Nothing is kept open between two
 * parts: entries never change, so each part is a question of its own, and who reads slowly holds nothing of the database.
 */
import type { StatementEntry } from '@tessera/shared/contract';
import { csvLine } from '@tessera/shared/csv';
import type { AskedStatement, Run } from './readStatement';

const header = ['mode', 'account', 'asset', 'version', 'time_utc', 'kind', 'amount', 'fee', 'balance', 'cause'];
const entriesAtOnce = 1000;

export interface CsvNeeds {
  readonly asked: AskedStatement;
  readonly run: Run;
  /** At most `most` entries above a version. */
  readonly read: (after: number, most: number) => Promise<readonly StatementEntry[]>;
}

export async function* statementCsv({ asked, run, read }: CsvNeeds): AsyncGenerator<string> {
  const lineOf = (...fields: readonly string[]) => csvLine([asked.mode, asked.account, asked.asset, ...fields]);
  const standing = (kind: string, { version, balance }: Run['opening'], atMs: number) =>
    lineOf(String(version), timeOf(atMs), kind, '', '', balance, '');
  yield csvLine(header) + standing('opening', run.opening, asked.fromMs);
  for (let after = run.opening.version; after < run.closing.version;) {
    const entries = await read(after, entriesAtOnce);
    yield entries
      .map(({ version, atMs, kind, amount, fee, balanceAfter, ref }) =>
        lineOf(String(version), timeOf(atMs), kind, amount, fee ?? '', balanceAfter, ref),
      )
      .join('');
    after = entries.at(-1)?.version ?? run.closing.version;
  }
  yield standing('closing', run.closing, asked.untilMs);
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString();
