/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const c2c = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/c2c.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/c2c.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/c2c.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/c2c.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/c2c.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/c2c.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/c2c.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/c2c.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/c2c.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/c2c.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/c2c.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/c2c.json'),
};
