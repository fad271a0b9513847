/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const lists = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/lists.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/lists.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/lists.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/lists.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/lists.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/lists.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/lists.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/lists.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/lists.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/lists.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/lists.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/lists.json'),
};
