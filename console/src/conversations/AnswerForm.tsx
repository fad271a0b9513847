import { useRef, useState, type RefObject } from 'react';
import { callOperation } from '../api/operations';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { conversationsTexts as texts } from '../texts/conversations';
import { problemText } from '../texts/problemText';

const longest = 2000;

/** Of one text, tried again under the same name: a lost answer makes no second entry. */
export function AnswerForm({
  userId,
  field,
  onSent,
}: {
  readonly userId: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onSent: () => void;
}) {
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const tried = useRef<{ readonly text: string; readonly clientId: string }>(undefined);

  async function send(): Promise<void> {
    const words = text.trim();
    if (words === '' || isBusy) return;
    if (tried.current?.text !== words) tried.current = { text: words, clientId: crypto.randomUUID() };
    setIsBusy(true);
    const answer = await callOperation('conversationsAnswer', { userId, ...tried.current });
    setIsBusy(false);
    setProblem(answer.is === 'answer' ? undefined : problemText(answer));
    if (answer.is !== 'answer') return;
    tried.current = undefined;
    setText('');
    onSent();
    field.current?.focus();
  }

  return (
    <form
      className="card-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field label={texts.answer} hint={texts.answerHint}>
        <textarea
          ref={field}
          dir="auto"
          maxLength={longest}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void send();
          }}
        />
      </Field>
      <p role="alert" className={problem === undefined ? 'hidden' : 'problem'}>
        {problem ?? ''}
      </p>
      <Button kind="main" type="submit" isBusy={isBusy} isDisabled={text.trim() === ''}>
        {texts.send}
      </Button>
    </form>
  );
}
