import { useState } from 'react';
import type { FeedDay } from '@tessera/shared/contract';
import { canRedraw, drawsDirections, isInventedDay, isLateCommitment } from '@tessera/shared/fairness';
import { useTranslation } from '@tessera/shared/kernel';
import { useFormat } from '@tessera/shared/i18n';
import { useEndpoint } from '@tessera/shared/react';
import { Badge, Button, Card, EmptyState, LoadablePanel, Row, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { RedrawSheet } from './RedrawSheet';
import styles from './Fairness.module.css';

const shownAtFirst = 5;
const dayKey = ({ source, day, attempt }: FeedDay): string => `${source} ${day} ${attempt ?? 1}`;

/** When each day's seed was committed to, what it is joined with and what that is worth, and a day that is over drawn again. */
export function FeedDays() {
  const { t } = useTranslation('fairness');
  const { loadable, refetch } = useEndpoint('feedDays', {}, { freshMs: 60_000 });
  const [isWhole, setIsWhole] = useState(false);
  const [drawn, setDrawn] = useState<FeedDay | undefined>(undefined);
  return (
    <section>
      <SectionHeading>{t('days')}</SectionHeading>
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={5} />}
        isEmpty={({ days }) => days.length === 0}
        empty={<EmptyState title={t('noDays')} />}
      >
        {({ days }) => (
          <Stack gap={2}>
            <Card>
              {days.slice(0, isWhole ? days.length : shownAtFirst).map((day) => (
                <DayRow key={dayKey(day)} day={day} onRedraw={() => setDrawn(day)} />
              ))}
            </Card>
            {!isWhole && days.length > shownAtFirst && (
              <Button variant="quiet" isBlock onClick={() => setIsWhole(true)}>
                {t('allDays', { number: days.length })}
              </Button>
            )}
          </Stack>
        )}
      </LoadablePanel>
      {drawn !== undefined && <RedrawSheet day={drawn} onClose={() => setDrawn(undefined)} />}
    </section>
  );
}

function DayRow({ day, onRedraw }: { readonly day: FeedDay; readonly onRedraw: () => void }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const { source, committedAtMs, beacon, revealedAtMs, lostAtMs } = day;
  const dayAtMs = Date.parse(`${day.day}T00:00:00Z`);
  const isInvented = day.isInvented ?? (committedAtMs !== undefined && isInventedDay(dayAtMs, committedAtMs));
  const isLate = day.isLate ?? (committedAtMs !== undefined && isLateCommitment(dayAtMs, committedAtMs));
  return (
    <div className={styles.values}>
      <Row gap={2} isWrapping>
        <strong>{day.day}</strong>
        <Badge>{t(`source.${drawsDirections(day) ? 'replayDrawn' : source}`)}</Badge>
        {isInvented ? <Badge tone="warning">{t('invented')}</Badge> : isLate && <Badge tone="warning">{t('late')}</Badge>}
        {typeof lostAtMs === 'number' && <Badge tone="danger">{t('lost')}</Badge>}
      </Row>
      {source !== 'live' && (
        <span className={styles.text}>
          {committedAtMs === undefined ? t('committedUnknown') : t('committed', { time: format.dateTime(committedAtMs) })}
        </span>
      )}
      {beacon !== undefined && beacon !== null && (
        <span className={styles.text}>
          {t(`beacon.${beacon.kind}`)}
          {beacon.isFallback && ` ${t('beacon.fallback')}`}
        </span>
      )}
      {typeof revealedAtMs === 'number' && (
        <span className={styles.text}>{t('revealed', { time: format.dateTime(revealedAtMs) })}</span>
      )}
      {canRedraw(day) && (
        <Button variant="secondary" onClick={onRedraw}>
          {t('redraw', { day: day.day })}
        </Button>
      )}
    </div>
  );
}
