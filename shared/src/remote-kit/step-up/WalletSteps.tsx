import { useTranslation } from '@tessera/shared/kernel';
import { Button, KeyValueList, Stack } from '@tessera/shared/ui';
import { FormProblem } from './FormProblem';
import { useWallets } from './useWallets';
import type { WalletSignature } from './useWalletSignature';
import styles from './WalletSteps.module.css';

interface WalletStepsProps {
  readonly signature: WalletSignature;
  /** A call with the last signature is under way. */
  readonly isBusy: boolean;
  /** False: something else of the form is still missing. */
  readonly canSign?: boolean;
}

/** Choosing a wallet, reading what it will sign, signing. */
export function WalletSteps({ signature, isBusy, canSign = true }: WalletStepsProps) {
  const { t } = useTranslation('stepUp');
  const wallets = useWallets();
  const { stage, asked, problem } = signature;
  return (
    <Stack gap={4}>
      {asked === undefined ? (
        <Stack gap={2}>
          {wallets.length === 0 && <p>{t('wallet.problem.missing')}</p>}
          {wallets.length > 1 && <p>{t('wallet.choose')}</p>}
          {wallets.map((wallet) => (
            <Button
              key={wallet.id}
              variant={wallets.length === 1 ? 'primary' : 'secondary'}
              size="lg"
              isBlock
              isBusy={isBusy || stage === 'connecting'}
              onClick={() => signature.connect(wallet)}
            >
              {wallets.length === 1 ? t('wallet.connect') : wallet.name === '' ? t('wallet.unnamed') : wallet.name}
            </Button>
          ))}
          {stage === 'connecting' && <p role="status">{t('wallet.connecting')}</p>}
        </Stack>
      ) : (
        <>
          <KeyValueList
            items={[{ key: 'address', label: t('wallet.address'), value: <code className={styles.code}>{asked.address}</code> }]}
          />
          <section aria-label={t('wallet.text')}>
            <p>{t('wallet.explain')}</p>
            <pre className={styles.text} lang="en" dir="ltr">
              {asked.text}
            </pre>
          </section>
          <Button size="lg" isBlock isBusy={isBusy || stage === 'signing'} disabled={!canSign} onClick={() => signature.sign()}>
            {stage === 'signing' ? t('wallet.signing') : t('wallet.sign')}
          </Button>
        </>
      )}
      <FormProblem text={problem} />
    </Stack>
  );
}
