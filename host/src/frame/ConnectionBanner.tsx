import { useEffect, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { useTranslation } from '@tessera/shared/kernel';
import type { QuoteStream } from '@tessera/shared/federation';
import { bannerState, type BannerState } from './bannerState';
import styles from './ConnectionBanner.module.css';

const texts = { reconnecting: 'connection.reconnecting', offline: 'connection.offline', back: 'connection.back' } as const;

/** The live region is always there, so that its text is announced when it comes. */
export function ConnectionBanner({ connection }: { readonly connection: QuoteStream['connection'] }): ReactNode {
  const { t } = useTranslation('host');
  const [state, setState] = useState<BannerState>('none');
  useEffect(() => {
    const subscription = bannerState(connection).subscribe(setState);
    return () => subscription.unsubscribe();
  }, [connection]);
  return (
    <div role="status" className={clsx(styles.banner, styles[state])}>
      {state !== 'none' && (
        <span className={styles.text}>
          <span aria-hidden className={styles.dot} />
          {t(texts[state])}
        </span>
      )}
    </div>
  );
}
