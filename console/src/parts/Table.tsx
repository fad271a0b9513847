import type { ReactNode } from 'react';
import styles from './Table.module.css';

export interface TableRow {
  readonly key: string;
  readonly title: string;
  readonly cells: readonly ReactNode[];
}

/** Figures under their names; wider than the page, it scrolls within itself. */
export function Table({
  label,
  columns,
  rows,
}: {
  readonly label: string;
  /** The first is that of the titles. */
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}) {
  const [first, ...others] = columns;
  return (
    <div className={styles['scroll']} role="region" aria-label={label} tabIndex={0}>
      <table>
        <caption className="hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((column) => (
              <th key={column} scope="col" className="number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, title, cells }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              {cells.map((cell, at) => (
                <td key={others[at]} className="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
