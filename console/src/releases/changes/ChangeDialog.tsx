/**
 * One change from wish to answer: what it asks for, what would change by the server's word, then the change and what came of it.
 * A refusal keeps what was typed. The status goes on beneath: what is shown of the remote is always the present.
 */
import { useState } from 'react';
import type { HostChange, RemoteChange } from '@tessera/release';
import type { Answer, ReleasesApi } from '../releasesApi';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { DialogForm } from '../../parts/DialogForm';
import { changeText, problemText, texts } from '../../texts/releases';
import { bodyOf, missing, suggestedInput, verbOf, type ChangeKind, type Subject } from './changeForm';
import { ChangeFields } from './ChangeFields';
import styles from './ChangeDialog.module.css';
import { RollbackSummary } from './RollbackSummary';
import { useDryRun } from './useDryRun';

export interface ChangeDialogProps {
  readonly api: ReleasesApi;
  readonly kind: ChangeKind;
  readonly subject: Subject;
  /** Of the pointer that is live. */
  readonly serial: number;
  /** The subject is as the server says now, not as it said before it fell silent. */
  readonly isPresent: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

type Done = Answer<RemoteChange | HostChange>;

export function ChangeDialog({ api, kind, subject, serial, isPresent, onChanged, onClose }: ChangeDialogProps) {
  const [input, setInput] = useState(() => suggestedInput(kind, subject));
  const [isChanging, setIsChanging] = useState(false);
  const [done, setDone] = useState<Done>();
  const isChanged = done?.is === 'answer';
  const why = missing(kind, input);
  const body = why === undefined ? bodyOf(kind, subject.name, input) : undefined;
  const dryRun = useDryRun(api, verbOf(kind), isChanged ? undefined : body, serial);
  // Nothing is done unseen. A rollback shows from the first moment what it does, and must not wait for the server's word.
  const isSeen = kind === 'rollback' || dryRun !== undefined;

  async function change(): Promise<void> {
    if (body === undefined) return;
    setIsChanging(true);
    const answer = await api.change(verbOf(kind), body, false);
    setIsChanging(false);
    setDone(answer);
    if (answer.is === 'answer') onChanged();
  }

  const words = texts.verbs[kind];
  return (
    <Dialog title={words.title(subject.name)} onClose={onClose}>
      <DialogForm
        onSubmit={change}
        acts={
          <>
            {isChanged ? null : (
              <Button
                kind={verbOf(kind) === 'rollback' ? 'danger' : 'main'}
                type="submit"
                isBusy={isChanging}
                isDisabled={body === undefined || !isSeen}
                isFirst={kind === 'rollback'}
              >
                {words.confirm}
              </Button>
            )}
            <Button key={isChanged ? 'close' : 'cancel'} onClick={onClose} isFirst={isChanged}>
              {isChanged ? texts.close : texts.cancel}
            </Button>
          </>
        }
      >
        {kind === 'rollback' && subject.remote !== null && !isChanged ? (
          <RollbackSummary remote={subject.remote} to={input.version} />
        ) : null}
        {isChanged ? null : (
          <ChangeFields
            kind={kind}
            subject={subject}
            input={input}
            onInput={(changed) => {
              setInput({ ...input, ...changed });
              setDone(undefined);
            }}
          />
        )}
        <Outcome why={why} dryRun={dryRun} done={done} isPresent={isPresent} />
      </DialogForm>
    </Dialog>
  );
}

/** What would change, or what came of it; read out when it changes. As high without words as with them: no box moves away beneath a finger. */
function Outcome({
  why,
  dryRun,
  done,
  isPresent,
}: Pick<ChangeDialogProps, 'isPresent'> & {
  readonly why: string | undefined;
  readonly dryRun: Done | undefined;
  readonly done: Done | undefined;
}) {
  const shown = done ?? dryRun;
  const isRefused = shown?.is === 'problem';
  const kind = isRefused ? 'problem' : done === undefined ? 'note' : 'done';
  return (
    <div aria-live="polite" className={`${kind} ${styles['outcome']}`}>
      {isPresent || done?.is === 'answer' ? null : <p>{texts.freshness.oldHere}</p>}
      {shown === undefined ? <p>{why ?? texts.asking}</p> : null}
      {shown?.is === 'problem' ? <p>{problemText(shown)}</p> : null}
      {shown?.is === 'answer' ? (
        <>
          <p>{changeText(shown.value)}</p>
          {shown.value.warnings.map((warning) => (
            <p key={warning}>{texts.warning(warning)}</p>
          ))}
        </>
      ) : null}
    </div>
  );
}
