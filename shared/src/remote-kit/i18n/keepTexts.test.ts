import { expect, test } from '@jest/globals';
import { createInstance } from '@tessera/shared/kernel';
import { keepTexts } from './keepTexts';

interface Namespace {
  readonly [key: string]: string;
}

interface Text {
  (key: string, figures?: Readonly<Record<string, number>>): string;
  readonly lng: string;
  readonly ns: string;
}

/** `arrived`: the texts of a namespace by language, which may come later. */
async function keptTexts(arrived: Record<string, Record<string, Namespace>>) {
  const i18n = createInstance();
  keepTexts(i18n);
  const missing: string[] = [];
  i18n.use({
    type: 'backend' as const,
    init() {},
    read(language: string, namespace: string, answer: (error: Error | null, texts: Namespace) => void) {
      answer(null, arrived[language]?.[namespace] ?? {});
    },
  });
  await i18n.init({
    lng: 'en',
    fallbackLng: false,
    initAsync: false,
    ns: ['common'],
    defaultNS: 'common',
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => missing.push(`${namespace}:${key}`),
  });
  let looks = 0;
  const look = i18n.t.bind(i18n) as unknown as (...of: readonly unknown[]) => unknown;
  i18n.t = ((...of: readonly unknown[]) => {
    looks += 1;
    return look(...of);
  }) as unknown as typeof i18n.t;
  /** As a component asks, by keys that are none of ours. */
  const textOf = (language: string, namespaces: string | readonly string[]): Text =>
    (i18n.getFixedT as unknown as (...of: readonly unknown[]) => Text)(language, namespaces);
  return { i18n, textOf, missing, looks: () => looks };
}

const texts = {
  en: { common: { ok: 'OK', sum: 'Sum {{sum}}' }, later: { word: 'later' } },
  de: { common: { ok: 'Gut' } },
};

test('a text is looked up once for all who ask in its language; one with figures each time', async () => {
  const { textOf, looks } = await keptTexts(texts);
  expect([1, 2, 3].map(() => textOf('en', 'common')('ok'))).toEqual(['OK', 'OK', 'OK']);
  expect(looks()).toBe(1);
  const t = textOf('en', 'common');
  expect([t('sum', { sum: 1 }), t('sum', { sum: 2 })]).toEqual(['Sum 1', 'Sum 2']);
  expect([textOf('de', 'common').lng, t.lng, t.ns]).toEqual(['de', 'en', 'common']);
});

test('each language has its own', async () => {
  const { i18n, textOf } = await keptTexts(texts);
  expect(textOf('en', 'common')('ok')).toBe('OK');
  await i18n.changeLanguage('de');
  expect(textOf('de', 'common')('ok')).toBe('Gut');
});

test('a missing text is reported once, and is there when it has come', async () => {
  const { i18n, textOf, missing } = await keptTexts(texts);
  const ask = (): string => textOf('en', ['common', 'later'])('later:word');
  expect([ask(), ask()]).toEqual(['word', 'word']);
  expect(missing).toEqual(['later:word']);
  await i18n.loadNamespaces('later');
  expect(ask()).toBe('later');
});

test('what was kept is forgotten when texts come', async () => {
  const arrived = { en: { common: { ok: 'OK' } as Namespace } };
  const { i18n, textOf } = await keptTexts(arrived);
  const before = textOf('en', 'common');
  expect(before('ok')).toBe('OK');
  arrived.en.common = { ok: 'Fine' };
  await i18n.reloadResources(['en'], ['common']);
  expect(textOf('en', 'common')).not.toBe(before);
  expect(textOf('en', 'common')('ok')).toBe('Fine');
});
