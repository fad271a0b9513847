/**
 * The line under a book or a list of trades. It says that they are modelled and explains it on request; while what is
 * shown is old it says that instead, in the same place.
 */
import { useState } from 'react';
import { useTranslation } from '@tessera/shared/kernel';
import { useErrorText } from '../../../remote-kit/i18n/useErrorText';
import { useFormat } from '../../../remote-kit/i18n/useFormat';
import { History, Info } from '../icons';
import type { Loadable } from '../state/Loadable';
import { Sheet } from '../surface/Sheet';
import styles from './OrderBook.module.css';

export interface BookNoteProps {
  readonly loadable: Loadable<unknown>;
  readonly isModelled: boolean;
  readonly about: 'book' | 'trades';
  readonly onRetry?: (() => void) | undefined;
}

export function BookNote({ loadable, isModelled, about, onRetry }: BookNoteProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const errorText = useErrorText();
  const [isOpen, setOpen] = useState(false);
  const isOld = loadable.state === 'stale' || (loadable.state === 'failed' && loadable.data !== undefined);
  const sinceMs = isOld ? loadable.sinceMs : undefined;
  return (
    <div className={styles.note}>
      <span role="status" className={styles.old}>
        {isOld && (
          <>
            <History aria-hidden size={14} />
            <span>
              {loadable.state === 'failed' ? errorText(loadable.error) : t('book.paused')}
              {sinceMs !== undefined && <> · {format.time(sinceMs)}</>}
            </span>
          </>
        )}
      </span>
      {isOld && onRetry !== undefined && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          {t('action.retry')}
        </button>
      )}
      {!isOld && isModelled && (
        <button type="button" className={styles.modelled} onClick={() => setOpen(true)}>
          <Info aria-hidden size={14} />
          <span>{t(`book.modelled.${about}`)}</span>
        </button>
      )}
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t(`book.modelled.${about}`)}>
        <div className={styles.explained}>
          <p>{t(`book.modelled.${about}Text`)}</p>
          <p>{t('book.modelled.check')}</p>
        </div>
      </Sheet>
    </div>
  );
}
