/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const actions = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/actions.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/actions.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/actions.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/actions.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/actions.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/actions.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/actions.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/actions.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/actions.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/actions.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/actions.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/actions.json'),
};
