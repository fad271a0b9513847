/** Of one page, so files of their own: no other page pays for them. */
export const fairness = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/fairness.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/fairness.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/fairness.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/fairness.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/fairness.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/fairness.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/fairness.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/fairness.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/fairness.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/fairness.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/fairness.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/fairness.json'),
};
