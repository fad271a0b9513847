/** Asks before a market is halted or prices are voided. A confirmation first shows what would be published, by the server's count. */
import type { OperationResponse } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { PreviewedDialog } from '../acts/PreviewedDialog';
import { callOperation, type Answer } from '../api/operations';
import { dateTime } from '../parts/times';
import { incidentsTexts as texts } from '../texts/incidents';
import { Sums } from './Sums';

interface Interval {
  readonly fromMs: number;
  readonly toMs: number;
}
export type IncidentAct =
  | { readonly is: 'halt' | 'resume'; readonly symbol: string }
  | ({ readonly is: 'propose'; readonly symbol: string } & Interval)
  | ({ readonly is: 'confirm'; readonly id: string; readonly symbol: string; readonly reason: string } & Interval)
  | { readonly is: 'reject'; readonly id: string; readonly symbol: string };

const slowMs = 60_000;

export interface IncidentDialogProps {
  readonly act: IncidentAct;
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function IncidentDialog({ act, onDone, onClose }: IncidentDialogProps) {
  if (act.is === 'confirm') return <ConfirmDialog act={act} onDone={onDone} onClose={onClose} />;
  const words = {
    halt: { ask: texts.haltAsk, means: texts.haltMeans, now: texts.haltNow, told: texts.halted, hint: texts.publicReason },
    resume: { ask: texts.resumeAsk, means: texts.resumeMeans, now: texts.resume, told: texts.resumed, hint: texts.publicReason },
    propose: {
      ask: texts.proposeAsk,
      means: texts.proposeMeans,
      now: texts.proposeNow,
      told: texts.proposed,
      hint: texts.publicReason,
    },
    reject: { ask: texts.rejectAsk, means: texts.rejectMeans, now: texts.reject, told: texts.rejected, hint: texts.reasonKept },
  }[act.is];
  return (
    <ActDialog
      title={words.ask(act.symbol)}
      confirm={words.now}
      kind={act.is === 'resume' ? 'main' : 'danger'}
      reasonHint={words.hint}
      act={(reason) => ask(act, reason)}
      onDone={() => onDone(words.told(act.symbol))}
      onClose={onClose}
    >
      {act.is === 'propose' ? <p>{texts.interval(dateTime(act.fromMs), dateTime(act.toMs))}</p> : null}
      <p>{words.means}</p>
    </ActDialog>
  );
}

function ask(act: Exclude<IncidentAct, { is: 'confirm' }>, reason: string): Promise<Answer<unknown>> {
  switch (act.is) {
    case 'halt':
      return callOperation('marketsHalt', { symbol: act.symbol, reason });
    case 'resume':
      return callOperation('marketsResume', { symbol: act.symbol, reason });
    case 'propose':
      return callOperation('incidentsPropose', { symbol: act.symbol, fromMs: act.fromMs, toMs: act.toMs, reason });
    case 'reject':
      return callOperation('incidentsReject', { id: act.id, reason });
  }
}

function ConfirmDialog({
  act: { id, symbol, fromMs, toMs, reason },
  onDone,
  onClose,
}: Omit<IncidentDialogProps, 'act'> & { readonly act: Extract<IncidentAct, { is: 'confirm' }> }) {
  return (
    <PreviewedDialog<OperationResponse<'incidentsConfirm'>>
      title={texts.confirmAsk(symbol)}
      confirm={texts.confirmNow}
      kind="danger"
      ask={(_, preview, shown) =>
        callOperation('incidentsConfirm', { id, preview, ...(shown === undefined ? {} : { seen: shown.seen }) }, slowMs)
      }
      show={({ sums }) => <Sums sums={sums} />}
      onDone={() => onDone(texts.confirmed(symbol))}
      onClose={onClose}
    >
      <p>
        {texts.interval(dateTime(fromMs), dateTime(toMs))}: {reason}
      </p>
      <p>{texts.confirmMeans}</p>
    </PreviewedDialog>
  );
}
