/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const stepUp = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/stepUp.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/stepUp.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/stepUp.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/stepUp.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/stepUp.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/stepUp.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/stepUp.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/stepUp.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/stepUp.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/stepUp.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/stepUp.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/stepUp.json'),
};
