import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { ChevronRight, Megaphone, Skeleton } from '@tessera/shared/ui';
import styles from './Home.module.css';
import { useNews } from './useNews';

/** The newest on one line. */
export function NewsLine() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const news = useNews();
  if (news === undefined) return <Skeleton shape="block" height={44} />;
  const [newest] = news;
  if (newest === undefined) return null;
  return (
    <button type="button" className={styles.news} onClick={() => navigation.navigate('/pages/help/detail', { id: newest.id })}>
      <Megaphone aria-hidden size={18} />
      <span className={styles.newsMark}>{t('home.news')}</span>
      <span className={styles.newsTitle}>{newest.title}</span>
      <ChevronRight aria-hidden size={16} />
    </button>
  );
}
