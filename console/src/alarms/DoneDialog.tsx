import type { OperationRequest } from '@tessera/shared/operations';
import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { alarmTexts as texts } from '../texts/alarms';

/** What is marked, as the call names it and as it was shown. */
export interface MarkedAlarm extends Omit<OperationRequest<'alarmsDone'>, 'reason'> {
  readonly title: string;
}

interface DoneDialogProps {
  readonly alarm: MarkedAlarm;
  /** `told`: what came of it, in words. */
  readonly onDone: (told: string) => void;
  readonly onClose: () => void;
}

export function DoneDialog({ alarm: { title, ...alarm }, onDone, onClose }: DoneDialogProps) {
  return (
    <ActDialog
      title={texts.ask(title)}
      confirm={texts.confirm}
      reasonHint={texts.reasonHint}
      act={(reason) => callOperation('alarmsDone', { ...alarm, reason })}
      onDone={() => onDone(texts.marked)}
      onClose={onClose}
    />
  );
}
