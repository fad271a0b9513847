/** What the person has chosen, and the texts in the language of that choice: each needs the other, so they are made together. */
import { skip } from '@tessera/shared/kernel';
import { createI18n, type Texts } from '@tessera/shared/i18n';
import type { ApiClient, Preferences } from '@tessera/shared/federation';
import { host as hostTexts } from '@tessera/locales/load/host';
import type { LocalStore } from '../browser/localStore';
import { createPreferences } from '../preferences/createPreferences';
import type { HostReports } from '../reports/createReports';

interface PreferredTextsDeps {
  readonly store: LocalStore;
  readonly page: Window;
  readonly reports: HostReports;
  /** Made later than the texts, because it asks for the language. */
  readonly api: () => ApiClient;
  readonly isSignedIn: () => boolean;
}

export interface PreferredTexts {
  readonly preferences: Preferences;
  readonly texts: Texts;
}

export function createPreferredTexts({ store, page, reports, api, isSignedIn }: PreferredTextsDeps): PreferredTexts {
  const preferences = createPreferences({
    store,
    page,
    onLanguageChosen(language) {
      if (isSignedIn())
        api()
          .call('setLanguage', { language }, { toastErrors: false })
          .catch(() => undefined);
    },
  });
  const texts = createI18n({
    language: preferences.language.value,
    namespaces: { host: hostTexts },
    isDevelopment: process.env.NODE_ENV !== 'production',
    onMissingKey: ({ language, namespace, key }) =>
      reports.report(new Error(`no text ${namespace}:${key} in ${language}`), { where: 'i18n' }),
  });
  preferences.language.pipe(skip(1)).subscribe((language) => void texts.setLanguage(language));
  return { preferences, texts };
}
