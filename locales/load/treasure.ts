/** Of the pages of Interest Treasure, which bring them: no other page pays for them. */
export const treasure = {
  zh: () => import(/* webpackChunkName: "text-zh-later" */ '../zh/treasure.json'),
  en: () => import(/* webpackChunkName: "text-en-later" */ '../en/treasure.json'),
  jp: () => import(/* webpackChunkName: "text-jp-later" */ '../jp/treasure.json'),
  ko: () => import(/* webpackChunkName: "text-ko-later" */ '../ko/treasure.json'),
  tw: () => import(/* webpackChunkName: "text-tw-later" */ '../tw/treasure.json'),
  vn: () => import(/* webpackChunkName: "text-vn-later" */ '../vn/treasure.json'),
  pt: () => import(/* webpackChunkName: "text-pt-later" */ '../pt/treasure.json'),
  es: () => import(/* webpackChunkName: "text-es-later" */ '../es/treasure.json'),
  it: () => import(/* webpackChunkName: "text-it-later" */ '../it/treasure.json'),
  th: () => import(/* webpackChunkName: "text-th-later" */ '../th/treasure.json'),
  de: () => import(/* webpackChunkName: "text-de-later" */ '../de/treasure.json'),
  fr: () => import(/* webpackChunkName: "text-fr-later" */ '../fr/treasure.json'),
};
