/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const liabilities = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/liabilities.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/liabilities.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/liabilities.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/liabilities.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/liabilities.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/liabilities.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/liabilities.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/liabilities.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/liabilities.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/liabilities.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/liabilities.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/liabilities.json'),
};
