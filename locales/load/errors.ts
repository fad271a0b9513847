/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const errors = {
  zh: () => import('../zh/errors.json'),
  en: () => import('../en/errors.json'),
  jp: () => import('../jp/errors.json'),
  ko: () => import('../ko/errors.json'),
  tw: () => import('../tw/errors.json'),
  vn: () => import('../vn/errors.json'),
  pt: () => import('../pt/errors.json'),
  es: () => import('../es/errors.json'),
  it: () => import('../it/errors.json'),
  th: () => import('../th/errors.json'),
  de: () => import('../de/errors.json'),
  fr: () => import('../fr/errors.json'),
};
