/** Of one page, which brings them: no other page pays for them. */
export const liabilities = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/liabilities.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/liabilities.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/liabilities.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/liabilities.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/liabilities.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/liabilities.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/liabilities.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/liabilities.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/liabilities.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/liabilities.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/liabilities.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/liabilities.json'),
};
