/** Of the pages that lend: no other page pays for them. */
export const loans = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/loans.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/loans.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/loans.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/loans.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/loans.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/loans.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/loans.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/loans.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/loans.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/loans.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/loans.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/loans.json'),
};
