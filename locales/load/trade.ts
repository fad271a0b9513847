/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const trade = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/trade.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/trade.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/trade.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/trade.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/trade.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/trade.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/trade.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/trade.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/trade.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/trade.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/trade.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/trade.json'),
};
