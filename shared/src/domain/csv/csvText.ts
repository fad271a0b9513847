/**
 * A table as CSV (RFC 4180): CRLF lines, fields quoted where they must be, inner quotes doubled. A text that a spreadsheet
 * would run as a formula is made a text; plain decimals stay figures. Instants are the server's, in UTC.
 */
import { decimalPattern } from '../money';

export interface CsvColumn<Item> {
  readonly head: string;
  /** Wire text. Absent is an empty field, never a zero. */
  readonly value: (item: Item) => string | null | undefined;
}

export function csvText<Item>(columns: readonly CsvColumn<Item>[], items: readonly Item[]): string {
  const lines = [columns.map(({ head }) => head), ...items.map((item) => columns.map(({ value }) => value(item) ?? ''))];
  return lines.map(csvLine).join('');
}

export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;

/** What spreadsheets take as the beginning of a formula, or cut off until such a beginning stands there. */
const formulaStart = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const mustBeQuoted = /[",\r\n]|^\s|\s$/;

export function csvField(text: string): string {
  const safe = formulaStart.test(text) && !decimalPattern.test(text) ? `'${text}` : text;
  return mustBeQuoted.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** "2025-06-02 12:00:00.250": the column's heading says that it is UTC. */
export const csvInstant = (atMs: number): string => new Date(atMs).toISOString().replace('T', ' ').replace('Z', '');
