/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const account = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/account.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/account.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/account.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/account.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/account.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/account.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/account.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/account.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/account.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/account.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/account.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/account.json'),
};
