/** Of one page, which brings them: no other page pays for them. */
export const flash = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/flash.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/flash.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/flash.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/flash.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/flash.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/flash.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/flash.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/flash.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/flash.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/flash.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/flash.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/flash.json'),
};
