import { actTexts as texts } from '../texts/acts';
import styles from './Changes.module.css';

export interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** What is, and what would be, one below the other: texts are long and a phone is narrow. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="note">{texts.nothingChanges}</p>;
  return (
    <dl className={styles['changes']}>
      {changes.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={styles['before']}>
            <span className="hidden">{texts.before} </span>
            <del>{before}</del>
          </dd>
          <dd>
            <span className="hidden">{texts.after} </span>
            <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
