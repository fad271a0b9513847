import { Fragment, useEffect, useRef, useState } from 'react';
import { useErrorText, useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { Button, LiveRegion, Row, VisuallyHidden } from '@tessera/shared/ui';
import { OwnPicture, SentPicture } from './ChatPicture';
import { TalkEntry } from './TalkEntry';
import { useTalkScroll } from './useTalkScroll';
import type { Outgoing } from './outgoing';
import type { Conversation, ConversationResult } from './useConversation';
import styles from './Kefu.module.css';

interface TalkProps extends Pick<ConversationResult, 'hasOlder' | 'isReadingOlder' | 'readOlder' | 'refresh'> {
  readonly conversation: Conversation;
  /** Oldest first. */
  readonly unsent: readonly Outgoing[];
  readonly onRetry: (clientId: string) => void;
  readonly onRemove: (clientId: string) => void;
}

/** What was said, oldest first, under the reader's own days; below it what is on its way. */
export function Talk({
  conversation: { items, unread, seenByService },
  unsent,
  hasOlder,
  isReadingOlder,
  readOlder,
  refresh,
  onRetry,
  onRemove,
}: TalkProps) {
  const { t } = useTranslation('conversation');
  const format = useFormat();
  const errorText = useErrorText();
  const list = useRef<HTMLOListElement>(null);
  const theirs = items.filter(({ from }) => from === 'service');
  // Where the reader went on: it does not move while he reads.
  const [newFrom] = useState(() => theirs.at(-unread)?.id);
  const [known] = useState(() => items.at(-1)?.id ?? '0');
  const newest = theirs.at(-1);
  const isNews = newest !== undefined && Number(newest.id) > Number(known);
  const lastOwn = items.findLast(({ from }) => from === 'person');
  const lastUnsent = unsent.at(-1)?.clientId;
  useTalkScroll(list, { first: items[0]?.id, last: lastUnsent ?? items.at(-1)?.id, isOwn: lastUnsent !== undefined });
  const end = useRef<HTMLDivElement>(null);
  useOlder(end, isReadingOlder || !hasOlder, readOlder);
  let day = '';
  return (
    <>
      <div ref={end}>
        {hasOlder && (
          <Button variant="quiet" isBlock isBusy={isReadingOlder} onClick={readOlder}>
            {t('older')}
          </Button>
        )}
      </div>
      <ol ref={list} className={styles.talk} aria-label={t('title')}>
        {items.map(({ id, from, text, picture, atMs }) => {
          const date = format.date(atMs);
          const isNewDay = date !== day;
          day = date;
          const alt = t(from === 'person' ? 'ownPicture' : 'theirPicture');
          return (
            <Fragment key={id}>
              {isNewDay && <li className={styles.day}>{date}</li>}
              {id === newFrom && unread > 0 && <li className={styles.new}>{t('new')}</li>}
              <TalkEntry
                from={from}
                text={text}
                picture={picture && <SentPicture picture={picture} alt={alt} onDead={refresh} />}
                atMs={atMs}
                state={id === lastOwn?.id && Number(seenByService ?? 0) >= Number(id) ? t('seen') : undefined}
              />
            </Fragment>
          );
        })}
        {unsent.map(({ clientId, text = null, picture, atMs, stage, problem }) => (
          <TalkEntry
            key={clientId}
            from="person"
            text={text}
            picture={picture && <OwnPicture file={picture} alt={t('ownPicture')} />}
            atMs={atMs}
            state={stage === 'sending' ? t('sending') : undefined}
            below={
              stage === 'failed' && (
                <div role="alert" className={styles.failed}>
                  <p>
                    {t('failed')} {problem && errorText(problem)}
                  </p>
                  <Row gap={2}>
                    <Button size="sm" onClick={() => onRetry(clientId)}>
                      {t('retry')}
                    </Button>
                    <Button size="sm" variant="secondary" onClick={() => onRemove(clientId)}>
                      {t('remove')}
                    </Button>
                  </Row>
                </div>
              )
            }
          />
        ))}
      </ol>
      <LiveRegion>
        {isNews && <VisuallyHidden>{`${t('from.service')}: ${newest.text ?? t('theirPicture')}`}</VisuallyHidden>}
      </LiveRegion>
    </>
  );
}

/** Coming near the oldest entry reads on; the button serves anyone who does not scroll. */
function useOlder(end: React.RefObject<Element | null>, isResting: boolean, readOlder: () => void): void {
  const latest = useRef(readOlder);
  useEffect(() => {
    latest.current = readOlder;
  });
  useEffect(() => {
    if (isResting || end.current === null || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, isResting]);
}
