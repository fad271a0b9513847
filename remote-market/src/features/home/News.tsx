import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, ChevronRight, List, ListRow, Megaphone, SectionHeading } from '@tessera/shared/ui';
import styles from './Home.module.css';
import { useNews } from './useNews';

const page = '/pages/help/detail';

/** The newest on one line. */
export function NewsLine() {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const [newest] = useNews();
  if (newest === undefined) return null;
  return (
    <button type="button" className={styles.news} onClick={() => navigation.navigate(page, { id: newest.id })}>
      <Megaphone aria-hidden size={18} />
      <span className={styles.newsMark}>{t('home.news')}</span>
      <span className={styles.newsTitle}>{newest.title}</span>
      <ChevronRight aria-hidden size={16} />
    </button>
  );
}

/** Those before it, at the end of the page. */
export function MoreNews() {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const format = useFormat();
  const [, ...others] = useNews();
  if (others.length === 0) return null;
  return (
    <section>
      <SectionHeading
        action={
          <Button variant="quiet" size="sm" onClick={() => navigation.navigate('/pages/help/index', { category: 'news' })}>
            {t('common:action.seeAll')}
          </Button>
        }
      >
        {t('home.moreNews')}
      </SectionHeading>
      <Card padding="none">
        <List label={t('home.moreNews')}>
          {others.map(({ id, title, publishedAtMs }) => (
            <ListRow
              key={id}
              title={title}
              detail={format.date(publishedAtMs)}
              onSelect={() => navigation.navigate(page, { id })}
            />
          ))}
        </List>
      </Card>
    </section>
  );
}
