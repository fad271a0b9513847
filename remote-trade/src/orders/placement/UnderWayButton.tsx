import type { MoneyActionHandle } from '@tessera/shared/actions';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, Notice } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';

interface UnderWayButtonProps {
  readonly placing: Pick<MoneyActionHandle<unknown, unknown, unknown>, 'action' | 'show'>;
}

/** In place of the buttons while nobody knows what became of the last order: leads back to its sheet. */
export function UnderWayButton({ placing: { action, show } }: UnderWayButtonProps) {
  const { t } = useTranslation('actions');
  const { t: tTrade } = useTranslation('trade');
  // After a reload only its id is known: there is no sheet to lead to.
  if ('draft' in action && action.draft === undefined) return <Notice tone="warning">{tTrade('confirm.unknown')}</Notice>;
  return (
    <div className={styles.bar}>
      <Button isBlock size="lg" variant="secondary" onClick={show}>
        {t('inProgress')}
      </Button>
    </div>
  );
}
