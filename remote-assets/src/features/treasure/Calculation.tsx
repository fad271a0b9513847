import { useMemo } from 'react';
import { shownAsset, treasureReviewDays, type AccountMode, type TreasureProduct } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { Amount } from '@tessera/shared/money';
import { useClock, useEndpoint } from '@tessera/shared/react';
import { Card, KeyValueList, LiveRegion, SectionHeading, Stack, type KeyValue } from '@tessera/shared/ui';
import { SoftText } from '../../components/SoftText';
import { InterestPlot } from './InterestPlot';
import { nextDayMs, scheduleOf, type Schedule } from './purchase';
import styles from './Treasure.module.css';

/** The schedule for the typed amount; undefined while the amount is not valid. It changes with the day. */
export function useSchedule(principal: Amount | undefined, product: TreasureProduct): Schedule | undefined {
  const today = nextDayMs(useClock().now());
  const { data } = useEndpoint('coinList', {}, { freshMs: 600_000 });
  const assetScale = data?.assets.find(({ asset }) => asset === product.asset)?.scale;
  return useMemo(
    () =>
      principal === undefined || assetScale === undefined
        ? undefined
        : scheduleOf(principal, product, { assetScale, nowMs: today - 1 }),
    [principal, product, assetScale, today],
  );
}

/** The interest of an amount: per day, in total, and the end. */
export function useCalculated(
  product: TreasureProduct,
  mode: AccountMode,
): (schedule: Schedule | undefined) => readonly KeyValue[] {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const asset = shownAsset(product.asset, mode);
  const figure = (sum: Amount | undefined) => (sum === undefined ? '–' : `${format.figure(sum)} ${asset}`);
  return (schedule) => [
    { key: 'perDay', label: t('calc.perDay'), value: figure(schedule?.days[0]?.interest) },
    { key: 'total', label: t('calc.total'), value: figure(schedule?.days.at(-1)?.total), isStrong: true },
    { key: 'ends', label: t('calc.ends'), value: schedule === undefined ? '–' : format.dateTime(schedule.endsAtMs) },
  ];
}

interface CalculationProps {
  readonly product: TreasureProduct;
  readonly mode: AccountMode;
  readonly schedule: Schedule | undefined;
}

export function Calculation({ product, mode, schedule }: CalculationProps) {
  const calculated = useCalculated(product, mode);
  return (
    <Card tone="sunken">
      <LiveRegion>
        <KeyValueList items={calculated(schedule)} />
      </LiveRegion>
    </Card>
  );
}

/** The schedule in the person's own time, and the plot of the interest. */
export function ScheduleSteps({ product, mode, schedule }: CalculationProps) {
  const { t } = useTranslation('treasure');
  const format = useFormat();
  const startsAtMs = nextDayMs(useClock().now());
  const dayMs = nextDayMs(0);
  const steps = [
    { key: 'starts', atMs: startsAtMs, text: t('schedule.starts') },
    { key: 'paid', atMs: startsAtMs + dayMs, text: t('schedule.paid') },
    { key: 'principal', atMs: startsAtMs + product.days * dayMs, text: t('schedule.principal') },
  ];
  return (
    <section>
      <SectionHeading>{t('schedule.title')}</SectionHeading>
      <Stack gap={3}>
        {schedule !== undefined && (
          <InterestPlot schedule={schedule} name={t('calc.plot', { asset: shownAsset(product.asset, mode) })} />
        )}
        {product.needsReview && (
          <p className={styles.line}>{t('schedule.review', { term: t('days', { count: treasureReviewDays }) })}</p>
        )}
        <ol className={styles.steps}>
          {steps.map(({ key, atMs, text }) => (
            <li key={key}>
              <time className={styles.when} dateTime={new Date(atMs).toISOString()}>
                {format.dateTime(atMs)}
              </time>
              {text}
            </li>
          ))}
        </ol>
        <SoftText>{t('schedule.utc')}</SoftText>
      </Stack>
    </section>
  );
}
