/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const assets = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/assets.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/assets.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/assets.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/assets.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/assets.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/assets.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/assets.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/assets.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/assets.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/assets.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/assets.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/assets.json'),
};
