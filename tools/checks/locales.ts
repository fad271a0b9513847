/**
 * What can be wrong with the texts of twelve languages, as pure rules over catalogues and sources. English is the measure:
 * every other language has its keys, its placeholders and its own plural forms, and says something of its own unless the
 * word is allowed to be the same. A key that no source names is dead; a key that a source names must exist.
 */
export type Catalogue = Readonly<Record<string, string>>;
/** language → namespace → key with dots → text */
export type Catalogues = Readonly<Record<string, Readonly<Record<string, Catalogue>>>>;

/** "namespace:key" → the languages that may keep the English text, or '*' for all. */
export type SameAsEnglish = Readonly<Record<string, readonly string[] | '*'>>;

const pluralSuffix = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string): string => key.replace(pluralSuffix, '');
const tags: Readonly<Record<string, string>> = { jp: 'ja', tw: 'zh-TW', vn: 'vi' };
const categoriesOf = (language: string): readonly string[] =>
  new Intl.PluralRules(tags[language] ?? language).resolvedOptions().pluralCategories;

const isPlural = (catalogue: Catalogue, base: string): boolean => `${base}_other` in catalogue;
const basesOf = (catalogue: Catalogue): Set<string> =>
  new Set(Object.keys(catalogue).map((key) => (isPlural(catalogue, baseOf(key)) ? baseOf(key) : key)));

/** Names in {{braces}} and numbered tags, as a sorted text that can be compared. A form may leave out the count itself. */
const placeholdersOf = (text: string): string =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}|<(\d+|[a-z]\w*)\s*\/?>/g)]
    .map((match) => match[1] ?? `<${match[2]}>`)
    .filter((name) => name !== 'count')
    .sort()
    .join(' ');

export function catalogueProblems(catalogues: Catalogues, sameAsEnglish: SameAsEnglish): string[] {
  const english = catalogues['en'] ?? {};
  return Object.entries(catalogues).flatMap(([language, namespaces]) => {
    const missing = Object.keys(english)
      .filter((namespace) => !(namespace in namespaces))
      .map((namespace) => `${language}/${namespace}.json is missing`);
    const extra = Object.keys(namespaces)
      .filter((namespace) => !(namespace in english))
      .map((namespace) => `${language}/${namespace}.json does not exist in English`);
    const inside = Object.entries(namespaces).flatMap(([namespace, catalogue]) =>
      namespaceProblems(language, namespace, catalogue, english[namespace] ?? {}, sameAsEnglish),
    );
    return [...missing, ...extra, ...inside];
  });
}

function namespaceProblems(
  language: string,
  namespace: string,
  catalogue: Catalogue,
  english: Catalogue,
  sameAsEnglish: SameAsEnglish,
): string[] {
  const at = (key: string): string => `${language}/${namespace}.json "${key}"`;
  const problems: string[] = [];
  const [bases, englishBases] = [basesOf(catalogue), basesOf(english)];
  for (const base of englishBases) if (!bases.has(base)) problems.push(`${at(base)} is missing`);
  for (const base of bases) if (!englishBases.has(base)) problems.push(`${at(base)} does not exist in English`);
  for (const base of bases) {
    if (!isPlural(catalogue, base)) continue;
    const [needed, given] = [
      categoriesOf(language),
      Object.keys(catalogue).filter((key) => baseOf(key) === base && key !== base),
    ];
    for (const category of needed)
      if (!(`${base}_${category}` in catalogue))
        problems.push(`${at(`${base}_${category}`)} is missing: the language has this plural form`);
    for (const key of given)
      if (!needed.some((category) => key === `${base}_${category}`))
        problems.push(`${at(key)} is a plural form that the language does not have`);
  }
  for (const [key, text] of Object.entries(catalogue)) {
    if (text.trim() === '') problems.push(`${at(key)} is empty`);
    const measure = english[key] ?? english[`${baseOf(key)}_other`];
    if (measure === undefined) continue;
    if (placeholdersOf(text) !== placeholdersOf(measure)) {
      problems.push(`${at(key)} has the placeholders [${placeholdersOf(text)}], English has [${placeholdersOf(measure)}]`);
    }
    if (
      language !== 'en' &&
      text === measure &&
      hasWords(text) &&
      !mayStay(language, `${namespace}:${baseOf(key)}`, sameAsEnglish)
    ) {
      problems.push(`${at(key)} is the English text "${text}"; translate it, or allow it in tools/checks/sameAsEnglish.json`);
    }
  }
  return problems;
}

/** Units, asset codes and punctuation are nobody's words. */
const hasWords = (text: string): boolean => /\p{Ll}{2}/u.test(text.replace(/\{\{[^}]*\}\}|<[^>]*>/g, ''));

function mayStay(language: string, key: string, sameAsEnglish: SameAsEnglish): boolean {
  const allowed = sameAsEnglish[key];
  return allowed === '*' || allowed?.includes(language) === true;
}

/** Keys that no source names, and keys that sources name but no catalogue has. */
export function usageProblems(english: Readonly<Record<string, Catalogue>>, sources: ReadonlyMap<string, string>): string[] {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  const asked: { readonly path: string; readonly key: string }[] = [];
  for (const [path, source] of sources) {
    for (const match of source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)) literals.add(match[1] ?? match[2] ?? '');
    for (const match of source.matchAll(/`([^`]*\$\{[^`]*)`/g)) patterns.push(...patternOf(match[1] ?? ''));
    for (const match of source.matchAll(/(?:\bt\(\s*|\bi18nKey=)'([\w.:-]+)'/g)) asked.push({ path, key: match[1] ?? '' });
  }
  const all = Object.entries(english).flatMap(([namespace, catalogue]) =>
    [...basesOf(catalogue)].map((key) => ({ namespace, key })),
  );
  const unused = all
    .filter(({ namespace, key }) => {
      const names = [key, `${namespace}:${key}`];
      return !names.some((name) => literals.has(name) || patterns.some((pattern) => pattern.test(name)));
    })
    .map(({ namespace, key }) => `en/${namespace}.json "${key}" is not used by any source`);
  const known = new Set(all.flatMap(({ namespace, key }) => [key, `${namespace}:${key}`]));
  const missing = asked
    .filter(({ key }) => !known.has(key))
    .map(({ path, key }) => `${path} asks for the text "${key}", which no catalogue has`);
  return [...unused, ...missing];
}

/** `records.kind.${kind}` stands for every key of that shape. A template without a fixed part of some length says nothing. */
function patternOf(template: string): RegExp[] {
  const parts = template.replace(/\$\{[^}]*\}/g, '\0').split('\0');
  if (parts.join('').replace(/[.:]/g, '').length < 4 || !/^[\w.:\0-]*$/.test(parts.join('\0'))) return [];
  return [new RegExp(`^(?:\\w+:)?${parts.map((part) => part.replace(/[.\\-]/g, '\\$&')).join('[\\w.-]+')}$`)];
}
