/**
 * The body of an article: Markdown as elements of our own, never HTML. The reader of Markdown is a chunk of its own, which only a page with an
 * article loads; where it cannot be loaded the text stands as it was typed.
 */
import { lazy, Suspense } from 'react';
import styles from './Article.module.css';
import { isOrdinary } from './isOrdinary';
import { PlainText } from './PlainText';

export interface ArticleBodyProps {
  readonly text: string;
  /** A link to a page of this app ("/pages/help/detail?id=about") was followed. */
  readonly onOpen: (path: string) => void;
}

const Markdown = lazy(() =>
  import(/* webpackChunkName: "article.markdown" */ './Markdown').then(
    (loaded) => ({ default: loaded.Markdown }),
    () => ({ default: PlainText }),
  ),
);

export function ArticleBody({ text, onOpen }: ArticleBodyProps) {
  if (!isOrdinary(text)) return <PlainText text={text} />;
  const standIn = (
    <div className={styles.hidden} aria-busy="true">
      <PlainText text={text} />
    </div>
  );
  return (
    <Suspense fallback={standIn}>
      <Markdown text={text} onOpen={onOpen} />
    </Suspense>
  );
}
