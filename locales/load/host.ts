/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const host = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/host.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/host.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/host.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/host.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/host.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/host.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/host.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/host.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/host.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/host.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/host.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/host.json'),
};
