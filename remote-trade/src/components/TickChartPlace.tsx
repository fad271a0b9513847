/** Where a tick chart goes: its code is a chunk of its own, and when that cannot be had, only this place says so. */
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from '@tessera/shared/kernel';
import { ChartSkeleton, ErrorState } from '@tessera/shared/ui';
import type { TickChartProps } from '@tessera/shared/charts';
import styles from './TickChartPlace.module.css';

const loadChart = async () => ({ default: (await import('@tessera/shared/charts')).TickChart });

export function TickChartPlace(props: TickChartProps) {
  const [TickChart, setTickChart] = useState(() => lazy(loadChart));
  return (
    <div className={styles.place}>
      <ErrorBoundary FallbackComponent={NoChart} onReset={() => setTickChart(() => lazy(loadChart))}>
        <Suspense fallback={<ChartSkeleton />}>
          <TickChart {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

function NoChart({ resetErrorBoundary }: FallbackProps) {
  return <ErrorState onRetry={() => resetErrorBoundary()} />;
}
