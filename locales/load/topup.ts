/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const topup = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/topup.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/topup.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/topup.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/topup.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/topup.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/topup.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/topup.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/topup.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/topup.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/topup.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/topup.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/topup.json'),
};
