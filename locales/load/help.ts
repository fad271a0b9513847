/** Of one page, so files of their own: no other page pays for them. */
export const help = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/help.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/help.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/help.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/help.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/help.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/help.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/help.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/help.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/help.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/help.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/help.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/help.json'),
};
