import { useEffect } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useClock, useLive, useRemoteContext, useSessionState } from '@tessera/shared/react';
import { Button, EmptyState, Headset, LoadablePanel, LogIn, Page, PageHeader, StaleMark } from '@tessera/shared/ui';
import { Composer } from './Composer';
import { drop, outgoing, send, sendAgain } from './outgoing';
import { Talk } from './Talk';
import { useConversation } from './useConversation';

/** The conversation with customer service. Whoever is not signed in has none and is led to the sign-in. */
export function KefuPage() {
  const { t } = useTranslation('conversation');
  const context = useRemoteContext();
  const { navigation, session } = context;
  const { isSignedIn, userId } = useSessionState();
  const clock = useClock();
  const { loadable, data, refresh, ...paging } = useConversation();
  const waiting = useLive(outgoing).filter((one) => one.userId === userId);
  const title = t('title');
  useEffect(() => navigation.setTitle(title), [navigation, title]);

  // What the server shows is no longer on its way.
  const arrived = new Set((data?.items ?? []).flatMap(({ clientId }) => clientId ?? []));
  const unsent = waiting.filter(({ clientId }) => !arrived.has(clientId));
  const hasArrived = waiting.length > unsent.length;
  useEffect(() => {
    if (hasArrived) drop(arrived);
  });

  const sent = (sending: Promise<void>): void => void sending.then(refresh);
  const isBegun = (data?.items.length ?? 0) > 0 || unsent.length > 0;
  return (
    <Page
      header={<PageHeader title={title} onBack={() => navigation.back()} />}
      footer={
        isSignedIn && userId !== undefined ? (
          <Composer
            key={userId}
            userId={userId}
            onSend={(what) => sent(send(context, { clientId: crypto.randomUUID(), atMs: clock.now(), ...what }))}
          />
        ) : undefined
      }
    >
      {isSignedIn ? (
        data === undefined ? (
          <LoadablePanel loadable={loadable} onRetry={refresh}>
            {() => null}
          </LoadablePanel>
        ) : (
          // What is read stays where it is while the network comes and goes.
          <>
            {(loadable.state === 'stale' || loadable.state === 'failed') && (
              <StaleMark sinceMs={loadable.sinceMs} onRetry={refresh} />
            )}
            {isBegun ? (
              <Talk
                conversation={data}
                unsent={unsent}
                refresh={refresh}
                {...paging}
                onRetry={(clientId) => sent(sendAgain(context, clientId))}
                onRemove={(clientId) => drop(new Set([clientId]))}
              />
            ) : (
              <EmptyState icon={Headset} title={t('empty')} detail={t('emptyDetail')} />
            )}
          </>
        )
      ) : (
        <EmptyState
          icon={Headset}
          title={t('visitor')}
          detail={t('visitorDetail')}
          action={
            <Button icon={LogIn} size="sm" onClick={() => session.requestLogin()}>
              {t('signIn')}
            </Button>
          }
        />
      )}
    </Page>
  );
}
