import type { EndpointResponse } from '@tessera/shared/contract';
import { useEndpoint } from '@tessera/shared/react';
import { dataOf } from '@tessera/shared/ui';

type Article = EndpointResponse<'newsList'>['items'][number];

/** The newest four; none while they are not here or cannot be had: news are no place for errors. */
export function useNews(): readonly Article[] {
  const news = useEndpoint('newsList', { category: 'news', pageSize: 4 }, { freshMs: 300_000 });
  return dataOf(news.loadable)?.items ?? [];
}
