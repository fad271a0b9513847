/**
 * A filtered history: the first page live, older pages on request behind it. An item that moved from one page to the next
 * meanwhile is shown once.
 */
import { useState } from 'react';
import type { EndpointRequest, EndpointResponse } from '@tessera/shared/contract';
import { asAppError } from '@tessera/shared/errors';
import { useApi, useDialogs, useEndpoint, useSessionState } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';

export type HistoryCall = 'listSeconds' | 'listWhSeconds' | 'leverageMine' | 'leverageWhMine';
type Item<Call extends HistoryCall> = EndpointResponse<Call>['items'][number];

export interface HistoryList<Call extends HistoryCall> {
  readonly loadable: Loadable<EndpointResponse<Call>>;
  /** Behind the first page. */
  readonly older: readonly Item<Call>[];
  readonly isLoadingOlder: boolean;
  loadOlder(): void;
  refetch(): void;
}

export const historyPageSize = 30;

interface Older<Call extends HistoryCall> {
  readonly key: string;
  readonly pages: number;
  readonly items: readonly Item<Call>[];
}

export function useHistory<Call extends HistoryCall>(call: Call, request: EndpointRequest<Call>): HistoryList<Call> {
  const api = useApi();
  const dialogs = useDialogs();
  const { generation } = useSessionState();
  const first = useEndpoint<Call>(call, { ...request, page: 1, pageSize: historyPageSize }, { keepsPrevious: true, freshMs: 0 });
  const key = JSON.stringify([call, generation, request]);
  const [known, setKnown] = useState<Older<Call>>({ key, pages: 1, items: [] });
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);
  const present: Older<Call> = known.key === key ? known : { key, pages: 1, items: [] };

  const loadOlder = () => {
    setIsLoadingOlder(true);
    api
      .call(call, { ...request, page: present.pages + 1, pageSize: historyPageSize }, { toastErrors: false })
      .then(
        ({ items }) => setKnown({ key, pages: present.pages + 1, items: [...present.items, ...items] }),
        (failure: unknown) => dialogs.toastError(asAppError(failure, 'REQUEST_EXCEPTION')),
      )
      .finally(() => setIsLoadingOlder(false));
  };

  const shown = new Set((first.data?.items ?? []).map(({ id }) => id));
  const older = present.items.filter(({ id }) => !shown.has(id) && shown.add(id));
  return { loadable: first.loadable, older, isLoadingOlder, loadOlder, refetch: first.refetch };
}
