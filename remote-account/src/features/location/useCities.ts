import { useMemo } from 'react';
import { useQuery } from '@tessera/shared/kernel';
import { languageTag, useLanguage } from '@tessera/shared/i18n';
import { toLoadable, useRemoteContext, withLaterParts, type QueryLike } from '@tessera/shared/react';
import type { Loadable } from '@tessera/shared/ui';
import type * as citiesModule from './world/cities';
import type { City } from './world/Place';

/** The list, and the ways to find a city in it. */
export type Cities = typeof citiesModule;

/** Fetched when a page needs it. */
export function useCities(): { readonly loadable: Loadable<Cities>; refetch(): void } {
  const { reports, remote } = useRemoteContext();
  const query = useQuery({
    queryKey: ['cities'],
    queryFn: () => withLaterParts({ reports, remote }, () => import(/* webpackChunkName: "cities" */ './world/cities')),
    staleTime: Infinity,
  });
  return { loadable: toLoadable<Cities>(query as QueryLike<Cities>), refetch: () => void query.refetch() };
}

/** Countries in the reader's language. */
export function useCountryName(): (country: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([languageTag(language)], { type: 'region' });
    return (country) => names.of(country) ?? country;
  }, [language]);
}

/** "Zürich, Switzerland". */
export function usePlaceText(): (city: Pick<City, 'name' | 'country'>) => string {
  const countryName = useCountryName();
  return ({ name, country }) => `${name}, ${countryName(country)}`;
}
