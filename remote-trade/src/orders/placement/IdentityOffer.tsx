import { useTranslation } from '@tessera/shared/kernel';
import { useSession } from '@tessera/shared/react';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import { useMissingIdentity } from './useMissingIdentity';
import { VerifyButton } from './VerifyButton';
import styles from './IdentityOffer.module.css';

/** At the head of a ticket whose orders would be refused: what real money asks for, said before anything is typed in vain. */
export function IdentityOffer() {
  const { t } = useTranslation('trade');
  const session = useSession();
  const missing = useMissingIdentity();
  if (missing === undefined) return null;
  const { level, isUnderReview } = missing;
  return (
    <Stack gap={2}>
      <Notice>
        {t(isUnderReview ? 'ticket.underReview' : level === 'primary' ? 'ticket.needsPrimary' : 'ticket.needsAdvanced')}
      </Notice>
      <div className={styles.ways}>
        <VerifyButton isUnderReview={isUnderReview} isBlock />
        <Button isBlock variant="secondary" onClick={() => void session.switchMode('demo')}>
          {t('ticket.practise')}
        </Button>
      </div>
    </Stack>
  );
}
