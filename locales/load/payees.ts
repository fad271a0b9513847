/** Of a few pages, so files of their own: no other page pays for them. */
export const payees = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/payees.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/payees.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/payees.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/payees.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/payees.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/payees.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/payees.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/payees.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/payees.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/payees.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/payees.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/payees.json'),
};
