/** Logging in, or registering, by the signature of a wallet. */
import { useEffect, useState } from 'react';
import type { EndpointRequest } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs, useEndpointForm, useNavigation, useSession } from '@tessera/shared/react';
import { Button, Sheet, Stack } from '@tessera/shared/ui';
import { FormProblem, OneTimeCodeField, type WalletProof, WalletSigning } from '@tessera/shared/step-up';
import { useProblemText } from '../useProblemText';

interface WalletSheetProps {
  readonly title: string;
  /** What a registration brings besides the signature; {} to log in. */
  readonly registration?: Partial<EndpointRequest<'addressRegister'>>;
  readonly onClose: () => void;
}

export function WalletSheet({ title, registration = {}, onClose }: WalletSheetProps) {
  const { t } = useTranslation('account');
  const session = useSession();
  const dialogs = useDialogs();
  const navigation = useNavigation();
  const problemText = useProblemText();
  const [proof, setProof] = useState<WalletProof>();
  const [asksCode, setAsksCode] = useState(false);
  const form = useEndpointForm('addressRegister', {
    initial: { oneTimeCode: '' },
    problemsOf: ({ oneTimeCode }) => ({
      oneTimeCode: asksCode && oneTimeCode.trim() === '' ? ('oneTimeCodeMissing' as const) : undefined,
    }),
    problemText,
    toRequest: ({ oneTimeCode }) => ({
      ...registration,
      ...proof,
      ...(asksCode ? { oneTimeCode: oneTimeCode.trim() } : {}),
    }),
    fieldOf: { AUTH_ONE_TIME_CODE_REQUIRED: 'oneTimeCode', AUTH_WRONG_CODE: 'oneTimeCode' },
    async onDone({ token }) {
      await session.signIn(token);
      dialogs.toast(t(registration.country === undefined ? 'login.done' : 'register.done'), { tone: 'success' });
    },
  });
  const { refusedWith } = form;
  useEffect(() => {
    // The signature is good for asking on while only the code is missing or wrong.
    if (refusedWith === 'AUTH_ONE_TIME_CODE_REQUIRED') setAsksCode(true);
    else if (refusedWith !== undefined && refusedWith !== 'AUTH_WRONG_CODE') setAsksCode(false);
  }, [refusedWith]);
  return (
    <Sheet isOpen title={title} canClose={!form.isBusy} onClose={onClose}>
      <Stack gap={4}>
        {asksCode ? (
          <form {...form.props}>
            <Stack gap={4}>
              <OneTimeCodeField {...form.bind('oneTimeCode')} autoFocus />
              <Button type="submit" size="lg" isBlock isBusy={form.isBusy}>
                {t('login.submit')}
              </Button>
            </Stack>
          </form>
        ) : (
          <WalletSigning
            purpose="sign_in"
            isBusy={form.isBusy}
            onSigned={(signed) => {
              setProof(signed);
              form.proof.give(signed);
            }}
          />
        )}
        <FormProblem text={form.problem} />
        {refusedWith === 'AUTH_WALLET_NOT_REGISTERED' && (
          <Button variant="secondary" isBlock onClick={() => navigation.redirect('/pages/register/index', { with: 'wallet' })}>
            {t('wallet.register')}
          </Button>
        )}
      </Stack>
    </Sheet>
  );
}
