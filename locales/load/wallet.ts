/** One import per language, written out: the bundler puts all texts of one language into one file, and a page loads only its own. */
export const wallet = {
  zh: () => import(/* webpackChunkName: "text-zh" */ '../zh/wallet.json'),
  en: () => import(/* webpackChunkName: "text-en" */ '../en/wallet.json'),
  jp: () => import(/* webpackChunkName: "text-jp" */ '../jp/wallet.json'),
  ko: () => import(/* webpackChunkName: "text-ko" */ '../ko/wallet.json'),
  tw: () => import(/* webpackChunkName: "text-tw" */ '../tw/wallet.json'),
  vn: () => import(/* webpackChunkName: "text-vn" */ '../vn/wallet.json'),
  pt: () => import(/* webpackChunkName: "text-pt" */ '../pt/wallet.json'),
  es: () => import(/* webpackChunkName: "text-es" */ '../es/wallet.json'),
  it: () => import(/* webpackChunkName: "text-it" */ '../it/wallet.json'),
  th: () => import(/* webpackChunkName: "text-th" */ '../th/wallet.json'),
  de: () => import(/* webpackChunkName: "text-de" */ '../de/wallet.json'),
  fr: () => import(/* webpackChunkName: "text-fr" */ '../fr/wallet.json'),
};
