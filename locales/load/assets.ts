/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const assets = {
  zh: () => import('../zh/assets.json'),
  en: () => import('../en/assets.json'),
  jp: () => import('../jp/assets.json'),
  ko: () => import('../ko/assets.json'),
  tw: () => import('../tw/assets.json'),
  vn: () => import('../vn/assets.json'),
  pt: () => import('../pt/assets.json'),
  es: () => import('../es/assets.json'),
  it: () => import('../it/assets.json'),
  th: () => import('../th/assets.json'),
  de: () => import('../de/assets.json'),
  fr: () => import('../fr/assets.json'),
};
