/** Of two pages, which bring them: no other page pays for them. */
export const withdrawal = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/withdrawal.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/withdrawal.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/withdrawal.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/withdrawal.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/withdrawal.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/withdrawal.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/withdrawal.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/withdrawal.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/withdrawal.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/withdrawal.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/withdrawal.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/withdrawal.json'),
};
