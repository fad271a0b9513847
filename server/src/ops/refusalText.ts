/** What a refusal of the server means, in the words of the app. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppError } from '@tessera/shared/errors';

const file = join(dirname(fileURLToPath(import.meta.url)), '../../../locales/en/errors.json');
let texts: Readonly<Record<string, string>> | undefined;

export function refusalText({ code, params }: AppError): string {
  texts ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  return (texts[code] ?? code).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '');
}
