import { useState } from 'react';
import type { LiabilityDay } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useSessionState } from '@tessera/shared/react';
import {
  Badge,
  Button,
  Card,
  Clock,
  EmptyState,
  List,
  ListRow,
  LoadablePanel,
  Notice,
  SectionHeading,
  SkeletonRows,
  Stack,
  type BadgeTone,
} from '@tessera/shared/ui';
import { RealMoneyPage } from '../../components/RealMoneyPage';
import { OwedAndHeld } from './OwedAndHeld';
import { OwnCheck } from './OwnCheck';

/** What the exchange owes to everybody, day by day, and the check that one's own balance is in it. */
export function LiabilitiesPage() {
  const { t } = useTranslation('liabilities');
  const { t: tAssets } = useTranslation('assets');
  const words = {
    ...{ visitor: tAssets('overview.visitor'), logIn: tAssets('overview.logIn') },
    ...{ demo: t('demo'), toReal: t('toReal') },
  };
  return (
    <RealMoneyPage title={t('title')} words={words}>
      <Stack gap={4}>
        <Notice>{t('about')}</Notice>
        <Days />
      </Stack>
    </RealMoneyPage>
  );
}

const firstShown = 14;
const mostShown = 100;
const refetchEveryMs = 60_000;

function Days() {
  const { t } = useTranslation('liabilities');
  const [limit, setLimit] = useState(firstShown);
  const { isSignedIn, mode } = useSessionState();
  const isEnabled = isSignedIn && mode === 'real';
  const { loadable, refetch } = useEndpoint('liabilities', { limit }, { isEnabled, refetchEveryMs, keepsPrevious: true });
  return (
    <LoadablePanel
      loadable={loadable}
      onRetry={refetch}
      skeleton={<SkeletonRows count={6} />}
      isEmpty={({ days }) => days.length === 0}
      empty={<EmptyState icon={Clock} title={t('none')} detail={t('noneHint')} />}
    >
      {({ days, hasMore }) => (
        <ChosenDay days={days} onMore={hasMore && limit < mostShown ? () => setLimit(mostShown) : undefined} />
      )}
    </LoadablePanel>
  );
}

interface ChosenDayProps {
  readonly days: readonly LiabilityDay[];
  readonly onMore: (() => void) | undefined;
}

function ChosenDay({ days, onMore }: ChosenDayProps) {
  const { t } = useTranslation('liabilities');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const day = days.find((one) => one.day === chosen) ?? days.find(({ state }) => state === 'published') ?? days[0];
  return (
    <Stack gap={4}>
      {day !== undefined && <OneDay key={day.day} day={day} />}
      <section>
        <SectionHeading>{t('days')}</SectionHeading>
        <Card padding="none">
          <List>
            {days.map((one) => (
              <ListRow
                key={one.day}
                title={one.day}
                detail={
                  one.published === null ? undefined : t('people', { number: format.figure(String(one.published.persons)) })
                }
                value={<Badge tone={tones[one.state]}>{t(`state.${one.state}`)}</Badge>}
                isSelected={one.day === day?.day}
                onSelect={() => setChosen(one.day)}
              />
            ))}
          </List>
        </Card>
      </section>
      {onMore !== undefined && (
        <Button variant="secondary" isBlock onClick={onMore}>
          {t('older')}
        </Button>
      )}
    </Stack>
  );
}

const tones: Readonly<Record<LiabilityDay['state'], BadgeTone>> = {
  published: 'success',
  counting: 'neutral',
  missed: 'warning',
};

function OneDay({ day: { day, state, published, hasProofs } }: { readonly day: LiabilityDay }) {
  const { t } = useTranslation('liabilities');
  if (state === 'missed')
    return (
      <Notice tone="warning" title={day}>
        {t('missedHint')}
      </Notice>
    );
  if (published === null) return <Notice title={day}>{t('countingHint')}</Notice>;
  return (
    <Stack gap={4}>
      {hasProofs ? <OwnCheck day={day} /> : <Notice title={day}>{t('notKept')}</Notice>}
      <OwedAndHeld published={published} />
    </Stack>
  );
}
