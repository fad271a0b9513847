import { useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useNavigation } from '@tessera/shared/react';
import { ChevronRight, dataOf, Megaphone } from '@tessera/shared/ui';
import styles from './Home.module.css';

/** The newest notice on one line. Without one, or when it cannot be had, the line is not there: it is no place for errors. */
export function NewsLine() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const news = useEndpoint('newsList', { category: 'news', pageSize: 1 }, { freshMs: 300_000 });
  const newest = dataOf(news.loadable)?.items[0];
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
