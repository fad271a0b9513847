import { useEffect } from 'react';
import { useFormat } from '@tessera/shared/i18n';
import { useSearchParams, useTranslation } from '@tessera/shared/kernel';
import { useEndpoint, useEndpointAction, useRemoteContext, useSessionState } from '@tessera/shared/react';
import {
  Badge,
  Bell,
  Button,
  Card,
  ChartLine,
  EmptyState,
  LoadablePanel,
  mapLoadable,
  Page,
  PageHeader,
  Stack,
} from '@tessera/shared/ui';
import { openChart } from '../../components/chartPath';
import type { Message } from './MessageRow';
import styles from './Notifications.module.css';

const idPattern = /^\d{1,15}$/;
const catalogueFreshMs = 300_000;

/** One message, read from now on. */
export function NotificationPage() {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const { isSignedIn } = useSessionState();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const isEnabled = isSignedIn && idPattern.test(id);
  const { loadable, data, refetch } = useEndpoint('userMessages', { id }, { isEnabled });
  useEffect(() => navigation.setTitle(t('notifications.one')), [navigation, t]);
  const { run: markRead } = useEndpointAction('markMessagesRead', { toastErrors: false, refreshes: ['userMessages'] });
  const isUnread = data?.items[0]?.isRead === false;
  useEffect(() => {
    if (isUnread) void markRead({ id });
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
        loadable={mapLoadable(loadable, ({ items }): readonly Message[] => items)}
        onRetry={refetch}
        idle={missing}
        empty={missing}
      >
        {([message]) => message !== undefined && <Shown message={message} />}
      </LoadablePanel>
    </Page>
  );
}

function Shown({ message: { category, title, body, atMs, symbol, projectId } }: { readonly message: Message }) {
  const { t } = useTranslation('market');
  const { navigation } = useRemoteContext();
  const format = useFormat();
  const { data: catalogue } = useEndpoint('coinList', {}, { isEnabled: symbol !== undefined, freshMs: catalogueFreshMs });
  const info = catalogue?.symbols.find((one) => one.symbol === symbol);
  return (
    <Card padding="lg" as="article">
      <Stack gap={3}>
        <div className={styles.top}>
          <Badge>{t(`notifications.category.${category}`)}</Badge>
          <time dateTime={new Date(atMs).toISOString()}>{format.dateTime(atMs)}</time>
        </div>
        <h2 className={styles.heading}>{title}</h2>
        <p className={styles.text}>{body}</p>
        {info !== undefined && (
          <Button variant="secondary" icon={ChartLine} onClick={() => openChart(navigation, info)}>
            {t('notifications.chart')}
          </Button>
        )}
        {projectId !== undefined && (
          <Button
            variant="secondary"
            onClick={() => navigation.navigate('/pages/InterestTreasure/detail', { project: projectId })}
          >
            {t('notifications.project')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
