/** The history, asked for again whenever what is live changed and when the server answers again. */
import { useEffect, useState } from 'react';
import type { HistoryEntry, HostSwitch } from '@tessera/release';
import type { Answer, ReleasesApi } from '../releasesApi';
import { texts } from '../../texts/releases';

export interface HistoryQuestion {
  /** "host": the switches of the host. */
  readonly remote: string | undefined;
  readonly limit: number;
}

/** What is live, and whether the server answers. */
export interface ChangeMeta {
  readonly serial: number;
  readonly host: string | null;
  readonly isPresent: boolean;
}

/** A change of the pointer or of the host, as it is shown. */
export interface ToldChange extends Pick<HistoryEntry, 'atMs' | 'by' | 'reason' | 'changes' | 'isSigned'> {
  readonly key: string;
  /** Its number; switches of the host have none. */
  readonly serial: number | null;
}

/** undefined until the first answer. */
export function useHistory(
  api: ReleasesApi,
  { remote, limit }: HistoryQuestion,
  { serial, host, isPresent }: ChangeMeta,
): Answer<readonly ToldChange[]> | undefined {
  const [answer, setAnswer] = useState<Answer<readonly ToldChange[]>>();
  useEffect(() => {
    if (!isPresent) return undefined;
    let isOver = false;
    const asked =
      remote === 'host' ? api.hostHistory(limit).then(told(ofHost)) : api.history({ remote, limit }).then(told(ofPointer));
    void asked.then((next) => {
      if (!isOver) setAnswer(next);
    });
    return () => {
      isOver = true;
    };
  }, [api, remote, limit, serial, host, isPresent]);
  return answer;
}

const told =
  <Entry>(toChange: (entry: Entry) => ToldChange) =>
  (answer: Answer<readonly Entry[]>): Answer<readonly ToldChange[]> =>
    answer.is === 'answer' ? { ...answer, value: answer.value.map(toChange) } : answer;

const ofPointer = (entry: HistoryEntry): ToldChange => ({ ...entry, key: `#${entry.serial}` });

/** The log of the host is a file of this machine: nothing in it is signed, and nothing says that it should be. */
const ofHost = ({ atMs, by, reason, from, to }: HostSwitch): ToldChange => ({
  key: `${atMs} ${to}`,
  serial: null,
  atMs,
  by,
  reason,
  changes: [texts.hostSwitch(from, to)],
  isSigned: true,
});
