/** The person's own trading record, of the account mode that is on, with the formula of every figure one tap away. */
import { useEffect, useState } from 'react';
import type { Statistics } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSession, useSessionState } from '@tessera/shared/react';
import {
  BarChart3,
  Button,
  CircleHelp,
  EmptyState,
  IconButton,
  LoadablePanel,
  Page,
  PageHeader,
  Segmented,
  Skeleton,
  SkeletonRows,
  Stack,
} from '@tessera/shared/ui';
import { FormulaSheet } from './FormulaSheet';
import { StatisticsView } from './StatisticsView';

const periods = ['7', '30', '90', 'all'] as const;
type PeriodChoice = (typeof periods)[number];

export function StatisticsPage() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { isSignedIn } = useSessionState();
  const [isExplaining, setIsExplaining] = useState(false);
  const title = t('statistics.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page
      header={
        <PageHeader
          title={title}
          onBack={() => navigation.back()}
          actions={<IconButton label={t('statistics.explain')} icon={CircleHelp} onClick={() => setIsExplaining(true)} />}
        />
      }
    >
      {isSignedIn ? <Record /> : <VisitorInvitation />}
      <FormulaSheet isOpen={isExplaining} onClose={() => setIsExplaining(false)} />
    </Page>
  );
}

function Record() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const refresh = useRefresh();
  const [period, setPeriod] = useState<PeriodChoice>('30');
  const { loadable, refetch } = useEndpoint('statistics', period === 'all' ? {} : { days: Number(period) });
  usePrivateEvents((event) => {
    if (isEndOfOrder(event)) refresh('statistics');
  });
  return (
    <Stack gap={4}>
      <Segmented
        label={t('statistics.period')}
        value={period}
        onChange={setPeriod}
        options={periods.map((value) => ({
          value,
          label: value === 'all' ? t('statistics.all') : t('statistics.days', { count: Number(value) }),
        }))}
      />
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<RecordSkeleton />}
        isEmpty={hasNoOrder}
        empty={
          <EmptyState
            icon={BarChart3}
            title={t('statistics.empty')}
            detail={t('statistics.emptyHint')}
            action={
              <Button variant="secondary" onClick={() => navigation.navigate('/pages/contract/index')}>
                {t('statistics.trade')}
              </Button>
            }
          />
        }
      >
        {(figures) => <StatisticsView figures={figures} />}
      </LoadablePanel>
    </Stack>
  );
}

type Heard = Parameters<Parameters<typeof usePrivateEvents>[0]>[0];

/** Only an order that ended, or a purchase or sale that was made, changes a figure. */
function isEndOfOrder(event: Heard): boolean {
  switch (event.type) {
    case 'order.updated':
      return event.order.status === 'settled';
    case 'leverage.updated':
      return event.order.status === 'closed';
    case 'spot.updated':
      return event.order.fills.length > 0;
    default:
      return event.type === 'resync';
  }
}

const hasNoOrder = ({ totalOrders, buyCount, sellCount }: Statistics): boolean => totalOrders + buyCount + sellCount === 0;

function VisitorInvitation() {
  const { t } = useTranslation('account');
  const session = useSession();
  return (
    <EmptyState
      icon={BarChart3}
      title={t('statistics.visitor')}
      detail={t('statistics.visitorHint')}
      action={
        <Button isBlock onClick={() => session.requestLogin()}>
          {t('login.submit')}
        </Button>
      }
    />
  );
}

function RecordSkeleton() {
  return (
    <Stack gap={4}>
      <Skeleton shape="block" height={168} />
      <Skeleton shape="block" height={148} />
      <SkeletonRows count={4} />
    </Stack>
  );
}
