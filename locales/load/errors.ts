/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const errors = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/errors.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/errors.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/errors.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/errors.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/errors.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/errors.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/errors.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/errors.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/errors.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/errors.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/errors.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/errors.json'),
};
