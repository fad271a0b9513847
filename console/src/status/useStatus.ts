/** The status, asked for every two seconds while somebody can see the page. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { StatusReport } from '@tessera/release';
import type { Answered, BoardApi, Problem } from '../api/boardApi';

const everyMs = 2000;

export interface StatusView {
  /** The last answer; of the past unless `isPresent`. */
  readonly latest: Answered<StatusReport> | undefined;
  /** False while the server does not answer, and from when the page was hidden until it answers again. */
  readonly isPresent: boolean;
  /** Why the last question was not answered. */
  readonly problem: Problem | undefined;
}

export function useStatus(
  api: BoardApi,
  onTokenRefused: (problem: Problem) => void,
): StatusView & { readonly refresh: () => void } {
  const [view, setView] = useState<StatusView>({ latest: undefined, isPresent: false, problem: undefined });
  const askNow = useRef<() => void>(() => undefined);
  const refused = useRef(onTokenRefused);
  useEffect(() => {
    refused.current = onTokenRefused;
  });

  useEffect(() => {
    let question = 0;
    let timer: number | undefined;
    const stop = (): void => {
      question += 1;
      window.clearTimeout(timer);
    };
    const ask = async (): Promise<void> => {
      stop();
      const own = question;
      const answer = await api.status();
      // A later question took its place, or nobody looks any more.
      if (own !== question) return;
      if (answer.is === 'problem' && answer.isTokenWrong) return refused.current(answer);
      setView(({ latest }) =>
        answer.is === 'answer'
          ? { latest: answer, isPresent: true, problem: undefined }
          : { latest, isPresent: false, problem: answer },
      );
      timer = window.setTimeout(() => void ask(), everyMs);
    };
    const follow = (): void => {
      if (document.visibilityState === 'visible') return void ask();
      stop();
      setView((before) => ({ ...before, isPresent: false }));
    };
    askNow.current = () => void ask();
    document.addEventListener('visibilitychange', follow);
    follow();
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [api]);

  return { ...view, refresh: useCallback(() => askNow.current(), []) };
}
