/** Help articles with a search, and the same list for news. The server searches: it knows every article in every language. */
import { useEffect, useState } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useRemoteContext } from '@tessera/shared/react';
import {
  BookOpen,
  Button,
  Card,
  EmptyState,
  Headset,
  List,
  ListRow,
  LoadablePanel,
  Page,
  PageHeader,
  SearchField,
  SearchX,
  SkeletonRows,
  Stack,
  Tabs,
} from '@tessera/shared/ui';
import { useSettled } from '../../components/useSettled';
import styles from './Help.module.css';

const pauseMs = 250;
const categories = ['help', 'news', 'notice', 'agreement'] as const;
type Category = (typeof categories)[number];

export function HelpPage() {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const [search] = useSearchParams();
  const [category, setCategory] = useState<Category>(() => categories.find((one) => one === search.get('category')) ?? 'help');
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim(), pauseMs);
  const articles = useEndpoint(
    'newsList',
    { category, pageSize: 50, ...(query === '' ? {} : { query }) },
    { freshMs: 300_000, keepsPrevious: true },
  );
  useEffect(() => navigation.setTitle(t('help.title')), [navigation, t]);

  return (
    <Page header={<PageHeader title={t('help.title')} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <SearchField label={t('help.search')} value={typed} onChange={setTyped} />
        <Tabs
          label={t('help.categories')}
          tabs={categories.map((id) => ({ id, label: t(`help.category.${id}`) }))}
          selected={category}
          onSelect={setCategory}
        />
        <LoadablePanel
          loadable={articles.loadable}
          onRetry={articles.refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ items }) => items.length === 0}
          empty={
            query === '' ? (
              <EmptyState icon={BookOpen} title={t('help.none')} />
            ) : (
              <EmptyState
                icon={SearchX}
                title={t('search.none', { query })}
                action={
                  <Button size="sm" variant="secondary" onClick={() => setTyped('')}>
                    {t('help.showAll')}
                  </Button>
                }
              />
            )
          }
        >
          {({ items }) => (
            <Card padding="none">
              <List label={t(`help.category.${category}`)}>
                {items.map(({ id, title, summary, publishedAtMs }) => (
                  <ListRow
                    key={id}
                    title={title}
                    detail={category === 'news' || category === 'notice' ? `${format.date(publishedAtMs)} · ${summary}` : summary}
                    onSelect={() => navigation.navigate('/pages/help/detail', { id })}
                  />
                ))}
              </List>
            </Card>
          )}
        </LoadablePanel>
        <div className={styles.contact}>
          <p>{t('help.stillNeed')}</p>
          <Button variant="secondary" size="sm" icon={Headset} onClick={() => navigation.navigate('/pages/service/index')}>
            {t('help.contact')}
          </Button>
        </div>
      </Stack>
    </Page>
  );
}
