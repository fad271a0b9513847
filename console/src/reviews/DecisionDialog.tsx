/** Asks before a verdict is done, and what the person reads where it is a refusal. What is frozen is named by its hash. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { Button } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { DialogForm } from '../parts/DialogForm';
import { Facts } from '../parts/Facts';
import { figure } from '../parts/figure';
import { problemText } from '../texts/problemText';
import { reviewsTexts as texts } from '../texts/reviews';
import { ReasonFields } from './ReasonFields';
import { kindShown } from './reviewKinds';

export type Act = 'approve' | 'reject' | 'reverse';

export interface DecisionDialogProps {
  readonly act: Act;
  readonly seen: OperationResponse<'reviewsGet'>;
  /** Nobody decided meanwhile. */
  readonly isOpenStill: boolean;
  readonly onClose: () => void;
  /** `told`: what came of it, in words. */
  readonly onDone: (told: string) => void;
}

const slowMs = 30_000;
const expected = { approve: ['approved', 'pending'], reject: ['rejected'], reverse: ['reversed'] } as const;

export function DecisionDialog({ act, seen, isOpenStill, onClose, onDone }: DecisionDialogProps) {
  const { review, termsHash } = seen;
  const kind = kindShown(review.kind);
  const who = review.account;
  const [reason, setReason] = useState('');
  const [fields, setFields] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const [isDoing, setIsDoing] = useState(false);
  const left = review.approvalsNeeded - review.approvedBy.length - 1;

  async function decide(): Promise<void> {
    if (act !== 'approve' && reason.trim() === '') return setProblem(texts.reasonMissing);
    setIsDoing(true);
    const { id } = review;
    const answer =
      act === 'reverse'
        ? await callOperation('reviewsReverse', { id, reason: reason.trim() }, slowMs)
        : await callOperation(
            'reviewsDecide',
            act === 'approve'
              ? { id, verdict: 'approved', termsHash }
              : { id, verdict: 'rejected', termsHash, reason: reason.trim(), fields: [...fields] },
            slowMs,
          );
    setIsDoing(false);
    if (answer.is === 'problem') return setProblem(problemText(answer));
    const { state, approvals, approvalsNeeded } = answer.value;
    const isOurs = (expected[act] as readonly string[]).includes(state);
    onDone(isOurs ? texts.done(state, approvals, approvalsNeeded, who) : texts.doneMeanwhile(state, who));
  }

  const about = {
    approve: left > 0 ? texts.confirm.approveFirst(who, left) : texts.confirm.approveWhat(who),
    reject: texts.confirm.rejectWhat(who),
    reverse: texts.confirm.reverseWhat(who),
  }[act];
  return (
    <Dialog title={texts.confirm[act](kind.title)} onClose={onClose}>
      <DialogForm
        onSubmit={decide}
        acts={
          <>
            <Button
              kind={act === 'approve' ? 'main' : 'danger'}
              type="submit"
              isBusy={isDoing}
              isDisabled={!isOpenStill}
              isFirst={act === 'approve'}
            >
              {texts.confirm[`${act}Now`]}
            </Button>
            <Button onClick={onClose}>{texts.cancel}</Button>
          </>
        }
      >
        <p>{about}</p>
        {act === 'approve' ? (
          <Facts
            facts={[
              ...(review.amount === null ? [] : [[texts.amount, `${figure(review.amount)} ${review.asset ?? ''}`] as const]),
              [texts.hash, termsHash],
            ]}
          />
        ) : (
          <ReasonFields
            kind={act === 'reject' ? kind : { ...kind, fields: [], reasons: [] }}
            reason={reason}
            fields={fields}
            onChange={(changed) => {
              setReason(changed.reason);
              setFields(changed.fields);
              setProblem('');
            }}
          />
        )}
        <div role="alert">
          {isOpenStill ? null : <p className="problem">{texts.meanwhile(review.state, seen.decisions.at(-1)?.operator ?? '')}</p>}
          {problem === '' ? null : <p className="problem">{problem}</p>}
        </div>
      </DialogForm>
    </Dialog>
  );
}
