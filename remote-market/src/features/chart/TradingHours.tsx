/** When a market trades: now, until when, and day by day in the person's own time beside UTC. */
import type { SymbolInfo } from '@tessera/shared/contract';
import { languageTag, useFormat, type Format } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock, useCountdown, useMarketState, useQuotes } from '@tessera/shared/react';
import { Badge, KeyValueList, Notice, type KeyValue } from '@tessera/shared/ui';
import styles from './TradingHours.module.css';
import { nextTurn, weekOf, type DayHours, type HoursZone } from './weekHours';

export function TradingHours({ info }: { readonly info: SymbolInfo }) {
  const { t } = useTranslation(['market', 'common']);
  const format = useFormat();
  const clock = useClock();
  const state = useMarketState(info, useQuotes([info.symbol]).get(info.symbol)?.state);
  const nowMs = clock.now();
  const hours = info.weeklyHours;
  const fromServer =
    info.market.nextChangeAtMs === null
      ? undefined
      : { kind: info.market.state === 'closed' ? ('opens' as const) : ('closes' as const), atMs: info.market.nextChangeAtMs };
  const turn = hours === undefined ? fromServer : (nextTurn(hours, nowMs, info.holidays) ?? fromServer);
  const items: KeyValue[] = [
    {
      key: 'now',
      label: t('info.now'),
      value: (
        <Badge tone={state === 'trading' ? 'success' : state === 'closed' ? 'neutral' : 'warning'}>
          {t(`common:market.${state}`)}
        </Badge>
      ),
    },
    ...(turn === undefined
      ? []
      : [
          {
            key: 'next',
            label: t(`info.${turn.kind}`),
            value: format.dateTime(turn.atMs),
            detail: <TimeLeft atMs={turn.atMs} />,
          },
        ]),
  ];
  return (
    <>
      <KeyValueList items={items} />
      {hours !== undefined && (
        <WeekTable
          days={weekOf(hours, nowMs, 'local', info.holidays)}
          utcDays={weekOf(hours, nowMs, 'utc', info.holidays)}
          nowMs={nowMs}
          format={format}
        />
      )}
      <Notice>{t('info.sessionsNotice')}</Notice>
    </>
  );
}

const dayMs = 86_400_000;

function TimeLeft({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { remainingMs } = useCountdown(atMs);
  const days = Math.floor(remainingMs / dayMs);
  const rest = format.countdown(remainingMs % dayMs);
  return (
    <span className={styles.left} role="timer">
      {days === 0 ? t('info.left', { time: rest }) : t('info.leftDays', { days: format.duration(days * dayMs), time: rest })}
    </span>
  );
}

function WeekTable({
  days,
  utcDays,
  nowMs,
  format,
}: {
  readonly days: readonly DayHours[];
  readonly utcDays: readonly DayHours[];
  readonly nowMs: number;
  readonly format: Format;
}) {
  const { t } = useTranslation('market');
  const weekday = new Intl.DateTimeFormat(languageTag(format.language), { weekday: 'short', timeZone: 'UTC' });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <table className={styles.week}>
      <caption className={styles.caption}>{t('info.weekly')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('info.day')}</th>
          <th scope="col">
            {t('info.yourTime')} <small>{zone}</small>
          </th>
          <th scope="col">{t('info.utc')}</th>
        </tr>
      </thead>
      <tbody>
        {utcDays.map((utcDay, index) => {
          const day = days[index];
          const isToday = day !== undefined && nowMs >= day.startMs && nowMs < day.endMs;
          return (
            <tr key={utcDay.startMs} aria-current={isToday ? 'date' : undefined}>
              <th scope="row">{weekday.format(utcDay.startMs)}</th>
              <td>{day === undefined ? '–' : <Spans day={day} zone="local" format={format} />}</td>
              <td>
                <Spans day={utcDay} zone="utc" format={format} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Spans({ day, zone, format }: { readonly day: DayHours; readonly zone: HoursZone; readonly format: Format }) {
  const { t } = useTranslation('market');
  const clock = new Intl.DateTimeFormat(languageTag(format.language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === 'utc' ? { timeZone: 'UTC' } : {}),
  });
  const midnight = new Intl.NumberFormat(languageTag(format.language), { minimumIntegerDigits: 2 });
  if (day.spans.length === 0) return <span className={styles.none}>{t('info.noHours')}</span>;
  // A day ends at 24:00: 00:00 would look like its beginning.
  const end = (atMs: number) => (atMs === day.endMs ? `${midnight.format(24)}:${midnight.format(0)}` : clock.format(atMs));
  return day.spans.map(([from, to]) => <span key={from} className={styles.span}>{`${clock.format(from)}–${end(to)}`}</span>);
}
