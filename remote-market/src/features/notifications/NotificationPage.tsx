import { useEffect } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpointAction, useRemoteContext } from '@tessera/shared/react';
import { Badge, Bell, Button, Card, EmptyState, LoadablePanel, mapLoadable, Page, PageHeader, Stack } from '@tessera/shared/ui';
import { ArticleBody } from '../../components/ArticleBody';
import styles from './Notifications.module.css';
import { useMessages, type Message } from './useMessages';

/** One message, read from now on. There is no call for a single one: it is found among the person's messages. */
export function NotificationPage() {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const [search] = useSearchParams();
  const { loadable, data, refetch } = useMessages();
  const id = search.get('id');
  useEffect(() => navigation.setTitle(t('notifications.one')), [navigation, t]);
  const { run: markRead } = useEndpointAction('markMessagesRead', { toastErrors: false, refreshes: ['userMessages'] });
  const isUnread = data?.items.some((item) => item.id === id && !item.isRead) ?? false;
  useEffect(() => {
    if (isUnread && id !== null) void markRead({ id });
  }, [isUnread, id, markRead]);
  const missing = (
    <EmptyState
      icon={Bell}
      title={t('notifications.gone')}
      action={
        <Button size="sm" onClick={() => navigation.redirect('/pages/notification/index')}>
          {t('notifications.toAll')}
        </Button>
      }
    />
  );
  return (
    <Page header={<PageHeader title={t('notifications.one')} onBack={() => navigation.back()} />}>
      <LoadablePanel
        loadable={mapLoadable(loadable, ({ items }): readonly Message[] => items.filter((item) => item.id === id))}
        onRetry={refetch}
        idle={missing}
        empty={missing}
      >
        {([message]) =>
          message !== undefined && (
            <Card padding="lg" as="article">
              <Stack gap={3}>
                <div className={styles.top}>
                  <Badge>{t(`notifications.category.${message.category}`)}</Badge>
                  <time dateTime={new Date(message.atMs).toISOString()}>{format.dateTime(message.atMs)}</time>
                </div>
                <h2 className={styles.heading}>{message.title}</h2>
                <ArticleBody text={message.body} />
              </Stack>
            </Card>
          )
        }
      </LoadablePanel>
    </Page>
  );
}
