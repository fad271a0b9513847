/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const market = {
  zh: () => import('../zh/market.json'),
  en: () => import('../en/market.json'),
  jp: () => import('../jp/market.json'),
  ko: () => import('../ko/market.json'),
  tw: () => import('../tw/market.json'),
  vn: () => import('../vn/market.json'),
  pt: () => import('../pt/market.json'),
  es: () => import('../es/market.json'),
  it: () => import('../it/market.json'),
  th: () => import('../th/market.json'),
  de: () => import('../de/market.json'),
  fr: () => import('../fr/market.json'),
};
