import { useTranslation } from '@tessera/shared/kernel';
import { useSession } from '@tessera/shared/react';
import { Button } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';

/** In place of the buttons while the person takes a break from his real account. */
export function PractiseOffer() {
  const { t } = useTranslation('trade');
  const session = useSession();
  return (
    <div className={styles.bar}>
      <Button isBlock size="lg" onClick={() => void session.switchMode('demo')}>
        {t('ticket.practise')}
      </Button>
    </div>
  );
}
