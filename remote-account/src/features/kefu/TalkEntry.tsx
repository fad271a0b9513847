import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { useFormat } from '@tessera/shared/i18n';
import { useTranslation } from '@tessera/shared/kernel';
import { VisuallyHidden } from '@tessera/shared/ui';
import styles from './Kefu.module.css';

interface TalkEntryProps {
  readonly from: 'person' | 'service';
  readonly text: string | null;
  readonly picture: ReactNode;
  readonly atMs: number;
  /** Beside the time: "sending", "seen". */
  readonly state?: string | undefined;
  /** Below it: why it was not sent, and what can be done. */
  readonly below?: ReactNode;
}

/** One entry. Its text is text: marks in it turn nothing outside of it, a word without an end is broken. */
export function TalkEntry({ from, text, picture, atMs, state, below }: TalkEntryProps) {
  const { t } = useTranslation('conversation');
  const format = useFormat();
  return (
    <li className={clsx(styles.entry, from === 'person' && styles.own)}>
      <div className={styles.bubble}>
        <VisuallyHidden>{`${t(`from.${from}`)}: `}</VisuallyHidden>
        {picture}
        {text !== null && (
          <p dir="auto" className={styles.words}>
            {text}
          </p>
        )}
      </div>
      <p className={styles.meta}>
        <time dateTime={new Date(atMs).toISOString()}>{format.minute(atMs)}</time>
        {state !== undefined && ` · ${state}`}
      </p>
      {below}
    </li>
  );
}
