import styles from './Article.module.css';

/** Plain text whose empty lines part paragraphs. */
export function ArticleBody({ text }: { readonly text: string }) {
  return (
    <div className={styles.body}>
      {text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index}>{paragraph.trim()}</p>
      ))}
    </div>
  );
}
