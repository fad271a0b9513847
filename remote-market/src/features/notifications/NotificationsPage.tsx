import { useEffect, useState } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock, useEndpointAction, useRemoteContext } from '@tessera/shared/react';
import { Bell, Button, Card, EmptyState, LoadablePanel, LogIn, Page, PageHeader, SkeletonRows, Tabs } from '@tessera/shared/ui';
import styles from './Notifications.module.css';
import { useMessages, type MessageCategory } from './useMessages';

const categories = ['all', 'money', 'security', 'trading', 'news'] as const satisfies readonly (MessageCategory | 'all')[];

export function NotificationsPage() {
  const { t } = useTranslation('market');
  const { navigation, session } = useRemoteContext();
  const format = useFormat();
  const clock = useClock();
  const { loadable, data, refetch, isSignedIn } = useMessages();
  const [category, setCategory] = useState<(typeof categories)[number]>('all');
  useEffect(() => navigation.setTitle(t('notifications.title')), [navigation, t]);

  const unread = (id: (typeof categories)[number]) =>
    data?.items.filter((item) => !item.isRead && (id === 'all' || item.category === id)).length ?? 0;
  const tabs = categories.map((id) => ({
    id,
    label: t(`notifications.category.${id}`),
    count: unread(id) === 0 ? undefined : unread(id),
  }));

  const markAll = useEndpointAction('markMessagesRead', { refreshes: ['userMessages'] });

  return (
    <Page header={<PageHeader title={t('notifications.title')} onBack={() => navigation.back()} />}>
      {isSignedIn ? (
        <>
          <Tabs label={t('notifications.categories')} tabs={tabs} selected={category} onSelect={setCategory} />
          {data !== undefined && data.unread > 0 && (
            <Button variant="quiet" size="sm" isBusy={markAll.isBusy} onClick={() => void markAll.run({})}>
              {t('notifications.readAll')}
            </Button>
          )}
          <LoadablePanel
            loadable={loadable}
            onRetry={refetch}
            skeleton={<SkeletonRows count={6} />}
            isEmpty={({ items }) => items.every((item) => category !== 'all' && item.category !== category)}
            empty={<EmptyState icon={Bell} title={t('notifications.none')} detail={t('notifications.noneDetail')} />}
          >
            {({ items }) => (
              <Card padding="none" className={styles.list}>
                <ul>
                  {items
                    .filter((item) => category === 'all' || item.category === category)
                    .map((item) => (
                      <li key={item.id} className={styles.item}>
                        <button
                          type="button"
                          className={styles.message}
                          onClick={() => navigation.navigate('/pages/notification/detail', { id: item.id })}
                        >
                          <span className={styles.top}>
                            <span className={styles.category}>{t(`notifications.category.${item.category}`)}</span>
                            <time dateTime={new Date(item.atMs).toISOString()}>{format.relative(item.atMs, clock.now())}</time>
                          </span>
                          <span className={styles.title} data-unread={!item.isRead || undefined}>
                            {!item.isRead && <span className={styles.dot} role="img" aria-label={t('notifications.new')} />}
                            {item.title}
                          </span>
                          <span className={styles.body}>{item.body}</span>
                        </button>
                      </li>
                    ))}
                </ul>
              </Card>
            )}
          </LoadablePanel>
        </>
      ) : (
        <EmptyState
          icon={Bell}
          title={t('notifications.visitor')}
          detail={t('notifications.visitorDetail')}
          action={
            <Button icon={LogIn} size="sm" onClick={() => session.requestLogin()}>
              {t('home.signIn')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
