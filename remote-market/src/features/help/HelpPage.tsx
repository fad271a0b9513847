import { useEffect, useState } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useRemoteContext } from '@tessera/shared/react';
import {
  BookOpen,
  Button,
  Card,
  EmptyState,
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
import { ArticleList, Questions, type Article } from './Questions';
import { StillNeedHelp } from './StillNeedHelp';

const pauseMs = 250;
const categories = ['help', 'news', 'notice', 'agreement', 'rules'] as const;
type Category = (typeof categories)[number];

export function HelpPage() {
  const { t } = useTranslation(['help', 'market']);
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const [search] = useSearchParams();
  const [category, setCategory] = useState<Category>(() => categories.find((one) => one === search.get('category')) ?? 'help');
  const [typed, setTyped] = useState('');
  const query = useSettled(typed.trim(), pauseMs);
  const articles = useEndpointPages(
    'newsList',
    { category, ...(query === '' ? {} : { query }) },
    { freshMs: 300_000, keepsPrevious: true },
  );
  useEffect(() => navigation.setTitle(t('title')), [navigation, t]);

  const detailOf = ({ summary, publishedAtMs, comingMs }: Article): string => {
    if (comingMs !== undefined) return t('comes', { date: format.dateTime(comingMs) });
    return category === 'news' || category === 'notice' ? `${format.date(publishedAtMs)} · ${summary}` : summary;
  };
  const empty =
    query === '' ? (
      <EmptyState icon={BookOpen} title={t('none')} />
    ) : (
      <EmptyState
        icon={SearchX}
        title={t('market:search.none', { query })}
        action={
          <Button size="sm" variant="secondary" onClick={() => setTyped('')}>
            {t('showAll')}
          </Button>
        }
      />
    );
  return (
    <Page header={<PageHeader title={t('title')} onBack={() => navigation.back()} />}>
      <Stack gap={4}>
        <SearchField label={t('search')} value={typed} onChange={setTyped} />
        <Tabs
          label={t('categories')}
          tabs={categories.map((id) => ({ id, label: t(`category.${id}`) }))}
          selected={category}
          onSelect={setCategory}
        />
        <LoadablePanel
          loadable={articles.loadable}
          onRetry={articles.refetch}
          skeleton={<SkeletonRows count={6} />}
          isEmpty={({ items }) => items.length === 0}
          empty={empty}
        >
          {({ items }) => (
            <>
              {
                // Answers of the tab or the query before stay until the next are here.
                query === '' && items.every((article) => article.category === 'help') ? (
                  <Questions articles={items} />
                ) : (
                  <Card padding="none">
                    <ArticleList label={t(`category.${category}`)} articles={items} detailOf={detailOf} />
                  </Card>
                )
              }
              {articles.hasMore && <ListEnd label={t('more')} isBusy={articles.isReadingMore} onReached={articles.readMore} />}
            </>
          )}
        </LoadablePanel>
        <StillNeedHelp />
      </Stack>
    </Page>
  );
}
