import { useTranslation } from '@tessera/shared/kernel';
import { useSession } from '@tessera/shared/react';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import type { MissingIdentity } from './useMissingIdentity';
import { VerifyButton } from './VerifyButton';
import styles from './IdentityOffer.module.css';

/** In place of buttons that would be refused: what real money asks for, said before anything is typed in vain. */
export function IdentityOffer({ missing: { level, isUnderReview } }: { readonly missing: MissingIdentity }) {
  const { t } = useTranslation('trade');
  const session = useSession();
  return (
    <Stack gap={2}>
      <Notice>
        {t(isUnderReview ? 'ticket.underReview' : level === 'primary' ? 'ticket.needsPrimary' : 'ticket.needsAdvanced')}
      </Notice>
      <div className={styles.ways}>
        <VerifyButton isUnderReview={isUnderReview} size="lg" />
        <Button isBlock size="lg" variant="secondary" onClick={() => void session.switchMode('demo')}>
          {t('ticket.practise')}
        </Button>
      </div>
    </Stack>
  );
}
