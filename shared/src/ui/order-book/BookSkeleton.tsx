import { Skeleton } from '../state/Skeleton';
import styles from './OrderBook.module.css';

/** As many grey lines as there will be rows, in the same places. */
export function BookSkeleton({ variant, levels }: { readonly variant: 'compact' | 'full'; readonly levels: number }) {
  const side = (
    <div className={styles.levels}>
      {Array.from({ length: levels }, (_, index) => <div key={index} className={styles.level}><Skeleton width={56} /><Skeleton width={40} /></div>)}
    </div>
  );
  return <div aria-hidden>{variant === 'compact' && <div className={styles.heads} />}{side}<div className={styles.bar} />{variant === 'full' ? <div className={styles.heads} /> : side}</div>;
}
