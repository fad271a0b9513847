import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import type { EndpointResponse } from '@tessera/shared/contract';
import { useClock, useNavigation } from '@tessera/shared/react';
import { Check, IconButton } from '@tessera/shared/ui';
import styles from './Notifications.module.css';
import { useSwipe } from './useSwipe';

export type Message = EndpointResponse<'userMessages'>['items'][number];

interface MessageRowProps {
  readonly message: Message;
  readonly onRead: (id: string) => void;
}

/** Opened by a press; marked as read by its button, or by pushing it aside. */
export function MessageRow({ message: { id, category, title, body, atMs, isRead }, onRead }: MessageRowProps) {
  const { t } = useTranslation('market');
  const navigation = useNavigation();
  const format = useFormat();
  const clock = useClock();
  const { offset, handlers } = useSwipe(!isRead, () => onRead(id));
  return (
    <li className={styles.item}>
      <div className={styles.row} {...handlers} style={offset === 0 ? undefined : { transform: `translateX(${offset}px)` }}>
        <button
          type="button"
          className={styles.message}
          onClick={() => navigation.navigate('/pages/notification/detail', { id })}
        >
          <span className={styles.top}>
            <span>{t(`notifications.category.${category}`)}</span>
            <time dateTime={new Date(atMs).toISOString()}>{format.relative(atMs, clock.now())}</time>
          </span>
          <span className={styles.title} data-unread={!isRead || undefined}>
            {!isRead && <span className={styles.dot} role="img" aria-label={t('notifications.new')} />}
            {title}
          </span>
          <span className={styles.body}>{body}</span>
        </button>
        {!isRead && <IconButton icon={Check} label={t('notifications.read', { title })} onClick={() => onRead(id)} />}
      </div>
    </li>
  );
}
