/** Where a tick chart goes: its code is a chunk of its own, and when that cannot be had, only this place says so. */
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from '@tessera/shared/kernel';
import { ErrorState, Skeleton } from '@tessera/shared/ui';
import type { TickChartProps } from '@tessera/shared/charts';
import styles from './TickChartPlace.module.css';

/** As in the style sheet: the place does not jump when the chart comes. */
const height = 240;

const loadChart = async () => ({ default: (await import('@tessera/shared/charts')).TickChart });

export function TickChartPlace(props: TickChartProps) {
  const [TickChart, setTickChart] = useState(() => lazy(loadChart));
  return (
    <div className={styles.place}>
      <ErrorBoundary FallbackComponent={NoChart} onReset={() => setTickChart(() => lazy(loadChart))}>
        <Suspense fallback={<Skeleton shape="block" height={height} />}>
          <TickChart {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function NoChart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState onRetry={() => resetErrorBoundary()} />;
}
