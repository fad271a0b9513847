/** Asks before something is done, and why; what was typed stays when it is refused. */
import { useState, type ReactNode } from 'react';
import type { Answer } from '../api/operations';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { Field } from '../parts/Field';
import { actTexts as texts } from '../texts/acts';
import { problemText } from '../texts/problemText';

export interface ActDialogProps {
  readonly title: string;
  /** What will be done, in the words of the button. */
  readonly confirm: string;
  readonly kind?: 'main' | 'danger';
  /** Without it the reason was given before, or none is needed. */
  readonly reasonHint?: string;
  readonly children?: ReactNode;
  /** Not while it is false: what is shown is not known yet, or does not hold. */
  readonly isReady?: boolean;
  readonly act: (reason: string) => Promise<Answer<unknown>>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function ActDialog({
  title,
  confirm,
  kind = 'main',
  reasonHint,
  children,
  isReady = true,
  act,
  onDone,
  onClose,
}: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState('');
  const [isDoing, setIsDoing] = useState(false);
  const asksWhy = reasonHint !== undefined;

  async function submit(): Promise<void> {
    if (asksWhy && reason.trim() === '') return setProblem(texts.reasonMissing);
    setIsDoing(true);
    const answer = await act(reason.trim());
    setIsDoing(false);
    if (answer.is === 'problem') return setProblem(problemText(answer));
    onDone();
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        acts={
          <>
            <Button kind={kind} type="submit" isBusy={isDoing} isDisabled={!isReady} isFirst={!asksWhy}>
              {confirm}
            </Button>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </>
        }
      >
        {children}
        {asksWhy ? (
          <Field label={texts.reason} hint={reasonHint}>
            <textarea
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setProblem('');
              }}
              maxLength={500}
              data-first
            />
          </Field>
        ) : null}
        <p role="alert" className={problem === '' ? 'hidden' : 'problem'}>
          {problem}
        </p>
      </DialogForm>
    </Dialog>
  );
}
