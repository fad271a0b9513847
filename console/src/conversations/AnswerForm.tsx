import { useRef, useState, type ClipboardEvent, type RefObject } from 'react';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { useKept } from '../parts/useKept';
import { conversationsTexts as texts } from '../texts/conversations';
import { problemText } from '../texts/problemText';
import { ChosenPicture } from './ChosenPicture';
import { pictureProblem, pictureRefused, readyPicture, type ReadyPicture } from './readyPicture';
import { sendAnswer } from './sendAnswer';
import styles from './Conversations.module.css';

const longest = 2000;

/** Words, a picture, or both: then the picture first. Each is tried again under its own name, so a lost answer makes no second entry. */
export function AnswerForm({
  userId,
  field,
  onSent,
}: {
  readonly userId: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSent: () => void;
}) {
  const [text, setText] = useKept(`conversations/${userId}`, '');
  const [picture, setPicture] = useState<ReadyPicture>();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tried = useRef<{ readonly text: string; readonly clientId: string }>(undefined);
  const words = text.trim();
  const isEmpty = words === '' && picture === undefined;

  async function choose(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    try {
      setPicture(await readyPicture(file));
      setProblem(undefined);
    } catch (failure) {
      setProblem(pictureProblem(failure));
    }
  }
  function paste(event: ClipboardEvent): void {
    const file = [...event.clipboardData.files].find(({ type }) => type.startsWith('image/'));
    if (file === undefined) return;
    event.preventDefault();
    void choose(file);
  }
  async function send(): Promise<void> {
    if (isEmpty || isBusy) return;
    setIsBusy(true);
    const refused = await sendAll();
    setIsBusy(false);
    setProblem(refused);
    onSent();
    field.current?.focus();
  }
  /** Why it was not sent; what was sent before that is gone from the form. */
  async function sendAll(): Promise<string | undefined> {
    if (picture !== undefined) {
      const refused = await sendAnswer({ userId, clientId: picture.clientId, picture: picture.base64 });
      if (refused !== undefined) return pictureRefused(refused);
      setPicture(undefined);
    }
    if (words === '') return undefined;
    if (tried.current?.text !== words) tried.current = { text: words, clientId: crypto.randomUUID() };
    const refused = await sendAnswer({ userId, ...tried.current });
    if (refused !== undefined) return problemText(refused);
    tried.current = undefined;
    setText('');
    return undefined;
  }

  return (
    <form
      className="card card-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles['written']}>
        <Field label={texts.answer} hint={texts.answerHint}>
          <textarea
            ref={field}
            dir="auto"
            maxLength={longest}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPaste={paste}
            onKeyDown={(event) => {
              if (event.key === 'Escape') event.currentTarget.blur();
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              void send();
            }}
          />
        </Field>
      </div>
      {picture === undefined ? (
        <Field label={texts.sendPicture} hint={texts.sendPictureHint}>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </Field>
      ) : (
        <ChosenPicture file={picture.file} onRemove={() => setPicture(undefined)} />
      )}
      <p role="alert" className={problem === undefined ? 'hidden' : 'problem'}>
        {problem ?? ''}
      </p>
      <Button kind="main" type="submit" isBusy={isBusy} isDisabled={isEmpty}>
        {texts.send}
      </Button>
    </form>
  );
}
