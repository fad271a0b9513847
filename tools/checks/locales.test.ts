import { describe, expect, test } from '@jest/globals';
import { catalogueProblems, usageProblems, type Catalogue } from './locales';

const english: Catalogue = {
  title: 'Market list',
  greeting: 'Hello {{name}}',
  link: 'Read the <0>rules</0>',
  orders_one: '{{count}} order',
  orders_other: '{{count}} orders',
  unit: 'USDT',
};
const french: Catalogue = {
  title: 'Liste des marchés',
  greeting: 'Bonjour {{name}}',
  link: 'Lire les <0>règles</0>',
  orders_one: 'un ordre',
  orders_many: '{{count}} d’ordres',
  orders_other: '{{count}} ordres',
  unit: 'USDT',
};
const without = (catalogue: Catalogue, key: string): Catalogue =>
  Object.fromEntries(Object.entries(catalogue).filter(([name]) => name !== key));
const problemsOf = (fr: Catalogue, allowed = {}): string[] =>
  catalogueProblems({ en: { market: english }, fr: { market: fr } }, allowed);

test('a complete translation: nothing to say', () => expect(problemsOf(french)).toEqual([]));

describe('each detector can fail', () => {
  test.each<[string, Catalogue, RegExp]>([
    ['a key is missing', without(french, 'title'), /fr\/market\.json "title" is missing/],
    ['a key is not in English', { ...french, more: 'Plus' }, /"more" does not exist in English/],
    ['a text is empty', { ...french, title: ' ' }, /"title" is empty/],
    [
      'a placeholder has another name',
      { ...french, greeting: 'Bonjour {{nom}}' },
      /"greeting" has the placeholders \[nom\], English has \[name\]/,
    ],
    ['a tag is missing', { ...french, link: 'Lire les règles' }, /"link" has the placeholders \[\], English has \[<0>\]/],
    [
      'a plural form of the language is missing',
      without(french, 'orders_many'),
      /"orders_many" is missing: the language has this plural form/,
    ],
    [
      'a plural form is none of the language',
      { ...french, orders_few: '{{count}} ordres' },
      /"orders_few" is a plural form that the language does not have/,
    ],
    ['the text is still English', { ...french, title: 'Market list' }, /"title" is the English text "Market list"/],
  ])('%s', (_, catalogue, message) => expect(problemsOf(catalogue)).toEqual([expect.stringMatching(message)]));

  test('a namespace is missing', () => {
    expect(catalogueProblems({ en: { market: english }, fr: {} }, {})).toEqual(['fr/market.json is missing']);
  });
});

test('a word that is allowed to be the same', () => {
  const same = { ...french, title: 'Market list' };
  expect(problemsOf(same, { 'market:title': ['fr'] })).toEqual([]);
  expect(problemsOf(same, { 'market:title': ['de'] })).toHaveLength(1);
});

test('a language without singular needs only its one form', () => {
  const japanese = {
    ...french,
    title: '市場一覧',
    greeting: '{{name}}さん',
    link: '<0>規則</0>を読む',
    orders_other: '{{count}}件',
  };
  const forms = without(without(japanese, 'orders_one'), 'orders_many');
  expect(catalogueProblems({ en: { market: english }, jp: { market: forms } }, {})).toEqual([]);
});

describe('texts and sources', () => {
  const keys = {
    market: {
      'list.title': 'Markets',
      'kind.spot': 'Spot',
      'kind.seconds': 'Seconds',
      orders_one: 'order',
      orders_other: 'orders',
    },
  };
  const source = "t('list.title'); t('orders', { count }); t(`kind.${kind}`);";

  test('every key is named, also by a template and by its plural base', () => {
    expect(usageProblems(keys, new Map([['a.tsx', source]]))).toEqual([]);
  });
  test('a key that no source names', () => {
    expect(usageProblems({ market: { ...keys.market, old: 'Old' } }, new Map([['a.tsx', source]]))).toEqual([
      'en/market.json "old" is not used by any source',
    ]);
  });
  test('a text that no catalogue has', () => {
    expect(usageProblems(keys, new Map([['a.tsx', `${source} t('market:list.name')`]]))).toEqual([
      'a.tsx asks for the text "market:list.name", which no catalogue has',
    ]);
  });
});
