import { useEffect, useRef, useState } from 'react';
import type { ConversationEntry, OperationResponse } from '@tessera/shared/operations';
import { dateTime } from '../parts/times';
import { conversationsTexts as texts } from '../texts/conversations';
import styles from './Conversations.module.css';

/** Oldest first, begun at the newest. What people wrote is text: marks in it turn nothing outside of it. */
export function Entries({
  seen: { items, seenByPerson },
  onDead,
}: {
  readonly seen: OperationResponse<'conversationsGet'>;
  readonly onDead: () => void;
}) {
  const last = useRef<HTMLLIElement>(null);
  // Some browsers answer with a promise, which is no way to clean up.
  useEffect(() => {
    last.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  if (items.length === 0) return <p className="note">{texts.saidNothing}</p>;
  const lastOurs = items.find(({ from }) => from === 'service')?.id;
  return (
    <ol className={styles['entries']} aria-label={texts.said}>
      {items.toReversed().map((entry) => {
        const { id, from, text, picture, operator, atMs } = entry;
        const isSeen = id === lastOurs && Number(seenByPerson ?? 0) >= Number(id);
        return (
          <li
            key={id}
            ref={id === items[0]?.id ? last : undefined}
            className={from === 'service' ? styles['ours'] : styles['theirs']}
          >
            <p className="soft small">
              <strong>{operator ?? texts.thePerson}</strong> <time dateTime={new Date(atMs).toISOString()}>{dateTime(atMs)}</time>
              {isSeen ? ` · ${texts.seen}` : ''}
            </p>
            {picture === null ? (
              <p className={styles['words']} dir="auto">
                {text}
              </p>
            ) : (
              <EntryPicture picture={picture} operator={operator} onDead={onDead} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Each question is answered with another address of the same picture; only a dead one is replaced. */
function EntryPicture({
  picture: { address, width, height },
  operator,
  onDead,
}: {
  readonly picture: NonNullable<ConversationEntry['picture']>;
  readonly operator: string | null;
  readonly onDead: () => void;
}) {
  const [used, setUsed] = useState(address);
  const [isDead, setIsDead] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  if (isDead && address !== used) {
    setUsed(address);
    setIsDead(false);
  }
  return (
    <>
      <button
        type="button"
        className={styles['open']}
        aria-pressed={isLarge}
        aria-label={texts.larger(operator)}
        onClick={() => setIsLarge(!isLarge)}
      >
        <img
          src={used}
          alt={texts.pictureBy(operator)}
          width={width}
          height={height}
          className={isLarge ? styles['large'] : styles['small']}
          onError={() => {
            if (isDead) return;
            setIsDead(true);
            onDead();
          }}
        />
      </button>
      <p role="status" className={isDead ? 'problem' : 'hidden'}>
        {isDead ? texts.pictureGone : ''}
      </p>
    </>
  );
}
