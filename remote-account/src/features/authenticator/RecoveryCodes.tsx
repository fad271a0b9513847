import { useTranslation } from '@tessera/shared/kernel';
import { Button, Card, Copy, SectionHeading, Stack } from '@tessera/shared/ui';
import { useCopy } from '../../components/useCopy';
import styles from './Authenticator.module.css';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}

/** The only time they are seen: the page stays until the person says that he has them. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { t } = useTranslation('account');
  const copy = useCopy();
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
        <Button variant="secondary" isBlock icon={Copy} onClick={() => void copy(codes.join('\n'))}>
          {t('oneTimeCodes.copyAll')}
        </Button>
        <Button size="lg" isBlock onClick={onSaved}>
          {t('oneTimeCodes.saved')}
        </Button>
      </Stack>
    </section>
  );
}
