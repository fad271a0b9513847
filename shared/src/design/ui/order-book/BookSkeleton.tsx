import { Skeleton } from '../state/Skeleton';
import styles from './OrderBook.module.css';

/** As many grey lines as there will be rows, in the same places. */
export function BookSkeleton({ variant, levels }: { readonly variant: 'compact' | 'full'; readonly levels: number }) {
  const side = (
    <div className={styles.levels}>
      {Array.from({ length: levels }, (_, index) => (
        <div key={index} className={styles.level}>
          <Skeleton width={56} />
          <Skeleton width={40} />
        </div>
      ))}
    </div>
  );
  const bar = <div className={styles.bar} />;
  return (
    <div aria-hidden>
      {variant === 'compact' ? (
        <>
          <div className={styles.heads} />
          {side}
          {bar}
          {side}
        </>
      ) : (
        <>
          {bar}
          <div className={styles.pairHeads} />
          {side}
        </>
      )}
    </div>
  );
}
