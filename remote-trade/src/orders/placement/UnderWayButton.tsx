import { useTranslation } from '@tessera/shared/kernel';
import { Button } from '@tessera/shared/ui';
import styles from '../../components/DirectionButtons.module.css';

/** In place of the buttons while nobody knows what became of the last order: leads back to its sheet. */
export function UnderWayButton({ onShow }: { readonly onShow: () => void }) {
  const { t } = useTranslation('actions');
  return (
    <div className={styles.bar}>
      <Button isBlock size="lg" variant="secondary" onClick={onShow}>
        {t('inProgress')}
      </Button>
    </div>
  );
}
