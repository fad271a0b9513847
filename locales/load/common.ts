/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const common = {
  zh: () => import('../zh/common.json'),
  en: () => import('../en/common.json'),
  jp: () => import('../jp/common.json'),
  ko: () => import('../ko/common.json'),
  tw: () => import('../tw/common.json'),
  vn: () => import('../vn/common.json'),
  pt: () => import('../pt/common.json'),
  es: () => import('../es/common.json'),
  it: () => import('../it/common.json'),
  th: () => import('../th/common.json'),
  de: () => import('../de/common.json'),
  fr: () => import('../fr/common.json'),
};
