/** One review: what was frozen, who asks, what he showed, and the verdict. It is asked for again while it is open. */
import { useState } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { useKeys } from '../keys/useKeys';
import { LiveView } from '../live/LiveView';
import { useLive } from '../live/useLive';
import { Button } from '../parts/Button';
import { PartTitle } from '../parts/PartTitle';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf, toAddress } from '../shell/address';
import { tell } from '../shell/notice';
import { reviewsTexts as texts } from '../texts/reviews';
import { DecisionDialog, type Act } from './DecisionDialog';
import { Decisions } from './Decisions';
import { nextWaiting } from './nextWaiting';
import { Papers } from './Papers';
import { ReviewFacts } from './ReviewFacts';
import { kindShown } from './reviewKinds';
import styles from './ReviewPage.module.css';

type Seen = OperationResponse<'reviewsGet'>;

const most = 200;

export function ReviewPage({ id, operator }: { readonly id: string; readonly operator: SignedInOperator }) {
  const live = useLive('reviewsGet', { id });
  const [act, setAct] = useState<Act>();
  /** It waited when this page saw it first, so a verdict of somebody else is news. */
  const [hasWaited, setHasWaited] = useState(false);
  const seen = live.latest?.value;
  const isWaiting = seen?.review.state === 'pending';
  if (isWaiting && !hasWaited) setHasWaited(true);
  const mayDecide = seen !== undefined && isWaiting && !seen.review.approvedBy.includes(operator.name);
  const mayReverse =
    seen?.review.state === 'approved' && seen.isReversible !== false && !seen.review.approvedBy.includes(operator.name);

  async function toNext(): Promise<void> {
    const answer = await callOperation('reviewsList', { state: 'pending', limit: most });
    const next = answer.is === 'answer' ? nextWaiting(answer.value.items, { id, operator: operator.name }) : undefined;
    if (answer.is === 'answer' && next === undefined && !isWaiting) tell(texts.nothingElse);
    toAddress(next === undefined ? ['reviews'] : ['reviews', next]);
  }

  useKeys({
    ...(mayDecide ? { a: () => setAct('approve'), r: () => setAct('reject') } : {}),
    n: () => void toNext(),
    Escape: () => toAddress(['reviews']),
  });

  return (
    <>
      <p>
        <a className={styles['back']} href={hrefOf(['reviews'])}>
          ← {texts.back}
        </a>
      </p>
      <PartTitle>{seen === undefined ? texts.title : kindShown(seen.review.kind).title}</PartTitle>
      <LiveView live={live}>
        {(value, { serverMs }) => (
          <>
            <Standing seen={value} operatorName={operator.name} hasWaited={hasWaited} />
            <div className={styles['body']}>
              <ReviewFacts seen={value} nowMs={serverMs} operator={operator} />
              <Papers papers={value.papers} onDead={live.refresh} />
            </div>
            <Decisions decisions={value.decisions} nowMs={serverMs} />
          </>
        )}
      </LiveView>
      {seen === undefined ? null : (
        <div className={styles['acts']} role="group" aria-label={texts.acts}>
          {mayDecide ? (
            <>
              <Button kind="main" onClick={() => setAct('approve')}>
                {texts.approve}
              </Button>
              <Button kind="danger" onClick={() => setAct('reject')}>
                {texts.reject}
              </Button>
            </>
          ) : null}
          {mayReverse ? (
            <Button kind="danger" onClick={() => setAct('reverse')}>
              {texts.reverse}
            </Button>
          ) : null}
          <Button onClick={() => void toNext()}>{texts.next}</Button>
        </div>
      )}
      {act === undefined || seen === undefined ? null : (
        <DecisionDialog
          act={act}
          seen={seen}
          isOpenStill={act === 'reverse' ? mayReverse : mayDecide}
          onClose={() => setAct(undefined)}
          onDone={(told) => {
            setAct(undefined);
            tell(told);
            void toNext();
          }}
        />
      )}
    </>
  );
}

/** Whether there is still something to decide, and for whom. Read out when it changes. */
function Standing({
  seen: { review, decisions },
  operatorName,
  hasWaited,
}: {
  readonly seen: Seen;
  readonly operatorName: string;
  readonly hasWaited: boolean;
}) {
  const { state, approvedBy } = review;
  const by = decisions.at(-1)?.operator ?? '';
  return (
    <div role="alert">
      {state === 'pending' && approvedBy.includes(operatorName) ? <p className="note">{texts.ownIsGiven}</p> : null}
      {state === 'pending' ? null : (
        <p className={hasWaited ? 'problem' : 'note'}>{hasWaited ? texts.meanwhile(state, by) : texts.isEnded(state)}</p>
      )}
    </div>
  );
}
