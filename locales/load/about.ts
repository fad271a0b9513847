/** Of one page, so files of their own: no other page pays for them. */
export const about = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/about.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/about.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/about.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/about.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/about.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/about.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/about.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/about.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/about.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/about.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/about.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/about.json'),
};
