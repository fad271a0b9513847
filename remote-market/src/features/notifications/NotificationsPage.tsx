import { useEffect, useState } from 'react';
import type { MessageCategory } from '@tessera/shared/contract';
import { useTranslation } from '@tessera/shared/kernel';
import { ListEnd, useEndpointPages } from '@tessera/shared/lists';
import { useEndpointAction, usePrivateEvents, useRemoteContext, useSessionState } from '@tessera/shared/react';
import {
  Bell,
  Button,
  Card,
  ChartLine,
  dataOf,
  EmptyState,
  IconButton,
  LiveRegion,
  LoadablePanel,
  LogIn,
  Page,
  PageHeader,
  SkeletonRows,
  Tabs,
  VisuallyHidden,
} from '@tessera/shared/ui';
import { MessageRow } from './MessageRow';
import styles from './Notifications.module.css';

const categories = ['all', 'money', 'security', 'trading', 'news'] as const satisfies readonly (MessageCategory | 'all')[];

export function NotificationsPage() {
  const { t } = useTranslation('market');
  const { navigation, session } = useRemoteContext();
  const { isSignedIn } = useSessionState();
  useEffect(() => navigation.setTitle(t('notifications.title')), [navigation, t]);
  return (
    <Page
      header={
        <PageHeader
          title={t('notifications.title')}
          onBack={() => navigation.back()}
          actions={
            <IconButton icon={ChartLine} label={t('alerts.title')} onClick={() => navigation.navigate('/pages/alerts/index')} />
          }
        />
      }
    >
      {isSignedIn ? (
        <Messages />
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

/** The newest page of all, and those before it as the end of the list comes near; what is written meanwhile comes on top. */
function Messages() {
  const { t } = useTranslation('market');
  const [chosen, setChosen] = useState<MessageCategory | 'all'>('all');
  const asked = chosen === 'all' ? {} : { category: chosen };
  const { loadable, hasMore, isReadingMore, readMore, refetch } = useEndpointPages('userMessages', asked);
  const marking = useEndpointAction('markMessagesRead', { refreshes: ['userMessages'] });
  usePrivateEvents((event) => {
    if (event.type === 'notice' || event.type === 'resync') refetch();
  });

  const known = dataOf(loadable);
  const unread = known?.unread ?? 0;
  const tabs = categories.map((id) => {
    const count = id === 'all' ? unread : (known?.unreadOf?.[id] ?? 0);
    return { id, label: t(`notifications.category.${id}`), mark: count === 0 ? undefined : t('notifications.new') };
  });
  return (
    <Tabs label={t('notifications.categories')} tabs={tabs} selected={chosen} onSelect={setChosen}>
      <LiveRegion>
        <VisuallyHidden>{known === undefined ? '' : t('notifications.unread', { count: unread })}</VisuallyHidden>
      </LiveRegion>
      {unread > 0 && (
        <Button variant="quiet" size="sm" isBusy={marking.isBusy} onClick={() => void marking.run({})}>
          {t('notifications.readAll')}
        </Button>
      )}
      <LoadablePanel
        loadable={loadable}
        onRetry={refetch}
        skeleton={<SkeletonRows count={6} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<EmptyState icon={Bell} title={t('notifications.none')} detail={t('notifications.noneDetail')} />}
      >
        {({ items }) => (
          <>
            <Card padding="none" className={styles.list}>
              <ul>
                {items.map((message) => (
                  <MessageRow key={message.id} message={message} onRead={(id) => void marking.run({ id })} />
                ))}
              </ul>
            </Card>
            {hasMore && <ListEnd label={t('notifications.more')} isBusy={isReadingMore} onReached={readMore} />}
          </>
        )}
      </LoadablePanel>
    </Tabs>
  );
}
