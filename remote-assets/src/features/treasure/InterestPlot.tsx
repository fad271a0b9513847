import { lazy, Suspense, useMemo, type FC } from 'react';
import type { ValueChartProps } from '@tessera/shared/charts';
import { ErrorBoundary } from '@tessera/shared/kernel';
import { toText } from '@tessera/shared/money';
import { Skeleton } from '@tessera/shared/ui';
import type { Schedule } from './purchase';
import styles from './Treasure.module.css';

/** A host of before has no such chart: the figures beside it say the same. */
const NoChart: FC<ValueChartProps> = () => null;
const ValueChart = lazy(async () => {
  const charts: { readonly ValueChart?: FC<ValueChartProps> } = await import('@tessera/shared/charts');
  return { default: charts.ValueChart ?? NoChart };
});

/** How the interest adds up over the term: a picture, in a chunk of its own. Its figures stand beside it. */
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
