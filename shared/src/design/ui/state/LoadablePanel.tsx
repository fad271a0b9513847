import type { ReactNode } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { SkeletonRows } from './Skeleton';
import { ErrorState } from './ErrorState';
import { StaleMark } from './StaleMark';
import type { Loadable } from './Loadable';
import styles from './State.module.css';

export interface LoadablePanelProps<Data> {
  readonly loadable: Loadable<Data>;
  readonly children: (data: Data) => ReactNode;
  readonly onRetry?: (() => void) | undefined;
  /** What stands in for the data; appears only after 300 ms, so that a quick answer does not flicker. */
  readonly skeleton?: ReactNode;
  /** Says that there is nothing, and what to do about it. */
  readonly empty?: ReactNode;
  readonly isEmpty?: ((data: Data) => boolean) | undefined;
  /** Before anyone asked, for instance for a visitor. */
  readonly idle?: ReactNode;
}

/** Renders all five states of its data, so that no panel forgets one. */
export function LoadablePanel<Data>({
  loadable,
  children,
  onRetry,
  skeleton = <SkeletonRows count={4} />,
  empty,
  isEmpty = isEmptyList,
  idle = null,
}: LoadablePanelProps<Data>) {
  const { t } = useTranslation('common');
  const show = (data: Data): ReactNode => (empty !== undefined && isEmpty(data) ? empty : children(data));
  switch (loadable.state) {
    case 'idle':
      return idle;
    case 'loading':
      return (
        <div role="status" aria-busy aria-label={t('state.loading')} className={styles.late}>
          {skeleton}
        </div>
      );
    case 'ready':
      return show(loadable.data);
    case 'stale':
      return (
        <>
          <StaleMark sinceMs={loadable.sinceMs} onRetry={onRetry} />
          {show(loadable.data)}
        </>
      );
    case 'failed':
      if (loadable.data === undefined) return <ErrorState error={loadable.error} onRetry={onRetry} />;
      return (
        <>
          <StaleMark sinceMs={loadable.sinceMs} error={loadable.error} onRetry={onRetry} />
          {show(loadable.data)}
        </>
      );
  }
}

const isEmptyList = (data: unknown): boolean => Array.isArray(data) && data.length === 0;
