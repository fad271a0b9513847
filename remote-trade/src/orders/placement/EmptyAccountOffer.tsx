import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation, useSession } from '@tessera/shared/react';
import { Button, Notice, Stack } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';

/** In place of buttons that cannot be pressed: an empty real account is no mistake of the person's. */
export function EmptyAccountOffer() {
  const { t } = useTranslation('trade');
  const navigation = useNavigation();
  const session = useSession();
  return (
    <Stack gap={2}>
      <Notice>{t('ticket.emptyAccount')}</Notice>
      <div className={styles.bar}>
        <Button isBlock size="lg" onClick={() => void session.switchMode('demo')}>
          {t('ticket.practise')}
        </Button>
        <Button isBlock size="lg" variant="secondary" onClick={() => navigation.navigate('/pages/assets/topup')}>
          {t('ticket.deposit')}
        </Button>
      </div>
    </Stack>
  );
}
