/** Of one page, so files of their own: no other page pays for them. */
export const about = {
  zh: () => import(/* webpackChunkName: "text-zh-about" */ '../zh/about.json'),
  en: () => import(/* webpackChunkName: "text-en-about" */ '../en/about.json'),
  jp: () => import(/* webpackChunkName: "text-jp-about" */ '../jp/about.json'),
  ko: () => import(/* webpackChunkName: "text-ko-about" */ '../ko/about.json'),
  tw: () => import(/* webpackChunkName: "text-tw-about" */ '../tw/about.json'),
  vn: () => import(/* webpackChunkName: "text-vn-about" */ '../vn/about.json'),
  pt: () => import(/* webpackChunkName: "text-pt-about" */ '../pt/about.json'),
  es: () => import(/* webpackChunkName: "text-es-about" */ '../es/about.json'),
  it: () => import(/* webpackChunkName: "text-it-about" */ '../it/about.json'),
  th: () => import(/* webpackChunkName: "text-th-about" */ '../th/about.json'),
  de: () => import(/* webpackChunkName: "text-de-about" */ '../de/about.json'),
  fr: () => import(/* webpackChunkName: "text-fr-about" */ '../fr/about.json'),
};
