/** An operator's question, asked again every few seconds while somebody can see the page, never twice at once. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { OperationName, OperationRequest, OperationResponse } from '@tessera/shared/operations';
import { callOperation, type Answered, type Problem } from '../api/operations';

export const usualPaceMs = 5000;

export interface Live<Value> {
  /** The last answer; of the past unless `isPresent`. */
  readonly latest: Answered<Value> | undefined;
  /** False while the server does not answer, and from when the page was hidden until it answers again. */
  readonly isPresent: boolean;
  /** Why the last question was not answered. */
  readonly problem: Problem | undefined;
  /** Asks at once. */
  readonly refresh: () => void;
}

interface Told<Value> extends Pick<Live<Value>, 'latest' | 'isPresent' | 'problem'> {
  readonly question: string;
}

export function useLive<Name extends OperationName>(
  name: Name,
  request: OperationRequest<Name>,
  everyMs = usualPaceMs,
): Live<OperationResponse<Name>> {
  const question = JSON.stringify(request);
  const unasked = { question, latest: undefined, isPresent: false, problem: undefined };
  const [told, setTold] = useState<Told<OperationResponse<Name>>>(unasked);
  const askNow = useRef<() => void>(() => undefined);

  useEffect(() => {
    let asked = 0;
    let timer: number | undefined;
    const stop = (): void => {
      asked += 1;
      window.clearTimeout(timer);
    };
    const ask = async (): Promise<void> => {
      stop();
      const own = asked;
      const answer = await callOperation(name, JSON.parse(question) as OperationRequest<Name>);
      // A later question took its place, or nobody looks any more.
      if (own !== asked) return;
      setTold((before) =>
        answer.is === 'answer'
          ? { question, latest: answer, isPresent: true, problem: undefined }
          : { question, latest: before.question === question ? before.latest : undefined, isPresent: false, problem: answer },
      );
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    const follow = (): void => {
      if (document.visibilityState === 'visible') return void ask();
      stop();
      setTold((before) => ({ ...before, isPresent: false }));
    };
    askNow.current = () => void ask();
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [name, question, everyMs]);

  const refresh = useCallback(() => askNow.current(), []);
  return { ...(told.question === question ? told : unasked), refresh };
}
