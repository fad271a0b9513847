import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, usePrivateEvents, useRefresh, useSessionState } from '@tessera/shared/react';
import { History, IconButton, LoadablePanel, SkeletonRows, Stack } from '@tessera/shared/ui';
import { Checklist } from './Checklist';
import { WithdrawalFrame } from './WithdrawalFrame';
import { WithdrawForm } from './WithdrawForm';

/** What stands in the way first, then the form. */
export function WithdrawPage() {
  const { t } = useTranslation('withdrawal');
  const navigation = useNavigation();
  const { isSignedIn, mode } = useSessionState();
  const [picked, setPicked] = useState<string>();
  const isEnabled = isSignedIn && mode === 'real';
  const payeeList = useEndpoint('payeeList', {}, { isEnabled });
  const payees = payeeList.data?.items ?? [];
  // Deleted meanwhile: as if none were chosen.
  const payeeId = payees.some(({ id }) => id === picked) ? picked : payees.length === 1 ? payees[0]?.id : undefined;
  const { loadable, refetch } = useEndpoint('withdrawalCheck', {}, { isEnabled, freshMs: 0 });
  // Of the payee that is chosen now, and never of the one before.
  const named = useEndpoint(
    'withdrawalCheck',
    { payeeId: payeeId ?? '' },
    { isEnabled: isEnabled && payeeId !== undefined, freshMs: 0 },
  );
  const refresh = useRefresh();
  usePrivateEvents(() => refresh('withdrawalCheck'));
  return (
    <WithdrawalFrame
      title={t('title')}
      action={
        <IconButton icon={History} label={t('listTitle')} onClick={() => navigation.navigate('/pages/assets/withdrawOrder')} />
      }
    >
      <LoadablePanel loadable={loadable} onRetry={refetch} skeleton={<SkeletonRows count={8} />} idle={null}>
        {({ rows, ...terms }) => (
          <Stack gap={4}>
            <Checklist rows={named.data?.rows ?? rows} />
            <LoadablePanel loadable={payeeList.loadable} onRetry={payeeList.refetch} skeleton={<SkeletonRows count={4} />}>
              {() =>
                payees.length > 0 && (
                  <WithdrawForm
                    payees={payees}
                    terms={terms}
                    payeeId={payeeId ?? ''}
                    onPayee={setPicked}
                    card={named.data?.card ?? null}
                    checked={named}
                  />
                )
              }
            </LoadablePanel>
          </Stack>
        )}
      </LoadablePanel>
    </WithdrawalFrame>
  );
}
