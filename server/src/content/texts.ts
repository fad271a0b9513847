/**
 * Words that the server itself says: articles, messages, what stands in an e-mail. They live in
 * locales/<language>/content.json like all others; what a language does not have yet is said in English.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invariant } from '@tessera/shared/errors';
import { languages } from '@tessera/shared/contract';
import type { Language } from '@tessera/shared/contract';

export interface Texts {
  /** `key` is a path with dots. Placeholders are {{name}}. */
  say(language: Language, key: string, params?: Readonly<Record<string, string>>): string;
}

const localesDir = join(dirname(fileURLToPath(import.meta.url)), '../../../locales');

interface Tree {
  readonly [key: string]: string | Tree;
}

function readTree(dir: string, language: Language): Tree {
  const file = join(dir, language, 'content.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tree) : {};
}

function find(tree: Tree, key: string): string | undefined {
  let at: string | Tree | undefined = tree;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}

let shipped: Texts | undefined;
/** Those of this release, read once: the files do not change while the server runs. */
export const shippedTexts = (): Texts => (shipped ??= createTexts());

export function createTexts(dir: string = localesDir): Texts {
  const trees = new Map(languages.map((language) => [language, readTree(dir, language)]));
  return {
    say(language, key, params = {}) {
      const text = find(trees.get(language) ?? {}, key) ?? find(trees.get('en') ?? {}, key);
      invariant(text !== undefined, `locales/en/content.json has ${key}`);
      return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
    },
  };
}
