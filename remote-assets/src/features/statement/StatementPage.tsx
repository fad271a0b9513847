import { useEffect } from 'react';
import { statementAccounts, shownAsset, type StatementAccount } from '@tessera/shared/contract';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import {
  dayStart,
  PeriodFilter,
  periodInterval,
  statementPeriods,
  useEndpointPages,
  type Days,
  type Period,
} from '@tessera/shared/lists';
import { useClock, useNavigation, useSession, useSessionState } from '@tessera/shared/react';
import {
  Button,
  EmptyState,
  LoadablePanel,
  Page,
  PageHeader,
  SelectField,
  SkeletonRows,
  Stack,
  Wallet,
} from '@tessera/shared/ui';
import { StatementSheet } from './StatementSheet';
import { useAccountName } from './useAccountName';
import styles from './Statement.module.css';

/** What one account held before a period, every movement in it, and what it held after. Account and period stand in the URL. */
export function StatementPage() {
  const { t } = useTranslation('statement');
  const { t: tAssets } = useTranslation('assets');
  const navigation = useNavigation();
  const session = useSession();
  const { isSignedIn } = useSessionState();
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      {isSignedIn ? (
        <ChosenStatement />
      ) : (
        <EmptyState
          icon={Wallet}
          title={tAssets('overview.visitor')}
          action={<Button onClick={() => session.requestLogin()}>{tAssets('overview.logIn')}</Button>}
        />
      )}
    </Page>
  );
}

interface Chosen {
  readonly account: StatementAccount;
  readonly asset: string;
  readonly period: Period;
  readonly days: Days;
}

/** What the address says, and how another choice is written there. */
function useChosen(): readonly [Chosen, (change: Partial<Chosen>) => void] {
  const navigation = useNavigation();
  const [query] = useSearchParams();
  const chosen: Chosen = {
    account: statementAccounts.find((one) => one === query.get('account')) ?? 'coin',
    asset: query.get('asset') ?? 'USDT',
    period: statementPeriods.find((one) => one === query.get('period')) ?? 'month',
    days: { from: query.get('from') ?? '', to: query.get('to') ?? '' },
  };
  return [
    chosen,
    (change) => {
      const { days, ...next } = { ...chosen, ...change };
      const dates = next.period === 'custom' ? days : { from: '', to: '' };
      navigation.redirect('/pages/assets/statement', {
        ...next,
        ...(dates.from === '' ? {} : { from: dates.from }),
        ...(dates.to === '' ? {} : { to: dates.to }),
      });
    },
  ];
}

function ChosenStatement() {
  const { t } = useTranslation('statement');
  const clock = useClock();
  const { mode } = useSessionState();
  const nameOf = useAccountName();
  const [{ account, asset, period, days }, choose] = useChosen();
  const tomorrow = dayStart(clock.now(), 1);
  // Own days that make no period are said by the field; what is asked for meanwhile is today.
  const { fromMs = 0, toMs } = periodInterval(period, clock.now(), days) ?? { fromMs: dayStart(clock.now()) };
  const asked = { account, asset, fromMs, untilMs: toMs === undefined ? tomorrow : toMs + 1 };
  const pages = useEndpointPages('statement', asked);
  const known = pages.loadable.state === 'ready' || pages.loadable.state === 'stale' ? pages.loadable.data.accounts : [];
  const accounts = known.some((one) => one.account === account && one.asset === asset) ? known : [{ account, asset }, ...known];
  const labelOf = (one: (typeof accounts)[number]) => `${nameOf(one.account)} · ${shownAsset(one.asset, mode)}`;
  const keyOf = (one: (typeof accounts)[number]) => `${one.account}.${one.asset}`;
  return (
    <Stack gap={3}>
      <div className={styles.screen}>
        <Stack gap={3}>
          <SelectField
            label={t('account')}
            value={keyOf({ account, asset })}
            onChange={(next) => {
              const found = accounts.find((one) => keyOf(one) === next);
              if (found !== undefined) choose(found);
            }}
            options={accounts.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
          />
          <PeriodFilter
            from={statementPeriods}
            period={period}
            days={days}
            onChange={({ period: next = period, days: chosen = days }) => choose({ period: next, days: chosen })}
          />
        </Stack>
      </div>
      <LoadablePanel
        loadable={pages.loadable}
        onRetry={pages.refetch}
        skeleton={<SkeletonRows count={8} />}
        isEmpty={() => false}
      >
        {(statement) => (
          <StatementSheet
            key={JSON.stringify(asked)}
            title={labelOf({ account, asset })}
            asked={asked}
            statement={statement}
            pages={pages}
          />
        )}
      </LoadablePanel>
    </Stack>
  );
}
