/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const market = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/market.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/market.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/market.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/market.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/market.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/market.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/market.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/market.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/market.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/market.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/market.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/market.json'),
};
