import { useState } from 'react';
import { shownAsset, type EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpoint, useSessionState } from '@tessera/shared/react';
import { EmptyState, ErrorState, LoadablePanel, Skeleton, SkeletonRows, Stack } from '@tessera/shared/ui';
import { failedTogether } from '../../components/failedTogether';
import { LoanForm } from './LoanForm';
import { LoanList, useLoanList } from './LoanOrders';
import { LoanSheet } from './LoanSheet';
import { LoanTotals } from './LoanTotals';
import { useCollateral } from './useCollateral';
import { marketsOf, movedByPrices, useAskedByPrices } from './useAskedByPrices';
import { useRunningLoans } from './useRunningLoans';

/** The page of loans: totals, the form of a new loan, and the person's loans. ?id= opens one. */
export function LoansHome() {
  const { mode } = useSessionState();
  const { t } = useTranslation('loans');
  const format = useFormat();
  const dialogs = useDialogs();
  const [query] = useSearchParams();
  const [openId, setOpenId] = useState(query.get('id') ?? undefined);
  const totals = useEndpoint('loanStatistics', {}, movedByPrices);
  const running = useRunningLoans();
  const collateral = useCollateral();
  const list = useLoanList();
  const config = collateral.loadable.state === 'ready' ? collateral.loadable.data.config : undefined;
  useAskedByPrices([...marketsOfFree(config), ...marketsOf(running.loans ?? [])], () => {
    totals.refetch();
    running.refetch();
  });
  const failure = failedTogether([totals, collateral, list]);
  const isShown = (part: Parameters<typeof failedTogether>[0][number]) => failure?.has(part) !== true;
  return (
    <Stack gap={6}>
      {failure !== undefined && <ErrorState error={failure.error} onRetry={failure.retry} />}
      {isShown(totals) && (
        <LoadablePanel loadable={totals.loadable} onRetry={totals.refetch} skeleton={<Skeleton shape="block" height={72} />}>
          {(told) => <LoanTotals totals={told} running={running.loans} mode={mode} onOpen={setOpenId} />}
        </LoadablePanel>
      )}
      {isShown(collateral) && (
        <LoadablePanel
          loadable={collateral.loadable}
          onRetry={collateral.refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ config }) => config.terms.length === 0}
          empty={<EmptyState title={t('form.none')} />}
        >
          {({ config, sources }) => (
            <LoanForm
              config={config}
              sources={sources}
              limit={totals.data?.limit ?? null}
              mode={mode}
              onDone={({ id, status, principal, asset }) => {
                const isPending = status === 'pending_review';
                dialogs.toast(
                  isPending
                    ? t('review.pending')
                    : t('review.done', { amount: format.figure(principal), asset: shownAsset(asset, mode) }),
                  { tone: 'success' },
                );
                setOpenId(id);
              }}
            />
          )}
        </LoadablePanel>
      )}
      {isShown(list) && <LoanList list={list} mode={mode} onOpen={setOpenId} />}
      {openId !== undefined && <LoanSheet loanId={openId} mode={mode} onClose={() => setOpenId(undefined)} />}
    </Stack>
  );
}

/** The markets of coins that could be locked: their prices change the limit. */
const marketsOfFree = (config: EndpointResponse<'loanConfig'> | undefined): readonly string[] =>
  (config?.coins ?? []).flatMap(({ asset, free }) => (free === '0' ? [] : [`${asset}-${config?.asset ?? ''}`]));
