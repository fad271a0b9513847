/** Lets the app speak the pseudo language of pseudoText.ts. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { pseudoText } from '../fixtures/pseudoText';

type Texts = string | { readonly [key: string]: Texts };

const english = fileURLToPath(new URL('../../locales/en/', import.meta.url));

/** What a text file hands to JSON.parse, to what it is in the pseudo language. */
const translated: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(english).map((file) => {
    const texts = readTexts(file);
    return [JSON.stringify(texts), JSON.stringify(mapTexts(texts))];
  }),
);

/**
 * For a page in English that has loaded nothing yet. The text files come from the server as they are, by their hash, and are translated as
 * they are read: no build of its own, and no other way through the app than that of every language.
 */
export async function speakPseudo(page: Page): Promise<void> {
  await page.addInitScript((known) => {
    const parse = JSON.parse;
    JSON.parse = (text: string, ...more: []) => parse(known[text] ?? text, ...more) as unknown;
  }, translated);
}

/** A line that the exchange keeps in its store and sends: of an article, of a notification. It is not the app's, and stays as it is. */
export const storedTexts = new RegExp(
  `^(?:${leaves(readTexts('content.json'))
    .map((line) => line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{\\\{\w+\\\}\\\}/g, '.*'))
    .join('|')})$`,
  'u',
);

function readTexts(file: string): Texts {
  return JSON.parse(readFileSync(join(english, file), 'utf8')) as Texts;
}

function leaves(texts: Texts): string[] {
  return typeof texts === 'string' ? texts.split('\n').filter((line) => line !== '') : Object.values(texts).flatMap(leaves);
}

function mapTexts(texts: Texts): Texts {
  if (typeof texts === 'string') return pseudoText(texts);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, mapTexts(text)]));
}
