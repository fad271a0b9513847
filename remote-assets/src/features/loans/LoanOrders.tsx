import { useState } from 'react';
import { shownAsset, type AccountMode, type Loan, type LoanStatus } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { DayList, ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { AmountText, Chips, EmptyState, ListRow, LoadablePanel, SectionHeading, SkeletonRows, Stack } from '@tessera/shared/ui';
import { LoanSheet } from './LoanSheet';
import { StatusBadge } from './StatusBadge';

const filters = [
  'all',
  'open',
  'overdue',
  'pending_review',
  'repaid',
  'liquidated',
  'rejected',
  'cancelled',
] as const satisfies readonly (LoanStatus | 'all')[];

/** The person's loans, newest first, filtered by status. ?id= opens one. */
export function LoanOrders() {
  const { mode } = useSessionState();
  const [query] = useSearchParams();
  const [openId, setOpenId] = useState(query.get('id') ?? undefined);
  const list = useLoanList();
  return (
    <>
      <LoanList list={list} mode={mode} onOpen={setOpenId} />
      {openId !== undefined && <LoanSheet loanId={openId} mode={mode} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

/** The loans with the chosen status. */
export function useLoanList() {
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const pages = useEndpointPages('loanOrders', filter === 'all' ? {} : { status: filter });
  const refresh = useRefresh();
  usePrivateEvents(() => refresh('loanOrders', 'loanStatistics'));
  return { ...pages, filter, setFilter };
}

interface LoanListProps {
  readonly list: ReturnType<typeof useLoanList>;
  readonly mode: AccountMode;
  readonly onOpen: (loanId: string) => void;
}

export function LoanList({ list, mode, onOpen }: LoanListProps) {
  const { t } = useTranslation('loans');
  const { filter, setFilter, loadable, hasMore, isReadingMore, readMore, refetch } = list;
  return (
    <section>
      <SectionHeading>{t('list.title')}</SectionHeading>
      <Stack gap={3}>
        <Chips
          isScrolled
          label={t('list.filter')}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <LoadablePanel
          loadable={loadable}
          onRetry={refetch}
          skeleton={<SkeletonRows count={4} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            filter === 'all' ? (
              <EmptyState title={t('list.empty')} detail={t('list.emptyHint')} />
            ) : (
              <EmptyState title={t('list.none')} />
            )
          }
        >
          {({ items }) => (
            <Stack gap={3}>
              <DayList label={t('list.title')} items={items} atOf={askedAtMs}>
                {(loan) => <LoanRow key={loan.id} loan={loan} mode={mode} onSelect={() => onOpen(loan.id)} />}
              </DayList>
              {hasMore && <ListEnd label={t('list.more')} isBusy={isReadingMore} onReached={readMore} />}
            </Stack>
          )}
        </LoadablePanel>
      </Stack>
    </section>
  );
}

const askedAtMs = ({ steps, startsAtMs }: Loan): number => steps[0]?.atMs ?? startsAtMs ?? 0;

interface LoanRowProps {
  readonly loan: Loan;
  readonly mode: AccountMode;
  readonly onSelect: () => void;
}

function LoanRow({ loan, mode, onSelect }: LoanRowProps) {
  const { t } = useTranslation('loans');
  const format = useFormat();
  const { principal, asset, days, dueAtMs, ltv, owed, status } = loan;
  const isRunning = status === 'open' || status === 'overdue';
  const unit = shownAsset(asset, mode);
  const details = [
    ...(dueAtMs === null || !isRunning ? [] : [t('list.due', { date: format.date(dueAtMs) })]),
    ...(ltv === null ? [] : [t('list.ltv', { share: format.rate(ltv, { scale: 1 }) })]),
  ];
  return (
    <ListRow
      title={t('list.row', { amount: format.figure(principal), asset: unit, days: t('days', { count: days }) })}
      detail={details.join(' · ')}
      value={<AmountText amount={owed} asset={unit} />}
      valueDetail={<StatusBadge loan={loan} />}
      onSelect={onSelect}
    />
  );
}
