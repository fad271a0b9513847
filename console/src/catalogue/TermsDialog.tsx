import type { OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { Changes } from '../acts/Changes';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation } from '../api/operations';
import { dateTime } from '../parts/times';
import { catalogueTexts as texts } from '../texts/catalogue';

export type TermsAct =
  | {
      readonly is: 'change';
      readonly request: Omit<OperationRequest<'catalogueChange'>, 'reason'>;
      readonly key: string;
    }
  | { readonly is: 'doors'; readonly symbol: string; readonly open: boolean };

export interface TermsDialogProps {
  readonly act: TermsAct;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What the server would publish, and then what it published. */
export function TermsDialog({ act, onDone, onClose }: TermsDialogProps) {
  const isClosing = act.is === 'doors' && !act.open;
  return (
    <PreviewedDialog
      title={act.is === 'change' ? texts.ask(act.key) : isClosing ? texts.askClose(act.symbol) : texts.askOpen(act.symbol)}
      confirm={act.is === 'change' ? texts.publish : isClosing ? texts.close : texts.open}
      kind={isClosing ? 'danger' : 'main'}
      reasonHint={texts.reasonHint}
      ask={(reason, preview) =>
        act.is === 'change'
          ? callOperation('catalogueChange', { ...act.request, reason, preview })
          : callOperation('catalogueClose', { symbol: act.symbol, open: act.open, reason, preview })
      }
      show={(published) => <Published published={published} />}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{act.is === 'change' ? texts.changeMeans : isClosing ? texts.closeMeans : texts.openMeans}</p>
    </PreviewedDialog>
  );
}

function Published({ published: { validFromMs, before, after } }: { readonly published: OperationResponse<'catalogueChange'> }) {
  const changed = Object.keys(after).filter((field) => after[field] !== before[field]);
  return (
    <>
      <p className="soft small">{texts.from(dateTime(validFromMs))}</p>
      <Changes
        changes={changed.map((field) => ({
          name: texts.fieldOf(field),
          before: before[field] ?? texts.absent,
          after: after[field] ?? texts.absent,
        }))}
      />
    </>
  );
}
