/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const common = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/common.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/common.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/common.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/common.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/common.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/common.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/common.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/common.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/common.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/common.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/common.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/common.json'),
};
