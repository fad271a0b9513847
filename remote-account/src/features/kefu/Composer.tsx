import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { serviceLimits } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useTranslation } from '@tessera/shared/kernel';
import { preparePicture } from '@tessera/shared/pictures';
import { useDialogs } from '@tessera/shared/react';
import { ArrowUp, IconButton, ImagePlus, X } from '@tessera/shared/ui';
import { OwnPicture } from './ChatPicture';
import { useKeyboardRoom } from './useKeyboardRoom';
import styles from './Kefu.module.css';

const tellFrom = 200;
/** What was begun, by person: still there when the page is opened again. */
const drafts = new Map<string, string>();

interface ComposerProps {
  readonly userId: string;
  readonly onSend: (what: { readonly text: string } | { readonly picture: File }) => void;
}

/** What is written next, and a picture beside it. */
export function Composer({ userId, onSend }: ComposerProps) {
  const { t } = useTranslation('conversation');
  const dialogs = useDialogs();
  const [text, setText] = useState(drafts.get(userId) ?? '');
  const [picture, setPicture] = useState<File>();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useKeyboardRoom(form);
  const left = serviceLimits.text - text.length;
  const isEmpty = text.trim() === '' && picture === undefined;

  function write(next: string): void {
    setText(next);
    drafts.set(userId, next);
  }
  function submit(): void {
    if (picture !== undefined) onSend({ picture });
    if (text.trim() !== '') onSend({ text: text.trim() });
    setPicture(undefined);
    write('');
    field.current?.focus();
  }
  async function pick({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = currentTarget.files ?? [];
    // So that the same file can be picked again.
    currentTarget.value = '';
    if (file === undefined) return;
    await preparePicture(file).then(setPicture, (failure: unknown) => dialogs.toastError(asAppError(failure, 'UPLOAD_FAILED')));
  }
  function onKeyDown(event: KeyboardEvent): void {
    // On a screen that is touched, Enter is a new line; while letters are put together, it chooses one.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (!window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (!isEmpty) submit();
  }

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) submit();
      }}
    >
      {picture !== undefined && (
        <div className={styles.chosen}>
          <OwnPicture file={picture} alt={t('ownPicture')} />
          <IconButton label={t('removePicture')} icon={X} onClick={() => setPicture(undefined)} />
        </div>
      )}
      <div className={styles.line}>
        <label className={styles.source}>
          <ImagePlus aria-hidden size={22} />
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            aria-label={t('picture')}
            className={styles.file}
            onChange={(event) => void pick(event)}
          />
        </label>
        <textarea
          ref={field}
          className={styles.text}
          aria-label={t('write')}
          placeholder={t('write')}
          dir="auto"
          rows={1}
          maxLength={serviceLimits.text}
          enterKeyHint="enter"
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" variant="tonal" label={t('send')} icon={ArrowUp} disabled={isEmpty} className={styles.send} />
      </div>
      {left <= tellFrom && (
        <p className={styles.note} role="status">
          {t('left', { count: left })}
        </p>
      )}
    </form>
  );
}
