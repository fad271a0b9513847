import { expect, test } from '@jest/globals';
import { createInstance } from '@tessera/shared/kernel';
import { keepTexts } from './keepTexts';

interface Namespace {
  readonly [key: string]: string;
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
  return { i18n, missing, looks: () => looks };
}

const texts = {
  en: { common: { ok: 'OK', sum: 'Sum {{sum}}' }, later: { word: 'later' } },
  de: { common: { ok: 'Gut' } },
};

test('a text is looked up once for all who ask in its language; one with figures each time', async () => {
  const { i18n, looks } = await keptTexts(texts);
  expect([1, 2, 3].map(() => i18n.getFixedT('en', 'common')('ok'))).toEqual(['OK', 'OK', 'OK']);
  expect(looks()).toBe(1);
  const t = i18n.getFixedT('en', 'common');
  expect([t('sum', { sum: 1 }), t('sum', { sum: 2 })]).toEqual(['Sum 1', 'Sum 2']);
  expect([i18n.getFixedT('de', 'common').lng, t.lng, t.ns]).toEqual(['de', 'en', 'common']);
});

test('each language has its own', async () => {
  const { i18n } = await keptTexts(texts);
  expect(i18n.getFixedT('en', 'common')('ok')).toBe('OK');
  await i18n.changeLanguage('de');
  expect(i18n.getFixedT('de', 'common')('ok')).toBe('Gut');
});

test('a missing text is reported each time, and is there when it has come', async () => {
  const { i18n, missing } = await keptTexts(texts);
  const ask = (): string => i18n.getFixedT('en', ['common', 'later'])('later:word');
  expect([ask(), ask()]).toEqual(['word', 'word']);
  expect(missing).toEqual(['later:word', 'later:word']);
  await i18n.loadNamespaces('later');
  expect(ask()).toBe('later');
});

test('what was kept is forgotten when texts come', async () => {
  const arrived = { en: { common: { ok: 'OK' } as Namespace } };
  const { i18n } = await keptTexts(arrived);
  const before = i18n.getFixedT('en', 'common');
  expect(before('ok')).toBe('OK');
  arrived.en.common = { ok: 'Fine' };
  await i18n.reloadResources(['en'], ['common']);
  expect(i18n.getFixedT('en', 'common')).not.toBe(before);
  expect(i18n.getFixedT('en', 'common')('ok')).toBe('Fine');
});
