/** An address whose end names a country without service ("…, Havana, Cuba"), in any language of the app. */
import { restrictedCountries } from '../identity/restrictedRegions';

const tags = ['zh', 'zh-TW', 'en', 'ja', 'ko', 'vi', 'pt', 'es', 'it', 'th', 'de', 'fr'];
/** They have codes of their own, are served, and are often written before "China". */
const ownCodes: ReadonlySet<string> = new Set(['HK', 'MO', 'TW']);

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

const names: ReadonlyMap<string, string> = new Map(
  tags.flatMap((tag) => {
    const said = new Intl.DisplayNames([tag], { type: 'region' });
    return [...restrictedCountries].map((country): [string, string] => [plain(said.of(country) ?? country), country]);
  }),
);

/** `country`: the one that the person chose. */
export function namesRestricted(address: string, country: string): boolean {
  const last = address.split(/[,，、;；|/\r\n]/).findLast((part) => plain(part) !== '') ?? '';
  const named = names.get(plain(last));
  return named !== undefined && !(named === 'CN' && ownCodes.has(country));
}
