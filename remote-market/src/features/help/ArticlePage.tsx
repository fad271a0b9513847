import { useEffect } from 'react';
import { ArticleBody } from '@tessera/shared/articles';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useRemoteContext } from '@tessera/shared/react';
import { BookOpen, Button, Card, EmptyState, LoadablePanel, Notice, Page, PageHeader, Skeleton, Stack } from '@tessera/shared/ui';
import styles from './Help.module.css';
import { StillNeedHelp } from './StillNeedHelp';

export function ArticlePage() {
  const { t } = useTranslation('help');
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const article = useEndpoint('newsDetail', { id }, { isEnabled: id !== '', freshMs: 300_000 });
  const category = article.data?.category;
  const title = category === undefined ? t('article') : t(`kind.${category}`);
  useEffect(() => navigation.setTitle(article.data?.title ?? title), [navigation, article.data, title]);
  const unknown = (
    <EmptyState
      icon={BookOpen}
      title={t('unknown')}
      action={
        <Button size="sm" onClick={() => navigation.redirect('/pages/help/index')}>
          {t('title')}
        </Button>
      }
    />
  );
  /** A link in an article is an address with its query. */
  const open = (address: string) => {
    const [path = '', query = ''] = address.split('?');
    navigation.navigate(path, Object.fromEntries(new URLSearchParams(query)));
  };
  const isGone = article.loadable.state === 'failed' && article.loadable.error.code === 'DATA_NOT_FOUND';
  return (
    <Page header={<PageHeader title={title} onBack={() => navigation.back()} />}>
      {isGone ? (
        unknown
      ) : (
        <Stack gap={4}>
          <LoadablePanel
            loadable={article.loadable}
            onRetry={article.refetch}
            idle={unknown}
            skeleton={
              <Stack gap={3}>
                <Skeleton width="70%" height={24} />
                <Skeleton />
                <Skeleton />
                <Skeleton width="60%" />
              </Stack>
            }
          >
            {({ title: heading, body, publishedAtMs, comingMs, coming }) => (
              <>
                {coming !== undefined && comingMs !== undefined && (
                  <Card padding="lg" as="article">
                    <Stack gap={3}>
                      <Notice>{t('coming', { date: format.dateTime(comingMs) })}</Notice>
                      <h2 className={styles.heading}>{coming.title}</h2>
                      <ArticleBody text={coming.body} onOpen={open} />
                    </Stack>
                  </Card>
                )}
                <Card padding="lg" as="article">
                  <Stack gap={3}>
                    {coming !== undefined && <Notice>{t('now')}</Notice>}
                    {coming === undefined && comingMs !== undefined && (
                      <Notice>{t('comes', { date: format.dateTime(comingMs) })}</Notice>
                    )}
                    <h2 className={styles.heading}>{heading}</h2>
                    <time className={styles.date} dateTime={new Date(publishedAtMs).toISOString()}>
                      {format.date(publishedAtMs)}
                    </time>
                    <ArticleBody text={body} onOpen={open} />
                  </Stack>
                </Card>
              </>
            )}
          </LoadablePanel>
          {category === 'help' && <StillNeedHelp />}
        </Stack>
      )}
    </Page>
  );
}
