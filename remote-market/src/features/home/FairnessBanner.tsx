import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { ArrowRight, ShieldCheck } from '@tessera/shared/ui';
import styles from './Home.module.css';

/** What sets this exchange apart, as a fact that the reader can check: no promise of gain. */
export function FairnessBanner() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  return (
    <button type="button" className={styles.banner} onClick={() => navigation.navigate('/pages/fairness/index')}>
      <span className={styles.bannerTexts}>
        <span className={styles.bannerTitle}>{t('home.fair.title')}</span>
        <span className={styles.bannerDetail}>{t('home.fair.detail')}</span>
        <span className={styles.bannerLink}>
          {t('home.fair.link')}
          <ArrowRight aria-hidden size={16} />
        </span>
      </span>
      <span aria-hidden className={styles.bannerMark}>
        <ShieldCheck size={30} strokeWidth={1.6} />
      </span>
    </button>
  );
}
