/** What a change would do, by the server's word: asked again whenever the input or what is live changes. */
import { useEffect, useState } from 'react';
import type { HostChange, RemoteChange } from '@tessera/release';
import type { Answer, ReleasesApi, ChangeBody, ChangeVerb } from '../releasesApi';

const settledMs = 250;

/** undefined while it is being asked, and while there is nothing to ask. `serial`: of the pointer that is live. */
export function useDryRun(
  api: ReleasesApi,
  verb: ChangeVerb,
  body: ChangeBody | undefined,
  serial: number,
): Answer<RemoteChange | HostChange> | undefined {
  const question = body === undefined ? undefined : JSON.stringify({ verb, body, serial });
  const [told, setTold] = useState<{ readonly question: string; readonly answer: Answer<RemoteChange | HostChange> }>();

  useEffect(() => {
    if (question === undefined) return undefined;
    let isOver = false;
    const asked = JSON.parse(question) as { readonly verb: ChangeVerb; readonly body: ChangeBody };
    const timer = window.setTimeout(async () => {
      const answer = await api.change(asked.verb, asked.body, true);
      if (!isOver) setTold({ question, answer });
    }, settledMs);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
    };
  }, [api, question]);

  return told?.question === question ? told?.answer : undefined;
}
