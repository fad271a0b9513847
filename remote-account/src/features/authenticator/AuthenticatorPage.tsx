import { useEffect, useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation, useSessionState } from '@tessera/shared/react';
import { LoadablePanel, Page, PageHeader, SkeletonRows, Stack } from '@tessera/shared/ui';
import { ownWay } from '@tessera/shared/step-up';
import { RecoveryCodes } from './RecoveryCodes';
import { SetUpCodes } from './SetUpCodes';
import { CodesOn } from './CodesOn';

/**
 * Codes of an authenticator app: set up with a QR code, recovery codes shown once, renewed, turned off. What is shown once is one
 * person's: when another signs in, in another tab, the page begins again.
 */
export function AuthenticatorPage() {
  const { generation } = useSessionState();
  return <OneTimeCodes key={generation} />;
}

function OneTimeCodes() {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { loadable, refetch } = useEndpoint('userInfo', {});
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const title = t('oneTimeCodes.title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <p>{t('oneTimeCodes.body')}</p>
        {recoveryCodes === undefined ? (
          <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={2} />} onRetry={refetch}>
            {(user) =>
              user.isTotpOn ? (
                <CodesOn onRenewed={setRecoveryCodes} />
              ) : (
                <SetUpCodes account={ownWay(user)} onDone={setRecoveryCodes} />
              )
            }
          </LoadablePanel>
        ) : (
          <RecoveryCodes codes={recoveryCodes} onSaved={() => setRecoveryCodes(undefined)} />
        )}
      </Stack>
    </Page>
  );
}
