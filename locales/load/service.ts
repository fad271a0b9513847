/** Of one page, so files of their own: no other page pays for them. */
export const service = {
  zh: () => import(/* webpackChunkName: "text-zh-service" */ '../zh/service.json'),
  en: () => import(/* webpackChunkName: "text-en-service" */ '../en/service.json'),
  jp: () => import(/* webpackChunkName: "text-jp-service" */ '../jp/service.json'),
  ko: () => import(/* webpackChunkName: "text-ko-service" */ '../ko/service.json'),
  tw: () => import(/* webpackChunkName: "text-tw-service" */ '../tw/service.json'),
  vn: () => import(/* webpackChunkName: "text-vn-service" */ '../vn/service.json'),
  pt: () => import(/* webpackChunkName: "text-pt-service" */ '../pt/service.json'),
  es: () => import(/* webpackChunkName: "text-es-service" */ '../es/service.json'),
  it: () => import(/* webpackChunkName: "text-it-service" */ '../it/service.json'),
  th: () => import(/* webpackChunkName: "text-th-service" */ '../th/service.json'),
  de: () => import(/* webpackChunkName: "text-de-service" */ '../de/service.json'),
  fr: () => import(/* webpackChunkName: "text-fr-service" */ '../fr/service.json'),
};
