import { BehaviorSubject } from '@tessera/shared/kernel';
import type { Language } from '../domain/contract';
import type { Preferences, Theme, ThemeChoice, UpColor } from '../federation';

export interface FakePreferences extends Preferences {
  readonly theme: BehaviorSubject<Theme>;
  readonly themeChoice: BehaviorSubject<ThemeChoice>;
  readonly language: BehaviorSubject<Language>;
  readonly upColor: BehaviorSubject<UpColor>;
  readonly amountsHidden: BehaviorSubject<boolean>;
}

/** The device of tests prefers light: 'system' means light. */
export function createFakePreferences(language: Language = 'en'): FakePreferences {
  const theme = new BehaviorSubject<Theme>('light');
  const themeChoice = new BehaviorSubject<ThemeChoice>('system');
  const languages = new BehaviorSubject<Language>(language);
  const upColor = new BehaviorSubject<UpColor>('green');
  const amountsHidden = new BehaviorSubject(false);
  return {
    theme,
    themeChoice,
    language: languages,
    upColor,
    setThemeChoice: (choice) => {
      themeChoice.next(choice);
      theme.next(choice === 'system' ? 'light' : choice);
    },
    setLanguage: (next) => languages.next(next),
    amountsHidden,
    setAmountsHidden: (isHidden) => amountsHidden.next(isHidden),
    setUpColor: (next) => upColor.next(next),
  };
}
