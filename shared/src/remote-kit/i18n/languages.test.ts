import { expect, test } from '@jest/globals';
import { languages } from '../../domain/contract';
import { customaryUpColor, languageList, languageName, languageOfTag, languageTag, preferredLanguage } from './languages';

test('every language of the wire has a tag that Intl knows, and a name in its own script', () => {
  expect([...languageList].sort()).toEqual([...languages].sort());
  for (const language of languages) {
    const tag = languageTag(language);
    expect(Intl.NumberFormat.supportedLocalesOf([tag])).toEqual([tag]);
    expect(languageOfTag(tag)).toBe(language);
    expect(languageName(language)).not.toBe('');
  }
});

test('Thai counts years as everyone else', () => {
  expect(new Intl.DateTimeFormat(languageTag('th'), { year: 'numeric', timeZone: 'UTC' }).format(0)).toBe('1970');
});

test.each([
  [['ja-JP', 'en'], 'jp'],
  [['zh-Hant-HK'], 'tw'],
  [['zh-TW'], 'tw'],
  [['zh'], 'zh'],
  [['vi-VN'], 'vn'],
  [['pt-PT'], 'pt'],
  [['sv', 'fr-CA'], 'fr'],
  [['tlh-x-none', '??'], 'en'],
  [[], 'en'],
])('a device set to %s gets %s', (deviceTags, language) => {
  expect(preferredLanguage(deviceTags)).toBe(language);
});

test('red means up in East Asia', () => {
  expect(customaryUpColor('jp')).toBe('red');
  expect(customaryUpColor('de')).toBe('green');
});
