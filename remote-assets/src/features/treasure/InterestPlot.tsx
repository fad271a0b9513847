import { lazy, Suspense, useMemo, type FC } from 'react';
import type { ValueChartProps } from '@tessera/shared/charts';
import { ErrorBoundary } from '@tessera/shared/kernel';
import { toText } from '@tessera/shared/money';
import { Skeleton } from '@tessera/shared/ui';
import type { Schedule } from './purchase';
import styles from './Treasure.module.css';

/** An older host does not have this chart; the figures beside it say the same. */
const NoChart: FC<ValueChartProps> = () => null;
const ValueChart = lazy(async () => {
  const charts: { readonly ValueChart?: FC<ValueChartProps> } = await import('@tessera/shared/charts');
  return { default: charts.ValueChart ?? NoChart };
});

/** A plot of the interest over the term, in its own chunk. The figures are shown beside it. */
export function InterestPlot({ schedule, name }: { readonly schedule: Schedule; readonly name: string }) {
  const points = useMemo(
    () => [
      { atMs: schedule.startsAtMs, value: '0' },
      ...schedule.days.map(({ atMs, total }) => ({ atMs, value: toText(total) })),
    ],
    [schedule],
  );
  return (
    <div className={styles.plot}>
      <ErrorBoundary fallback={null}>
        <Suspense fallback={<Skeleton shape="block" height={150} />}>
          <ValueChart name={name} points={points} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
