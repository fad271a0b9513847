/**
 * A text that takes no figures is looked up once, until texts come or go: a page that shows prices asks for the same ones
 * many times a second, and the library works each of them out anew.
 */
import type { i18n as I18n, TFunction } from '@tessera/shared/kernel';

type Look = (...of: readonly unknown[]) => unknown;

export function keepTexts(i18n: I18n): void {
  const texts = new Map<string, string>();
  i18n.on('initialized loaded languageChanged', () => texts.clear());
  const make = i18n.getFixedT.bind(i18n) as unknown as (...of: readonly unknown[]) => TFunction;
  i18n.getFixedT = ((...of: readonly unknown[]) => {
    const look = make(...of) as unknown as Look;
    const place = JSON.stringify(of);
    const lookOnce: Look = (key, ...figures) => {
      const name = place + String(key);
      const known = texts.get(name);
      if (known !== undefined && figures.length === 0) return known;
      const text = look(key, ...figures);
      // A missing one is asked for again: it is reported, and may come.
      if (figures.length === 0 && typeof text === 'string' && !name.endsWith(text)) texts.set(name, text);
      return text;
    };
    return Object.assign(lookOnce, look);
  }) as unknown as typeof i18n.getFixedT;
}
