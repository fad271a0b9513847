/** What people read in place of a remote, per language. */
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { texts } from '../../texts/releases';
import type { Message } from './changeForm';
import styles from './MessageFields.module.css';

export function MessageFields({
  messages,
  onMessages,
}: {
  readonly messages: readonly Message[];
  readonly onMessages: (messages: readonly Message[]) => void;
}) {
  const put = (at: number, changed: Partial<Message>): void =>
    onMessages(messages.map((message, index) => (index === at ? { ...message, ...changed } : message)));
  return (
    <fieldset className={styles['messages']}>
      <legend>{texts.message.heading}</legend>
      {messages.map(({ language, text }, index) => (
        <div key={index} className={styles['message']}>
          <Field label={texts.message.language}>
            <input
              value={language}
              maxLength={12}
              spellCheck={false}
              autoCapitalize="none"
              onChange={({ target }) => put(index, { language: target.value })}
            />
          </Field>
          <Field label={texts.message.text}>
            <input value={text} maxLength={300} lang={language} onChange={({ target }) => put(index, { text: target.value })} />
          </Field>
        </div>
      ))}
      <Button onClick={() => onMessages([...messages, { language: '', text: '' }])}>{texts.message.add}</Button>
      {messages.length > 1 ? <Button onClick={() => onMessages(messages.slice(0, -1))}>{texts.message.remove}</Button> : null}
    </fieldset>
  );
}
