import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint } from '@tessera/shared/react';
import { dataOf } from '@tessera/shared/ui';

type Article = EndpointResponse<'newsList'>['items'][number];

/** The newest four; undefined until they are here, none when they cannot be had: news are no place for errors. */
export function useNews(): readonly Article[] | undefined {
  const news = useEndpoint('newsList', { category: 'news', pageSize: 4 }, { freshMs: 300_000 });
  if (news.loadable.state === 'loading') return undefined;
  return dataOf(news.loadable)?.items ?? [];
}
