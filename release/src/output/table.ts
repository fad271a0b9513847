/** Aligned columns: each as wide as its widest cell, numbers to the right. Colours take no width. */
import { stripVTControlCharacters } from 'node:util';

export interface Column {
  readonly title: string;
  readonly isNumber?: boolean;
}

const widthOf = (cell: string): number => stripVTControlCharacters(cell).length;

export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => widthOf(line[index] ?? ''))));
  const padded = (cell: string, index: number): string => {
    const space = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
    return columns[index]?.isNumber === true ? space + cell : cell + space;
  };
  return lines
    .map((line) =>
      columns
        .map((_, index) => padded(line[index] ?? '', index))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
