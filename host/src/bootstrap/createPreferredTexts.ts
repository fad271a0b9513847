/** What the person has chosen, and the texts in the language of that choice: each needs the other, so they are made together. */
import { createI18n, type Texts } from '@tessera/shared/i18n';
import type { ApiClient, Preferences, RemoteStorage } from '@tessera/shared/federation';
import { host as hostTexts } from '@tessera/locales/load/host';
import { createPreferences } from '../preferences/createPreferences';
import type { HostReports } from '../reports/createReports';

interface PreferredTextsParts {
  readonly store: RemoteStorage;
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

export function createPreferredTexts({ store, page, reports, api, isSignedIn }: PreferredTextsParts): PreferredTexts {
  const preferences = createPreferences({
    store,
    page,
    onLanguage(language) {
      void texts.setLanguage(language);
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
  return { preferences, texts };
}
