/** The conversation with one person: what was said, and an answer. Seen is what stands on a page that somebody looks at. */
import { useEffect, useRef } from 'react';
import type { OperationResponse } from '@tessera/shared/operations';
import { callOperation } from '../api/operations';
import { useKeys } from '../keys/useKeys';
import { LiveView } from '../live/LiveView';
import { Pager } from '../live/Pager';
import { useLive } from '../live/useLive';
import { usePaging } from '../live/usePaging';
import { Acts } from '../parts/Acts';
import { Back } from '../parts/Back';
import { Button } from '../parts/Button';
import { PartTitle } from '../parts/PartTitle';
import { mayAsk } from '../session/mayAsk';
import type { SignedInOperator } from '../session/SignedInOperator';
import { hrefOf, toAddress } from '../shell/address';
import { tell } from '../shell/notice';
import { ago } from '../texts/ago';
import { conversationsTexts as texts } from '../texts/conversations';
import { problemText } from '../texts/problemText';
import { AnswerForm } from './AnswerForm';
import { Entries } from './Entries';

type Seen = OperationResponse<'conversationsGet'>;

const paceMs = 3000;

export function ConversationPage({ userId, operator }: { readonly userId: string; readonly operator: SignedInOperator }) {
  const paging = usePaging(userId);
  const live = useLive('conversationsGet', { userId, ...(paging.cursor === undefined ? {} : { cursor: paging.cursor }) }, paceMs);
  const seen = live.latest?.value;
  const newest = paging.cursor === undefined ? seen?.items[0]?.id : undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  useReadMark(userId, newest);

  async function toNext(): Promise<void> {
    const answer = await callOperation('conversationsList', { state: 'waiting', limit: 2 });
    const next = answer.is === 'answer' ? answer.value.items.find((one) => one.userId !== userId) : undefined;
    if (answer.is === 'answer' && next === undefined) tell(texts.nothingElse);
    toAddress(next === undefined ? ['conversations'] : ['conversations', next.userId]);
  }
  async function close(): Promise<void> {
    if (newest === undefined) return;
    const answer = await callOperation('conversationsClose', { userId, seen: newest });
    if (answer.is !== 'answer') tell(problemText(answer));
    else tell(answer.value.isClosed ? texts.closed : texts.newer);
    live.refresh();
  }
  const mayClose = newest !== undefined && seen?.waitingSinceMs != null;
  useKeys({
    a: () => field.current?.focus(),
    n: () => void toNext(),
    ...(mayClose ? { x: () => void close() } : {}),
  });

  return (
    <>
      <Back to={['conversations']}>{texts.back}</Back>
      <PartTitle>{seen?.account ?? userId}</PartTitle>
      {mayAsk(operator.roles, 'usersGet') ? (
        <p>
          <a href={hrefOf(['users', userId])}>{texts.person}</a>
        </p>
      ) : null}
      <LiveView live={live}>
        {(value: Seen, { serverMs }) => (
          <>
            <p role="status" className="note">
              {value.waitingSinceMs === null ? texts.waitsNot : texts.waits(ago(serverMs - value.waitingSinceMs))}
            </p>
            <Pager paging={paging} next={value.next} words={{ newest: texts.newest, older: texts.older }} />
            <Entries key={paging.cursor ?? ''} seen={value} onDead={live.refresh} />
          </>
        )}
      </LiveView>
      <AnswerForm userId={userId} field={field} onSent={live.refresh} />
      <Acts label={texts.title}>
        {mayClose ? <Button onClick={() => void close()}>{texts.close}</Button> : null}
        <Button onClick={() => void toNext()}>{texts.next}</Button>
      </Acts>
    </>
  );
}

function useReadMark(userId: string, newest: string | undefined): void {
  useEffect(() => {
    if (newest === undefined) return undefined;
    const mark = (): void => {
      if (document.visibilityState === 'visible') void callOperation('conversationsRead', { userId, upTo: newest });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [userId, newest]);
}
