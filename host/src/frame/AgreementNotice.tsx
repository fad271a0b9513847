import { useEffect, useState, type ReactNode } from 'react';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useFormat } from '@tessera/shared/i18n';
import { timer, useTranslation } from '@tessera/shared/kernel';
import { useLive } from '@tessera/shared/react';
import { AfterOtherSheets, Button, Sheet, Stack } from '@tessera/shared/ui';
import { useHost } from '../bootstrap/HostServices';
import { storageKeys } from '../browser/storageKeys';

type Article = EndpointResponse<'newsList'>['items'][number];
/** The app is up and shown first. */
const startAfterMs = 5000;
const articlePage = '/pages/help/detail';

/**
 * An agreement or rules that begin to hold later are announced to who has signed in, once per text: when, and where the text is read. Shown
 * after any question that is open.
 */
export function AgreementNotice(): ReactNode {
  const { navigation } = useHost();
  const { t } = useTranslation('host');
  const format = useFormat();
  const { coming, close } = useComingText();
  if (coming === undefined) return null;
  return (
    <AfterOtherSheets>
      <Sheet
        isOpen
        onClose={close}
        title={t('agreement.title')}
        footer={
          <Stack gap={2}>
            <Button
              size="lg"
              isBlock
              onClick={() => {
                close();
                navigation.navigate(articlePage, { id: coming.id });
              }}
            >
              {t('agreement.read')}
            </Button>
            <Button size="lg" variant="secondary" isBlock onClick={close}>
              {t('agreement.later')}
            </Button>
          </Stack>
        }
      >
        <p>{t('agreement.body', { title: coming.title, date: format.dateTime(coming.comingMs) })}</p>
      </Sheet>
    </AfterOtherSheets>
  );
}

/** The first that this person has not been told of in this browser. */
function useComingText(): { readonly coming: (Article & { readonly comingMs: number }) | undefined; close(): void } {
  const { api, session, store } = useHost();
  const { isSignedIn, userId = '', generation } = useLive(session.state);
  const key = `${storageKeys.agreementSeen}.${userId}`;
  const [announced, setAnnounced] = useState<{ readonly of: number; readonly articles: readonly Article[] } | undefined>(
    undefined,
  );
  const [seen, setSeen] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const asking = timer(startAfterMs).subscribe(() => {
      const lists = (['agreement', 'rules'] as const).map((category) =>
        api.call('newsList', { category, pageSize: 100 }, { toastErrors: false }),
      );
      Promise.all(lists).then(
        (answers) => {
          setSeen(store.read(key)?.split(' ') ?? []);
          setAnnounced({ of: generation, articles: answers.flatMap(({ items }) => items) });
        },
        // Asked again with the next start.
        () => undefined,
      );
    });
    return () => asking.unsubscribe();
  }, [api, store, key, isSignedIn, generation]);

  const articles = announced?.of === generation ? announced.articles : [];
  const unseen = articles.flatMap(({ comingMs, ...article }) =>
    comingMs === undefined || seen.includes(nameOf(article.id, comingMs)) ? [] : { ...article, comingMs },
  );
  const [coming] = unseen;
  return {
    coming,
    close() {
      if (coming === undefined) return;
      const next = [...seen, nameOf(coming.id, coming.comingMs)];
      setSeen(next);
      // Of those that are announced now: the list does not grow for ever.
      const announcedNow = articles.map(({ id, comingMs = 0 }) => nameOf(id, comingMs));
      store.write(key, next.filter((name) => announcedNow.includes(name)).join(' '));
    },
  };
}

const nameOf = (id: string, comingMs: number): string => `${id}@${comingMs}`;
