/** A question that is asked again and again while somebody can see the page, never twice at once. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answered, Problem } from '../api/operations';

export interface Live<Value, Refusal = Problem> {
  /** The last answer; of the past unless `isPresent`. */
  readonly latest: Answered<Value> | undefined;
  /** False while the server does not answer, and from when the page was hidden until it answers again. */
  readonly isPresent: boolean;
  /** Why the last question was not answered. */
  readonly problem: Refusal | undefined;
  /** Asks at once. */
  readonly refresh: () => void;
}

interface Told<Value, Refusal> extends Omit<Live<Value, Refusal>, 'refresh'> {
  readonly question: string;
}

/** `question`: what is asked, in words; the answer to another one is not shown. `ask` never rejects. */
export function useRepeated<Value, Refusal extends { readonly is: 'problem' }>(
  question: string,
  ask: () => Promise<Answered<Value> | Refusal>,
  everyMs: number,
): Live<Value, Refusal> {
  const unasked = { question, latest: undefined, isPresent: false, problem: undefined };
  const [told, setTold] = useState<Told<Value, Refusal>>(unasked);
  const askNow = useRef<() => void>(() => undefined);
  const latestAsk = useRef(ask);
  useEffect(() => {
    latestAsk.current = ask;
  });

  useEffect(() => {
    let asked = 0;
    let timer: number | undefined;
    const stop = (): void => {
      asked += 1;
      window.clearTimeout(timer);
    };
    const askAgain = async (): Promise<void> => {
      stop();
      const own = asked;
      const answer = await latestAsk.current();
      // A later question took its place, or nobody looks any more.
      if (own !== asked) return;
      setTold((before) =>
        answer.is === 'answer'
          ? { question, latest: answer, isPresent: true, problem: undefined }
          : { question, latest: before.question === question ? before.latest : undefined, isPresent: false, problem: answer },
      );
      timer = window.setTimeout(() => void askAgain(), everyMs);
    };
    const follow = (): void => {
      if (document.visibilityState === 'visible') return void askAgain();
      stop();
      setTold((before) => ({ ...before, isPresent: false }));
    };
    askNow.current = () => void askAgain();
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [question, everyMs]);

  const refresh = useCallback(() => askNow.current(), []);
  return { ...(told.question === question ? told : unasked), refresh };
}
