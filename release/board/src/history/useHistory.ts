/** The history, asked for anew whenever the pointer moved and when the server answers again. */
import { useEffect, useState } from 'react';
import type { HistoryEntry } from '../../../src/commands/StatusReport';
import type { Answer, BoardApi } from '../api/boardApi';

export interface HistoryQuestion {
  readonly remote: string | undefined;
  readonly limit: number;
}

/** The pointer that is live, and whether the server answers. */
export interface Occasion {
  readonly serial: number;
  readonly isPresent: boolean;
}

/** undefined until the first answer. */
export function useHistory(
  api: BoardApi,
  { remote, limit }: HistoryQuestion,
  { serial, isPresent }: Occasion,
): Answer<readonly HistoryEntry[]> | undefined {
  const [answer, setAnswer] = useState<Answer<readonly HistoryEntry[]>>();
  useEffect(() => {
    if (!isPresent) return undefined;
    let isOver = false;
    void api.history({ remote, limit }).then((told) => {
      if (!isOver) setAnswer(told);
    });
    return () => {
      isOver = true;
    };
  }, [api, remote, limit, serial, isPresent]);
  return answer;
}
