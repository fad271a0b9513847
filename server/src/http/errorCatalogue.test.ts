/** The codes, the sentences and the page that explains them say the same. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { languages } from '@tessera/shared/contract';
import { errorCodes } from '@tessera/shared/errors';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
/** Each once: a sentence may name an asset twice. */
const placeholders = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name))].sort();
const sentences = (language: string) => JSON.parse(read(`locales/${language}/errors.json`)) as Record<string, string>;

/** The names in the comment behind a code: 'AUTH_CODE_TOO_SOON' /* seconds *\/ */
const paramsOf = new Map(
  [...read('shared/src/domain/errors/codes.ts').matchAll(/'([A-Z0-9_]+)'(?:,? \/\* ([\w, ]+) \*\/)?/g)].map(
    ([, code = '', names = '']) => [
      code,
      names
        .split(', ')
        .filter((name) => name !== '')
        .sort(),
    ],
  ),
);

describe('the error catalogue', () => {
  it('has an English sentence for every code and none besides', () => {
    expect(Object.keys(sentences('en')).sort()).toEqual([...errorCodes].sort());
  });

  it('is explained code by code in docs/errors.md', () => {
    const explained = [...read('docs/errors.md').matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map(([, code]) => code);
    expect(explained).toEqual([...errorCodes]);
  });

  it('names in every sentence only the placeholders that the code carries, in all languages', () => {
    for (const language of languages.filter((one) => existsSync(join(root, `locales/${one}/errors.json`)))) {
      for (const [code, sentence] of Object.entries(sentences(language))) {
        const unknown = placeholders(sentence).filter((name) => !(paramsOf.get(code) ?? []).includes(name ?? ''));
        expect([language, code, unknown]).toEqual([language, code, []]);
      }
    }
  });

  it('shows a person every figure that the server takes the trouble to send', () => {
    for (const [code, names] of paramsOf) expect([code, placeholders(sentences('en')[code] ?? '')]).toEqual([code, names]);
  });
});
