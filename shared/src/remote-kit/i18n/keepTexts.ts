/**
 * A text that takes no figures is looked up once, until texts come or the language changes: a page that shows prices asks for the
 * same ones many times a second, and the library works each of them out anew. So a missing one is reported once, too.
 */
import type { i18n as I18n, TFunction } from '@tessera/shared/kernel';

type Look = (...of: readonly unknown[]) => unknown;

export function keepTexts(i18n: I18n): void {
  const texts = new Map<string, unknown>();
  i18n.on('loaded languageChanged', () => texts.clear());
  const make = i18n.getFixedT.bind(i18n) as unknown as (...of: readonly unknown[]) => TFunction;
  i18n.getFixedT = ((...of: readonly unknown[]) => {
    const look = make(...of) as unknown as Look;
    const place = JSON.stringify(of);
    const lookOnce: Look = (...asked) => {
      if (asked.length > 1) return look(...asked);
      const name = place + String(asked[0]);
      if (!texts.has(name)) texts.set(name, look(...asked));
      return texts.get(name);
    };
    return Object.assign(lookOnce, look);
  }) as unknown as typeof i18n.getFixedT;
}
