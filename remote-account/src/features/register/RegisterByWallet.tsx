import { useState } from 'react';
import type { EndpointRequest } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { useEndpointForm } from '@tessera/shared/react';
import { Button, Stack } from '@tessera/shared/ui';
import { PuzzleSheet } from '../../components/puzzle/PuzzleSheet';
import { useProblemText } from '../../components/useProblemText';
import { LazyWalletSheet } from '../../components/wallet/LazyWalletSheet';
import { RegisterTerms } from './RegisterTerms';
import { emptyTerms, termsProblems, termsRequest } from './registerProblems';

interface RegisterByWalletProps {
  readonly isRestricted: (country: string) => boolean;
  /** Of the link that led here; empty: none. */
  readonly invitationCode: string;
}

/** Country, agreement and puzzle as for everybody; then the wallet signs in place of a password. */
export function RegisterByWallet({ isRestricted, invitationCode }: RegisterByWalletProps) {
  const { t } = useTranslation('account');
  const problemText = useProblemText();
  const [registration, setRegistration] = useState<Partial<EndpointRequest<'addressRegister'>>>();
  const form = useEndpointForm('addressRegister', {
    initial: { ...emptyTerms, invitationCode },
    problemsOf: (values) => termsProblems(values, isRestricted),
    problemText,
    toRequest: termsRequest,
    proof: 'puzzle',
    // The sheet of the wallet sends it.
    onDone: () => undefined,
  });
  return (
    <>
      <form {...form.props}>
        <Stack gap={4}>
          <p>{t('register.walletHint')}</p>
          <RegisterTerms bind={form.bind} />
          <Button type="submit" size="lg" isBlock>
            {t('register.submit')}
          </Button>
        </Stack>
      </form>
      <PuzzleSheet
        purpose="register"
        isOpen={form.proof.isOpen}
        onClose={form.proof.close}
        onSolved={(puzzleToken) => {
          form.proof.close();
          setRegistration({ ...termsRequest(form.values), puzzleToken });
        }}
      />
      {registration !== undefined && (
        <LazyWalletSheet title={t('register.heading')} registration={registration} onClose={() => setRegistration(undefined)} />
      )}
    </>
  );
}
