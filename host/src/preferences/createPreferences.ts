/**
 * Theme, language, up/down colour and whether amounts are hidden: kept in the browser, shown on <html> (data-theme, data-up, lang), and the language
 * told to the server for a person who is signed in. Without a stored theme the device decides, and goes on deciding;
 * without a stored up/down colour the language decides which one is customary. What is chosen in another page of this browser
 * is followed.
 */
import { BehaviorSubject, skip } from '@tessera/shared/kernel';
import type { Language } from '@tessera/shared/contract';
import type { Preferences, Theme, ThemeChoice, UpColor } from '@tessera/shared/federation';
import { customaryUpColor, isLanguage, languageTag } from '@tessera/shared/i18n';
import type { LocalStore } from '../browser/localStore';
import { storageKeys } from '../browser/storageKeys';

export interface PreferencesDeps {
  readonly store: LocalStore;
  readonly page: Window;
  /** Told of each other language that a person chooses in this page. */
  readonly onLanguageChosen: (language: Language) => void;
}

export function createPreferences({ store, page, onLanguageChosen }: PreferencesDeps): Preferences {
  const device = page.matchMedia('(prefers-color-scheme: dark)');
  const deviceTheme = (): Theme => (device.matches ? 'dark' : 'light');
  const themeOf = (choice: ThemeChoice): Theme => (choice === 'system' ? deviceTheme() : choice);

  const themeChoice = new BehaviorSubject<ThemeChoice>(readTheme(store.read(storageKeys.theme)));
  const theme = new BehaviorSubject<Theme>(themeOf(themeChoice.value));
  const language = new BehaviorSubject<Language>(readLanguage(store.read(storageKeys.lang)));
  const upColorOf = (shown: Language): UpColor => readUpColor(store.read(storageKeys.upColor)) ?? customaryUpColor(shown);
  const upColor = new BehaviorSubject<UpColor>(upColorOf(language.value));
  const amountsHidden = new BehaviorSubject<boolean>(store.read(storageKeys.amountsHidden) !== undefined);

  device.addEventListener('change', () => theme.next(themeOf(themeChoice.value)));
  themeChoice.pipe(skip(1)).subscribe((choice) => theme.next(themeOf(choice)));
  language.pipe(skip(1)).subscribe((next) => upColor.next(upColorOf(next)));

  store.onOtherPage(storageKeys.theme, (stored) => themeChoice.next(readTheme(stored)));
  store.onOtherPage(storageKeys.lang, (stored) => language.next(readLanguage(stored)));
  store.onOtherPage(storageKeys.upColor, () => upColor.next(upColorOf(language.value)));
  store.onOtherPage(storageKeys.amountsHidden, (stored) => amountsHidden.next(stored !== undefined));

  const root = page.document.documentElement;
  theme.subscribe((value) => {
    root.dataset['theme'] = value;
  });
  upColor.subscribe((value) => {
    root.dataset['up'] = value;
  });
  language.subscribe((value) => {
    root.lang = new Intl.Locale(languageTag(value)).baseName;
  });

  return {
    theme,
    themeChoice,
    language,
    upColor,
    setThemeChoice(choice) {
      if (choice === 'system') store.remove(storageKeys.theme);
      else store.write(storageKeys.theme, choice);
      themeChoice.next(choice);
    },
    setLanguage(next) {
      store.write(storageKeys.lang, next);
      if (next === language.value) return;
      language.next(next);
      onLanguageChosen(next);
    },
    amountsHidden,
    setAmountsHidden(isHidden) {
      if (isHidden) store.write(storageKeys.amountsHidden, 'yes');
      else store.remove(storageKeys.amountsHidden);
      amountsHidden.next(isHidden);
    },
    setUpColor(next) {
      store.write(storageKeys.upColor, next);
      upColor.next(next);
    },
  };
}

const readTheme = (stored: string | undefined): ThemeChoice => (stored === 'light' || stored === 'dark' ? stored : 'system');
const readUpColor = (stored: string | undefined): UpColor | undefined =>
  stored === 'red' || stored === 'green' ? stored : undefined;
const readLanguage = (stored: string | undefined): Language => (stored !== undefined && isLanguage(stored) ? stored : 'en');
