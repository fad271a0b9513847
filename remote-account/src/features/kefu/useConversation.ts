import { useEffect, useMemo } from 'react';
import type { ServiceEntry } from '@tessera/shared/contract';
import { useInfiniteQuery } from '@tessera/shared/kernel';
import {
  toLoadable,
  useApi,
  useConnection,
  useEndpointAction,
  usePrivateEvents,
  useRefresh,
  useSessionState,
} from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';

export interface Conversation {
  /** Oldest first. */
  readonly items: readonly ServiceEntry[];
  readonly unread: number;
  readonly seenByService: string | null;
}

export interface ConversationResult {
  readonly loadable: Loadable<Conversation>;
  readonly data: Conversation | undefined;
  readonly hasOlder: boolean;
  readonly isReadingOlder: boolean;
  readOlder(): void;
  refresh(): void;
}

/** While no socket tells of answers. */
const askEveryMs = 15_000;

/** All that was read of the conversation so far. The socket only says that it changed. What is shown to somebody who looks is read. */
export function useConversation(): ConversationResult {
  const api = useApi();
  const { generation, isSignedIn } = useSessionState();
  const isLive = useConnection() === 'live';
  const refreshNamed = useRefresh();
  const query = useInfiniteQuery({
    queryKey: ['serviceConversation', generation, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.call('serviceConversation', pageParam === '' ? {} : { before: pageParam }, { signal, toastErrors: false }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: isSignedIn,
    staleTime: 0,
    refetchInterval: isLive ? false : askEveryMs,
  });
  const { data, error, status, fetchStatus, dataUpdatedAt, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  usePrivateEvents(({ type }) => {
    if (type === 'service' || type === 'resync') refreshNamed('serviceConversation');
  });
  const whole = useMemo((): Conversation | undefined => {
    const [newest] = data?.pages ?? [];
    if (newest === undefined) return undefined;
    const items = new Map((data?.pages ?? []).flatMap((page) => page.items).map((entry) => [entry.id, entry]));
    const inOrder = [...items.values()].sort((one, other) => Number(one.id) - Number(other.id));
    return { items: inOrder, unread: newest.unread, seenByService: newest.seenByService };
  }, [data]);
  useReadMark(whole);
  return {
    loadable: toLoadable({ data: whole, error, status, fetchStatus, dataUpdatedAt }),
    data: whole,
    hasOlder: hasNextPage,
    isReadingOlder: isFetchingNextPage,
    readOlder: () => {
      if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
    },
    refresh: () => refreshNamed('serviceConversation'),
  };
}

/** Nobody reads what lies in the background. */
function useReadMark(conversation: Conversation | undefined): void {
  const { run } = useEndpointAction('serviceRead', { toastErrors: false });
  const upTo = (conversation?.unread ?? 0) > 0 ? conversation?.items.at(-1)?.id : undefined;
  useEffect(() => {
    if (upTo === undefined) return undefined;
    const mark = (): void => {
      if (document.visibilityState === 'visible') void run({ upTo });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [upTo, run]);
}
