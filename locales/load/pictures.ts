/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const pictures = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/pictures.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/pictures.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/pictures.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/pictures.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/pictures.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/pictures.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/pictures.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/pictures.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/pictures.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/pictures.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/pictures.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/pictures.json'),
};
