/** The parts: a column beside the page, or on a phone a list that opens under the name of where one is. */
import { useState } from 'react';
import type { Part } from '../parts';
import { shellTexts as texts } from '../texts/shell';
import { hrefOf } from './address';
import styles from './Nav.module.css';
import { tell } from './notice';

export function Nav({ parts, path }: { readonly parts: readonly Part[]; readonly path: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className={styles['nav']} aria-label={texts.parts}>
      <button
        type="button"
        className={styles['toggle']}
        aria-expanded={isOpen}
        aria-controls="parts"
        onClick={() => setIsOpen(!isOpen)}
      >
        {parts.find((part) => part.path === path)?.title ?? texts.parts} <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
      </button>
      <ul id="parts" className={isOpen ? styles['open'] : styles['list']}>
        {parts.map((part) => (
          <li key={part.path}>
            <a
              href={hrefOf([part.path])}
              aria-current={part.path === path ? 'page' : undefined}
              onClick={() => {
                setIsOpen(false);
                // What came of an act there says nothing here.
                tell('');
              }}
            >
              {part.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
