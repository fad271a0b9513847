/** Of one page, so files of their own: no other page pays for them. */
export const location = {
  zh: () => import(/* webpackChunkName: "text-zh-location" */ '../zh/location.json'),
  en: () => import(/* webpackChunkName: "text-en-location" */ '../en/location.json'),
  jp: () => import(/* webpackChunkName: "text-jp-location" */ '../jp/location.json'),
  ko: () => import(/* webpackChunkName: "text-ko-location" */ '../ko/location.json'),
  tw: () => import(/* webpackChunkName: "text-tw-location" */ '../tw/location.json'),
  vn: () => import(/* webpackChunkName: "text-vn-location" */ '../vn/location.json'),
  pt: () => import(/* webpackChunkName: "text-pt-location" */ '../pt/location.json'),
  es: () => import(/* webpackChunkName: "text-es-location" */ '../es/location.json'),
  it: () => import(/* webpackChunkName: "text-it-location" */ '../it/location.json'),
  th: () => import(/* webpackChunkName: "text-th-location" */ '../th/location.json'),
  de: () => import(/* webpackChunkName: "text-de-location" */ '../de/location.json'),
  fr: () => import(/* webpackChunkName: "text-fr-location" */ '../fr/location.json'),
};
