/** One import per language, written out, so that the bundler makes one small chunk of each and a page loads only its own. */
export const trade = {
  zh: () => import('../zh/trade.json'),
  en: () => import('../en/trade.json'),
  jp: () => import('../jp/trade.json'),
  ko: () => import('../ko/trade.json'),
  tw: () => import('../tw/trade.json'),
  vn: () => import('../vn/trade.json'),
  pt: () => import('../pt/trade.json'),
  es: () => import('../es/trade.json'),
  it: () => import('../it/trade.json'),
  th: () => import('../th/trade.json'),
  de: () => import('../de/trade.json'),
  fr: () => import('../fr/trade.json'),
};
