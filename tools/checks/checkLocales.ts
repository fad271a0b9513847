/** Runs the rules of locales.ts over the project. Exit code 1 and one line per problem when something is wrong. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { errorCodes } from '@tessera/shared/errors';
import { catalogueProblems, usageProblems, type Catalogue, type Catalogues, type SameAsEnglish } from './locales';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function flat(value: unknown, prefix = ''): Catalogue {
  if (typeof value === 'string') return { [prefix]: value };
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.assign({}, ...entries.map(([key, inner]) => flat(inner, prefix === '' ? key : `${prefix}.${key}`)));
}

function readCatalogues(): Catalogues {
  const folder = join(root, 'locales');
  const languages = readdirSync(folder).filter(
    (name) => existsSync(join(folder, name, 'common.json')) || /^[a-z]{2}$/.test(name),
  );
  return Object.fromEntries(
    languages.map((language) => {
      const files = readdirSync(join(folder, language)).filter((name) => name.endsWith('.json'));
      return [
        language,
        Object.fromEntries(files.map((name) => [name.replace('.json', ''), flat(read(join(folder, language, name)))])),
      ];
    }),
  );
}

function readSources(): Map<string, string> {
  const packages = readdirSync(root).filter((name) => /^(shared|host|server|remote-.+)$/.test(name));
  const paths = packages.flatMap((name) =>
    readdirSync(join(root, name, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const sources = new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
  return sources.set('the error catalogue', errorCodes.map((code) => `'${code}'`).join(' '));
}

const catalogues = readCatalogues();
const sameAsEnglish = read(join(import.meta.dirname, 'sameAsEnglish.json')) as SameAsEnglish;
const problems = [...catalogueProblems(catalogues, sameAsEnglish), ...usageProblems(catalogues['en'] ?? {}, readSources())];
for (const problem of problems) console.error(problem);
console.log(`locales: ${Object.keys(catalogues).length} languages, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
