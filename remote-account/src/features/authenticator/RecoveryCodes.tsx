import { useTranslation } from '@tessera/shared/kernel';
import { useDialogs } from '@tessera/shared/react';
import { Button, Card, Copy, SectionHeading, Stack } from '@tessera/shared/ui';
import styles from './Authenticator.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The only time they are seen: the page stays until the person says that he has them. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation('account');
  const { t: tCommon } = useTranslation('common');
  const dialogs = useDialogs();
  async function copyAll() {
    await navigator.clipboard.writeText(codes.join('\n'));
    dialogs.toast(tCommon('action.copied'), { tone: 'success' });
  }
  return (
    <section>
      <SectionHeading>{t('oneTimeCodes.recoveryTitle')}</SectionHeading>
      <Stack gap={4}>
        <p>{t('oneTimeCodes.recoveryBody')}</p>
        <Card>
          <ul className={styles.codes} aria-label={t('oneTimeCodes.recoveryTitle')}>
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </Card>
        <Button variant="secondary" isBlock icon={Copy} onClick={() => void copyAll()}>
          {t('oneTimeCodes.copyAll')}
        </Button>
        <Button size="lg" isBlock onClick={onSaved}>
          {t('oneTimeCodes.saved')}
        </Button>
      </Stack>
    </section>
  );
}
