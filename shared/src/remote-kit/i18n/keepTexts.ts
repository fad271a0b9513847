/**
 * A text that takes no figures is looked up once, until texts come or go: a page that shows prices asks for the same ones
 * many times a second, and the library works each of them out anew.
 */
import type { i18n as I18n, TFunction } from '@tessera/shared/kernel';

export function keepTexts(i18n: I18n): void {
  const functions = new Map<string, TFunction>();
  const make = i18n.getFixedT.bind(i18n) as unknown as (...of: readonly unknown[]) => TFunction;
  const forget = (): void => functions.clear();
  i18n.on('initialized', forget);
  i18n.on('loaded', forget);
  i18n.on('languageChanged', forget);
  i18n.getFixedT = ((...of: readonly unknown[]) => {
    const key = JSON.stringify(of);
    const known = functions.get(key);
    if (known !== undefined) return known;
    const keeping = keepingTexts(make(...of));
    functions.set(key, keeping);
    return keeping;
  }) as unknown as typeof i18n.getFixedT;
}

function keepingTexts(look: TFunction): TFunction {
  const texts = new Map<string, string>();
  const find = look as unknown as (...of: readonly unknown[]) => unknown;
  const keeping = (...of: readonly unknown[]): unknown => {
    const [key] = of;
    if (of.length !== 1 || typeof key !== 'string') return find(...of);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = find(key);
    // A missing one is asked for again: it is reported, and may come.
    if (typeof text === 'string' && !key.endsWith(text)) texts.set(key, text);
    return text;
  };
  return Object.assign(keeping, look) as unknown as TFunction;
}
