/** Shows what would be done, by the server's word, before it is done. */
import { useEffect, useState, type ReactNode } from 'react';
import type { Answer } from '../api/operations';
import { actTexts as texts } from '../texts/acts';
import { problemText } from '../texts/problemText';
import { ActDialog, type ActDialogProps } from './ActDialog';

/** A preview keeps no reason, and the call needs one. */
const anyReason = 'preview';

export interface PreviewedDialogProps<Shown> extends Omit<ActDialogProps, 'act' | 'isReady'> {
  /** `shown`: what the preview answered; undefined of the preview itself. */
  readonly ask: (reason: string, preview: boolean, shown?: Shown) => Promise<Answer<Shown>>;
  readonly show: (shown: Shown) => ReactNode;
}

export function PreviewedDialog<Shown>({ ask, show, children, ...dialog }: PreviewedDialogProps<Shown>) {
  const [askOnce] = useState(() => ask);
  const [preview, setPreview] = useState<Answer<Shown>>();
  useEffect(() => {
    let isShown = true;
    void askOnce(anyReason, true).then((answer) => {
      if (isShown) setPreview(answer);
    });
    return () => {
      isShown = false;
    };
  }, [askOnce]);
  return (
    <ActDialog
      {...dialog}
      isReady={preview?.is === 'answer'}
      act={(reason) => ask(reason, false, preview?.is === 'answer' ? preview.value : undefined)}
    >
      {children}
      <div aria-live="polite">
        {preview === undefined ? <p className="note">{texts.asking}</p> : null}
        {preview?.is === 'problem' ? <p className="problem">{problemText(preview)}</p> : null}
        {preview?.is === 'answer' ? show(preview.value) : null}
      </div>
    </ActDialog>
  );
}
