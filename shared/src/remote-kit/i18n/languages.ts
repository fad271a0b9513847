/**
 * The twelve languages. The specification's code is what is stored and sent as `lang`; the BCP 47 tag is what Intl,
 * i18next and <html lang> understand. They differ in traps: `jp` is no language tag (ja is), `tw` is Twi, and `th`
 * alone would count Buddhist years. This table is the one place where the two meet.
 */
import type { Language } from '../../domain/contract';

interface LanguageInfo {
  readonly tag: string;
  /** The language's name in its own script, so that a reader finds it whatever the page shows now. */
  readonly ownName: string;
}

const table: Readonly<Record<Language, LanguageInfo>> = {
  en: { tag: 'en', ownName: 'English' },
  zh: { tag: 'zh-CN', ownName: '简体中文' },
  tw: { tag: 'zh-TW', ownName: '繁體中文' },
  jp: { tag: 'ja', ownName: '日本語' },
  ko: { tag: 'ko', ownName: '한국어' },
  vn: { tag: 'vi', ownName: 'Tiếng Việt' },
  th: { tag: 'th-u-ca-gregory', ownName: 'ไทย' },
  pt: { tag: 'pt-BR', ownName: 'Português' },
  es: { tag: 'es', ownName: 'Español' },
  it: { tag: 'it', ownName: 'Italiano' },
  de: { tag: 'de', ownName: 'Deutsch' },
  fr: { tag: 'fr', ownName: 'Français' },
};

/** In the order in which a language list shows them. */
export const languageList: readonly Language[] = Object.keys(table) as Language[];

export const languageTag = (language: Language): string => table[language].tag;
export const languageName = (language: Language): string => table[language].ownName;

const byTag: ReadonlyMap<string, Language> = new Map(languageList.map((language) => [table[language].tag, language]));
export const languageOfTag = (tag: string): Language | undefined => byTag.get(tag);

export const isLanguage = (text: string): text is Language => Object.hasOwn(table, text);

/** The first language of the device that we speak; English otherwise. */
export function preferredLanguage(deviceTags: readonly string[]): Language {
  for (const deviceTag of deviceTags) {
    const locale = readLocale(deviceTag);
    if (locale === undefined) continue;
    if (locale.language === 'zh') return locale.script === 'Hant' ? 'tw' : 'zh';
    const match = languageList.find((language) => new Intl.Locale(table[language].tag).language === locale.language);
    if (match !== undefined) return match;
  }
  return 'en';
}

function readLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined; // not a language tag: a device may send anything
  }
}

/** Where red is the colour of a rising price. The person can change it in the settings. */
const redMeansUp: ReadonlySet<Language> = new Set(['zh', 'tw', 'jp', 'ko']);
export const customaryUpColor = (language: Language): 'green' | 'red' => (redMeansUp.has(language) ? 'red' : 'green');
