/** What went wrong, in the words that people read for the same code. */
import errors from '@tessera/locales/en/errors.json';
import type { Problem } from '../api/operations';

const words: Readonly<Record<string, string>> = errors;

export function problemText(problem: Problem): string {
  if (problem.kind === 'silent') return 'The server does not answer.';
  const text = words[problem.code];
  if (text === undefined) return `The server refused: ${problem.code}.`;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => problem.params[name] ?? '–');
}
