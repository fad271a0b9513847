import { Button } from '../parts/Button';
import { liveTexts as texts } from '../texts/live';
import styles from './Pager.module.css';
import type { Paging } from './usePaging';

/** `next`: as the list answered. Nothing is shown where all is on one page. */
export function Pager({
  paging: { cursor, toFirst, toNext },
  next,
  words = texts,
}: {
  readonly paging: Paging;
  readonly next: string | null;
  readonly words?: { readonly newest: string; readonly older: string };
}) {
  if (cursor === undefined && next === null) return null;
  return (
    <div className={styles['pager']} role="group" aria-label={texts.pages}>
      {cursor === undefined ? null : <Button onClick={toFirst}>{words.newest}</Button>}
      {next === null ? null : <Button onClick={() => toNext(next)}>{words.older}</Button>}
    </div>
  );
}
