import { VisuallyHidden } from '@tessera/shared/ui';
import styles from './GroupedText.module.css';

/** A long number or address in groups of four, so that it can be compared. Copied, and read aloud, it is one word. */
export function GroupedText({ text }: { readonly text: string }) {
  return (
    <>
      <span aria-hidden className={styles.groups}>
        {(text.match(/.{1,4}/gsu) ?? []).map((group, at) => (
          <span key={at} className={styles.group}>
            {group}
          </span>
        ))}
      </span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  );
}
