import styles from './Article.module.css';

/** Text as it was typed; an empty line parts paragraphs. */
export function PlainText({ text }: { readonly text: string }) {
  return (
    <div className={styles.body}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} dir="auto">
          {paragraph.trim()}
        </p>
      ))}
    </div>
  );
}
