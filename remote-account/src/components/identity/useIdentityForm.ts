import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useRefresh, type EndpointForm, type EndpointFormOptions } from '@tessera/shared/react';
import type { AccountProblem } from '../account/accountProblem';
import { useProblemText } from '../useProblemText';

type Options<Values extends object> = Pick<
  EndpointFormOptions<'realName', Values, AccountProblem>,
  'initial' | 'problemsOf' | 'toRequest' | 'fieldOf'
>;

/** Applies for a step. Once it is handed in, here or on another device, the page shows its state instead of the form. */
export function useIdentityForm<Values extends object>(options: Options<Values>): EndpointForm<'realName', Values> {
  const { t } = useTranslation('account');
  const dialogs = useDialogs();
  const refresh = useRefresh();
  const problemText = useProblemText();
  const form = useEndpointForm('realName', {
    ...options,
    problemText,
    refreshes: ['realInfo', 'userInfo'],
    onDone: () => dialogs.toast(t('identity.done'), { tone: 'success' }),
  });
  const isKnown = form.refusedWith === 'IDENTITY_ALREADY_APPLIED';
  useEffect(() => {
    if (isKnown) refresh('realInfo', 'userInfo');
  }, [isKnown, refresh]);
  return form;
}
