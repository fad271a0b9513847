import { useMemo } from 'react';
import { useEndpoint } from '@tessera/shared/react';
import { languageTag, useLanguage } from '@tessera/shared/i18n';

export interface Country {
  readonly country: string;
  readonly areaCode: string;
  readonly isRestricted: boolean;
  /** In the reader's language. */
  readonly name: string;
}

/** Countries with area codes from the server, named and sorted in the reader's language. */
export function useCountries(): readonly Country[] {
  const language = useLanguage();
  const { data } = useEndpoint('areaCodes', {}, { freshMs: 3_600_000 });
  return useMemo(() => {
    const tag = languageTag(language);
    const names = new Intl.DisplayNames([tag], { type: 'region' });
    const collator = new Intl.Collator(tag);
    return (data?.items ?? [])
      .map((item) => ({ ...item, name: names.of(item.country) ?? item.country }))
      .sort((a, b) => collator.compare(a.name, b.name));
  }, [data, language]);
}
