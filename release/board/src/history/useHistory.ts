/** The history, asked for anew whenever the pointer moved. */
import { useEffect, useState } from 'react';
import type { HistoryEntry } from '../../../src/commands/StatusReport';
import type { Answer, BoardApi } from '../api/boardApi';

export interface HistoryQuestion {
  readonly remote: string | undefined;
  readonly limit: number;
}

/** undefined until the first answer. */
export function useHistory(api: BoardApi, { remote, limit }: HistoryQuestion, serial: number): Answer<readonly HistoryEntry[]> | undefined {
  const [answer, setAnswer] = useState<Answer<readonly HistoryEntry[]>>();
  useEffect(() => {
    let isOver = false;
    void api.history({ remote, limit }).then((told) => {
      if (!isOver) setAnswer(told);
    });
    return () => {
      isOver = true;
    };
  }, [api, remote, limit, serial]);
  return answer;
}
