/**
 * "Confirm it is you": one sheet before every change of a way to sign in, and of where money may go. The proof goes with the change and is
 * kept nowhere.
 */
import type { ComponentProps } from 'react';
import { Sheet } from '@tessera/shared/ui';
import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointForm } from '@tessera/shared/react';
import { StepUpForm, type StepUpProof } from './StepUpForm';

interface StepUpSheetProps extends Pick<ComponentProps<typeof StepUpForm>, 'purpose' | 'password'> {
  readonly form: Pick<EndpointForm<'bindEmail', object>, 'isBusy' | 'refusedWith'> & {
    readonly proof: Pick<EndpointForm<'bindEmail', object>['proof'], 'isOpen' | 'problem' | 'close'> & {
      give(proof: StepUpProof): void;
    };
  };
  /** What is confirmed, in the person's words: "Bind anna@example.com". */
  readonly what: string;
}

export function StepUpSheet({ form: { proof, isBusy, refusedWith }, what, ...asked }: StepUpSheetProps) {
  const { t } = useTranslation('stepUp');
  if (!proof.isOpen) return null;
  return (
    <Sheet isOpen title={t('title')} description={what} canClose={!isBusy} onClose={proof.close}>
      <StepUpForm {...asked} isBusy={isBusy} problem={proof.problem} refusedWith={refusedWith} onGive={proof.give} />
    </Sheet>
  );
}
