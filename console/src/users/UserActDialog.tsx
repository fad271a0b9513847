import { ActDialog } from '../acts/ActDialog';
import { callOperation } from '../api/operations';
import { usersTexts as texts } from '../texts/users';

export type UserAct = 'freeze' | 'unfreeze' | 'lock' | 'unlock' | 'endSessions';

export function UserActDialog({
  act,
  id,
  who,
  onDone,
  onClose,
}: {
  readonly act: UserAct;
  readonly id: string;
  readonly who: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const isGiven = act === 'unfreeze' || act === 'unlock';
  return (
    <ActDialog
      title={texts.ask[act](who)}
      confirm={texts[act]}
      kind={isGiven ? 'main' : 'danger'}
      reasonHint={texts.reasonHint}
      act={(reason) => {
        if (act === 'endSessions') return callOperation('usersSessionsEnd', { id, reason });
        return callOperation(act === 'freeze' || act === 'unfreeze' ? 'usersFreeze' : 'usersLock', { id, on: !isGiven, reason });
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{texts.does[act]}</p>
    </ActDialog>
  );
}
