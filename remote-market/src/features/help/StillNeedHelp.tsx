import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Headset } from '@tessera/shared/ui';
import styles from './Help.module.css';

/** For whom no article answers: a person does. */
export function StillNeedHelp() {
  const { t } = useTranslation('help');
  const navigation = useNavigation();
  return (
    <div className={styles.contact}>
      <p>{t('stillNeed')}</p>
      <Button variant="secondary" size="sm" icon={Headset} onClick={() => navigation.navigate('/pages/service/index')}>
        {t('contact')}
      </Button>
    </div>
  );
}
