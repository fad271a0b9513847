/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const account = {
  zh: () => import('../zh/account.json'),
  en: () => import('../en/account.json'),
  jp: () => import('../jp/account.json'),
  ko: () => import('../ko/account.json'),
  tw: () => import('../tw/account.json'),
  vn: () => import('../vn/account.json'),
  pt: () => import('../pt/account.json'),
  es: () => import('../es/account.json'),
  it: () => import('../it/account.json'),
  th: () => import('../th/account.json'),
  de: () => import('../de/account.json'),
  fr: () => import('../fr/account.json'),
};
