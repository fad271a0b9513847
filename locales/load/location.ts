/** Of one page, so files of their own: no other page pays for them. */
export const location = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/location.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/location.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/location.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/location.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/location.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/location.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/location.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/location.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/location.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/location.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/location.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/location.json'),
};
