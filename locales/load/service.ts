/** Of one page, so files of their own: no other page pays for them. */
export const service = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/service.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/service.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/service.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/service.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/service.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/service.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/service.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/service.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/service.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/service.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/service.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/service.json'),
};
