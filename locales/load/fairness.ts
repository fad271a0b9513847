/** Of one page, so files of their own: no other page pays for them. */
export const fairness = {
  zh: () => import(/* webpackChunkName: "text-zh-fairness" */ '../zh/fairness.json'),
  en: () => import(/* webpackChunkName: "text-en-fairness" */ '../en/fairness.json'),
  jp: () => import(/* webpackChunkName: "text-jp-fairness" */ '../jp/fairness.json'),
  ko: () => import(/* webpackChunkName: "text-ko-fairness" */ '../ko/fairness.json'),
  tw: () => import(/* webpackChunkName: "text-tw-fairness" */ '../tw/fairness.json'),
  vn: () => import(/* webpackChunkName: "text-vn-fairness" */ '../vn/fairness.json'),
  pt: () => import(/* webpackChunkName: "text-pt-fairness" */ '../pt/fairness.json'),
  es: () => import(/* webpackChunkName: "text-es-fairness" */ '../es/fairness.json'),
  it: () => import(/* webpackChunkName: "text-it-fairness" */ '../it/fairness.json'),
  th: () => import(/* webpackChunkName: "text-th-fairness" */ '../th/fairness.json'),
  de: () => import(/* webpackChunkName: "text-de-fairness" */ '../de/fairness.json'),
  fr: () => import(/* webpackChunkName: "text-fr-fairness" */ '../fr/fairness.json'),
};
