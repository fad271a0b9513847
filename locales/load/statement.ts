/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const statement = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/statement.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/statement.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/statement.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/statement.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/statement.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/statement.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/statement.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/statement.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/statement.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/statement.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/statement.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/statement.json'),
};
