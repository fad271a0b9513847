/** Of one page, which brings them: no other page pays for them. */
export const c2c = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/c2c.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/c2c.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/c2c.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/c2c.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/c2c.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/c2c.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/c2c.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/c2c.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/c2c.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/c2c.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/c2c.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/c2c.json'),
};
