import { useEffect, type ReactNode } from 'react';
import type { EndpointResponse, IdentityStep } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { LoadablePanel, Page, PageHeader, SkeletonRows, Stack } from '@tessera/shared/ui';
import { IdentitySteps } from './IdentitySteps';
import { StepStatus } from './StepStatus';
import { useRealInfo } from './useRealInfo';

export type RealInfo = EndpointResponse<'realInfo'>;

interface IdentityPageProps {
  readonly step: IdentityStep;
  /** What stands under the steps while the step can be applied for. */
  readonly children: (info: RealInfo) => ReactNode;
  /** What follows a step that is certified. */
  readonly next?: ReactNode;
}

/** The frame of both steps: where the person stands, what each step is needed for, and the step itself. */
export function IdentityPage({ step, children, next }: IdentityPageProps) {
  const { t } = useTranslation('account');
  const navigation = useNavigation();
  const { loadable, refetch } = useRealInfo();
  const title = t(`identity.${step}`);
  useEffect(() => navigation.setTitle(title), [navigation, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel loadable={loadable} skeleton={<SkeletonRows count={4} />} onRetry={refetch}>
        {(info) => (
          <Stack gap={4}>
            <IdentitySteps info={info} current={step} />
            <StepStatus info={info} step={step} />
            {info[step] === 'not_certified' ? children(info) : info[step] === 'certified' ? next : null}
          </Stack>
        )}
      </LoadablePanel>
    </Page>
  );
}
