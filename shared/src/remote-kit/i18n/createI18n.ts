/**
 * One i18next instance per remote and one for the host, so that a remote of another release brings its own texts. Only
 * the present language is loaded. A missing key is reported; English stands in for it in development only, because a
 * half-translated page must not pass unnoticed.
 */
import { createInstance, type i18n as I18n } from '@tessera/shared/kernel';
import type { Language } from '../../domain/contract';
import { common } from '@tessera/locales/load/common';
import { errors } from '@tessera/locales/load/errors';
import { keepTexts } from './keepTexts';
import { languageTag, languageOfTag } from './languages';

/** One loader per language, as locales/load/<namespace>.ts exports it. */
export type NamespaceLoaders = Readonly<Record<Language, () => Promise<{ readonly default: object }>>>;

export interface I18nOptions {
  readonly language: Language;
  /** By namespace name. `common` and `errors` are always there. */
  readonly namespaces: Readonly<Record<string, NamespaceLoaders>>;
  /** Those that come when somebody asks for them. */
  readonly later?: Readonly<Record<string, NamespaceLoaders>> | undefined;
  readonly isDevelopment?: boolean | undefined;
  /** The texts of a language did not come; the page then has keys in their place. */
  readonly onLoadFailed?: ((error: Error) => void) | undefined;
  readonly onMissingKey?:
    | ((missing: { readonly language: string; readonly namespace: string; readonly key: string }) => void)
    | undefined;
}

export interface Texts {
  readonly i18n: I18n;
  /** Resolves when the present language's texts are here. Never rejects: a failed load is reported as missing keys. */
  readonly ready: Promise<void>;
  /** Resolves when these are here as well; they follow the language from then on. Never rejects. */
  load(namespaces: readonly string[]): Promise<void>;
  setLanguage(language: Language): Promise<void>;
}

export function createI18n({
  language,
  namespaces,
  later = {},
  isDevelopment = false,
  onLoadFailed,
  onMissingKey,
}: I18nOptions): Texts {
  const first: Readonly<Record<string, NamespaceLoaders>> = { common, errors, ...namespaces };
  const loaders: Readonly<Record<string, NamespaceLoaders>> = { ...first, ...later };
  const i18n = createInstance();
  keepTexts(i18n);
  i18n.use({
    type: 'backend' as const,
    init() {},
    read(tag: string, namespace: string, answer: (error: Error | null, texts: object | false) => void) {
      const load = loaders[namespace]?.[languageOfTag(tag) ?? 'en'];
      if (load === undefined) return answer(new Error(`no loader for ${namespace} in ${tag}`), false);
      load().then(
        (module) => answer(null, module.default),
        (error: Error) => {
          onLoadFailed?.(error);
          answer(error, false);
        },
      );
    },
  });
  const ready = i18n
    .init({
      lng: languageTag(language),
      fallbackLng: isDevelopment ? 'en' : false,
      load: 'currentOnly',
      // Start loading now, not in the next turn.
      initAsync: false,
      ns: Object.keys(first),
      defaultNS: 'common',
      returnNull: false,
      // React escapes what it prints.
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      saveMissing: onMissingKey !== undefined,
      missingKeyHandler: (tags, namespace, key) => onMissingKey?.({ language: tags[0] ?? '', namespace, key }),
    })
    .then(() => undefined);
  return {
    i18n,
    ready,
    load: (wanted) => i18n.loadNamespaces(wanted),
    setLanguage: async (next) => {
      await i18n.changeLanguage(languageTag(next));
    },
  };
}
