import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useNavigation } from '@tessera/shared/react';
import { Button, Card, List, ListRow, SectionHeading } from '@tessera/shared/ui';
import { useNews } from './useNews';

/** Those before the newest, at the end of the page. */
export function MoreNews() {
  const { t } = useTranslation(['market', 'common']);
  const navigation = useNavigation();
  const format = useFormat();
  const [, ...others] = useNews() ?? [];
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
              onSelect={() => navigation.navigate('/pages/help/detail', { id })}
            />
          ))}
        </List>
      </Card>
    </section>
  );
}
