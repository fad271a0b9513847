import { useEffect } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useRemoteContext } from '@tessera/shared/react';
import { BookOpen, Card, EmptyState, LoadablePanel, Page, PageHeader, Skeleton, Stack } from '@tessera/shared/ui';
import { ArticleBody } from '../../components/ArticleBody';
import styles from './Help.module.css';

export function ArticlePage() {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const article = useEndpoint('newsDetail', { id }, { isEnabled: id !== '', freshMs: 300_000 });
  const title = article.data === undefined ? t('help.article') : t(`help.kind.${article.data.category}`);
  useEffect(() => navigation.setTitle(article.data?.title ?? title), [navigation, article.data, title]);
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      <LoadablePanel
        loadable={article.loadable}
        onRetry={article.refetch}
        idle={<EmptyState icon={BookOpen} title={t('help.unknown')} />}
        skeleton={
          <Stack gap={3}>
            <Skeleton width="70%" height={24} />
            <Skeleton />
            <Skeleton />
            <Skeleton width="60%" />
          </Stack>
        }
      >
        {({ title: heading, body, publishedAtMs }) => (
          <Card padding="lg" as="article">
            <Stack gap={3}>
              <h2 className={styles.heading}>{heading}</h2>
              <time className={styles.date} dateTime={new Date(publishedAtMs).toISOString()}>
                {format.date(publishedAtMs)}
              </time>
              <ArticleBody text={body} />
            </Stack>
          </Card>
        )}
      </LoadablePanel>
    </Page>
  );
}
