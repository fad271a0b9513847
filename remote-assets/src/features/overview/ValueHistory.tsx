import { lazy, Suspense, useMemo, type FC } from 'react';
import type { ValueChartProps } from '@tessera/shared/charts';
import { shownAsset } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { ErrorBoundary, useTranslation } from '@tessera/shared/kernel';
import { AmountText, Card, EmptyState, LoadablePanel, SectionHeading, Skeleton } from '@tessera/shared/ui';
import { useShownScale, type Wallet } from '@tessera/shared/wallet';
import { dayValues } from './dayValues';
import { useValueHistory } from './useValueHistory';
import styles from './ValueHistory.module.css';

/** A host of before has no such chart: the table says the same. */
const NoChart: FC<ValueChartProps> = () => null;
const ValueChart = lazy(async () => {
  const charts: { readonly ValueChart?: FC<ValueChartProps> } = await import('@tessera/shared/charts');
  return { default: charts.ValueChart ?? NoChart };
});

interface ValueHistoryProps {
  readonly wallet: Wallet;
  readonly isHidden: boolean;
}

/** What was owned at the end of each of the last days, as a line and as a table. A day that is not known is a gap in both. */
export function ValueHistory({ wallet, isHidden }: ValueHistoryProps) {
  const { t } = useTranslation('assets');
  const { loadable, refetch } = useValueHistory();
  return (
    <section>
      <SectionHeading>{t('history.title')}</SectionHeading>
      <Card>
        {isHidden ? (
          <p className={styles.hidden}>{t('history.hidden')}</p>
        ) : (
          <LoadablePanel
            loadable={loadable}
            onRetry={refetch}
            skeleton={<Skeleton shape="block" height={150} />}
            isEmpty={({ days }) => days.length === 0}
            empty={<EmptyState title={t('history.empty')} />}
          >
            {(history) => <Days history={history} asset={wallet.contract.asset} mode={wallet.mode} />}
          </LoadablePanel>
        )}
      </Card>
    </section>
  );
}

interface DaysProps {
  readonly history: Parameters<typeof dayValues>[0];
  readonly asset: string;
  readonly mode: Wallet['mode'];
}

function Days({ history, asset, mode }: DaysProps) {
  const { t } = useTranslation('assets');
  const format = useFormat();
  const scale = useShownScale()(asset);
  const days = useMemo(() => dayValues(history), [history]);
  const points = useMemo(() => days.map(({ startMs, value }) => ({ atMs: startMs, value })), [days]);
  const name = t('history.name', { asset: shownAsset(asset, mode) });
  return (
    <>
      <div className={styles.plot}>
        <ErrorBoundary fallback={null}>
          <Suspense fallback={<Skeleton shape="block" height={150} />}>
            <ValueChart name={name} points={points} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <details className={styles.details}>
        <summary className={styles.summary}>{t('history.table')}</summary>
        <table className={styles.table}>
          <caption className={styles.caption}>{name}</caption>
          <thead>
            <tr>
              <th scope="col">{t('history.day')}</th>
              <th scope="col">{t('history.value')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ startMs, value }) => (
              <tr key={startMs}>
                <th scope="row">{format.utcDay(startMs)}</th>
                <td>{value === null ? t('history.gap') : <AmountText amount={value} scale={scale} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
